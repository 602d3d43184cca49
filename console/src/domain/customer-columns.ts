// Which column of a customer file holds what: found by the heading, in any order and in the spellings that the command line knows
// (src/app/customer_columns.cc).
import type { Family } from '../api/types';

export type CustomerColumn = 'id' | 'name' | 'firstName' | 'middleName' | 'lastName' | 'type' | 'dob' | 'gender' | 'countries';

// Of the spellings of one column the first that is there counts. What means the whole name in one file and half of it in another is a
// name here: what stands beside it tells.
export const spellings: Record<CustomerColumn, string[]> = {
  id: ['key', 'id', 'customerid', 'clientid', 'recordid', 'customerno', 'customernumber', 'customernr', 'customercode', 'customerkey', 'customerref',
    'customerreference', 'clientno', 'clientnumber', 'clientnr', 'clientcode', 'clientkey', 'clientref', 'clientreference', 'cif', 'cifno', 'cifnumber',
    'partyid', 'partyno', 'partynumber', 'memberid', 'memberno', 'membernumber', 'kundennummer', 'kundennr', 'kundenid', 'numeroclient', 'numclient',
    'idclient', 'codeclient', 'numerocliente', 'idcliente', 'codigocliente', 'codicecliente', 'klantnummer', 'klantid', 'numerklienta', 'nrklienta',
    'idklienta', 'accountid', 'accountno', 'accountnumber', 'accountnr', 'kontonummer', 'customer', 'reference', 'ref', 'businessmonitorrecordid',
    'individualmonitorrecordid'],
  name: ['name', 'fullname', 'wholename', 'companyname', 'customername', 'clientname', 'legalname', 'partyname', 'entityname', 'registeredname',
    'accountholder', 'accountholdername', 'company', 'firmenname', 'firma', 'kontoinhaber', 'nom', 'nomcomplet', 'raisonsociale', 'nombre', 'nombrecompleto',
    'razonsocial', 'nome', 'nomecompleto', 'ragionesociale', 'razaosocial', 'naam', 'bedrijfsnaam', 'nazwa'],
  firstName: ['firstname', 'givenname', 'forename', 'firstnames', 'givennames', 'forenames', 'first', 'given', 'fname', 'christianname', 'christiannames',
    'vorname', 'vornamen', 'rufname', 'prenom', 'prenoms', 'nombres', 'primernombre', 'primeironome', 'voornaam', 'voornamen', 'imie', 'imiona', 'initials'],
  middleName: ['middlename', 'middlenames', 'secondname', 'middle', 'zweitname', 'patronymic'],
  lastName: ['lastname', 'familyname', 'surname', 'lastnames', 'familynames', 'surnames', 'last', 'lname', 'nachname', 'familienname', 'zuname',
    'nomdefamille', 'apellidos', 'apellido', 'cognome', 'sobrenome', 'apelido', 'achternaam', 'familienaam', 'nazwisko'],
  type: ['searchtype', 'type', 'kind', 'entitytype', 'customertype', 'clienttype', 'partytype', 'kundentyp', 'kundenart', 'typeclient', 'tipocliente', 'tipo'],
  dob: ['dob', 'dateofbirth', 'birthdate', 'born', 'birthyear', 'yearofbirth', 'geburtsdatum', 'geburtstag', 'geburtsjahr', 'datedenaissance', 'datenaissance',
    'fechadenacimiento', 'fechanacimiento', 'datadinascita', 'datanascita', 'datadenascimento', 'datanascimento', 'geboortedatum', 'dataurodzenia'],
  gender: ['gender', 'sex', 'geschlecht', 'sexe', 'sexo', 'sesso', 'plec'],
  countries: ['countries', 'country', 'nationality', 'countrycode', 'nationalities', 'land', 'pays', 'pais', 'paese', 'kraj', 'nationalitat',
    'staatsangehorigkeit', 'nationalite', 'nacionalidad', 'nazionalita', 'nacionalidade', 'nationaliteit'],
};

export const families: Record<Family, string[]> = {
  individual: ['individual', 'person', 'naturalperson', 'private', 'privateperson', 'natural', 'privatkunde', 'privatperson', 'naturlicheperson',
    'particulier', 'particular', 'personafisica', 'personnephysique', 'pessoafisica', 'natuurlijkpersoon', 'osobafizyczna'],
  business: ['business', 'company', 'organisation', 'organization', 'entity', 'legalentity', 'legalperson', 'legal', 'corporate', 'corporation', 'firm',
    'firma', 'firmenkunde', 'unternehmen', 'juristischeperson', 'personnemorale', 'entreprise', 'societe', 'personajuridica', 'empresa', 'sociedad',
    'personagiuridica', 'societa', 'azienda', 'pessoajuridica', 'rechtspersoon', 'bedrijf', 'osobaprawna'],
};

// Small letters without their marks.
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l').replaceAll('ß', 'ss').replaceAll('ø', 'o');

// "Date of Birth", "date_of_birth" and "dateOfBirth" are the same words, "Prénom" and "PRENOM" too.
const plainWords = (text: string) => fold(text).replace(/[ _\-./#:()']/g, '');

export type CustomerColumns = Partial<Record<CustomerColumn, number>>;

export function columnsOf(headings: string[]): CustomerColumns {
  const given = headings.map(plainWords);
  const found: CustomerColumns = {};
  for (const [column, names] of Object.entries(spellings) as [CustomerColumn, string[]][]) {
    const name = names.find((each) => given.includes(each));
    if (name) found[column] = given.indexOf(name);
  }
  return found;
}

// What a cell of the column `type` says.
export function familyOf(text: string): Family | null {
  const word = plainWords(text);
  return families.individual.includes(word) ? 'individual' : families.business.includes(word) ? 'business' : null;
}
