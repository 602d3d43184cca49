// Which column of a customer file holds what: found by the heading, in any order and in the spellings that the command line knows
// (src/app/customers/customer_columns.cc).
import type { Family } from '../api/types';

export type CustomerColumn = 'id' | 'name' | 'firstName' | 'middleName' | 'lastName' | 'secondLastName' | 'type' | 'dob' | 'gender' | 'countries';

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
    'accountholder', 'accountholdername', 'company', 'firmenname', 'firma', 'kundenname', 'namedeskunden', 'vollstandigername',
    'nomclient', 'nomduclient', 'nombrecliente', 'nombredelcliente', 'nomecliente', 'klantnaam', 'nazwaklienta', 'kontoinhaber', 'nom', 'nomcomplet', 'raisonsociale', 'nombre', 'nombrecompleto',
    'razonsocial', 'nome', 'nomecompleto', 'ragionesociale', 'razaosocial', 'naam', 'bedrijfsnaam', 'nazwa', 'фио'],
  firstName: ['firstname', 'givenname', 'forename', 'firstnames', 'givennames', 'forenames', 'first', 'given', 'fname', 'christianname', 'christiannames',
    'vorname', 'vornamen', 'rufname', 'prenom', 'prenoms', 'nombres', 'primernombre', 'primeironome', 'voornaam', 'voornamen', 'imie', 'imiona', 'initials',
    'imya', 'имя'],
  middleName: ['middlename', 'middlenames', 'secondname', 'middle', 'zweitname', 'patronymic', 'middleinitial', 'middleinitials', 'middlename1',
    'secondfirstname', 'secondgivenname', 'othergivennames', 'patronymicname', 'otchestvo', 'отчество', 'weiterevornamen', 'zweitervorname',
    'deuxiemeprenom', 'autresprenoms', 'segundonombre', 'otrosnombres', 'secondonome', 'segundonome', 'nomedomeio', 'tussenvoegsel', 'tussenvoegsels',
    'drugieimie'],
  lastName: ['lastname', 'familyname', 'surname', 'lastnames', 'familynames', 'surnames', 'last', 'lname', 'nachname', 'familienname', 'zuname',
    'nomdefamille', 'apellidos', 'apellido', 'cognome', 'sobrenome', 'apelido', 'achternaam', 'familienaam', 'nazwisko',
    'firstsurname', 'surname1', 'lastname1', 'paternalsurname', 'paternallastname', 'primerapellido', 'apellido1', 'apellidopaterno', 'paterno',
    'primeirosobrenome', 'primeiroapelido', 'primocognome', 'familiya', 'фамилия'],
  secondLastName: ['secondsurname', 'secondlastname', 'secondfamilyname', 'surname2', 'lastname2', 'maternalsurname', 'maternallastname',
    'segundoapellido', 'apellido2', 'apellidomaterno', 'materno', 'segundosobrenome', 'segundoapelido', 'secondocognome'],
  type: ['searchtype', 'type', 'kind', 'entitytype', 'customertype', 'clienttype', 'partytype', 'kundentyp', 'kundenart', 'typeclient', 'tipocliente', 'tipo', 'typ', 'personentyp', 'typedeclient', 'typepersonne', 'typedepersonne', 'tipodecliente', 'tipopersona', 'tipodepersona', 'tipodicliente', 'tipopessoa', 'tipodepessoa', 'klanttype', 'typklienta'],
  dob: ['dob', 'dateofbirth', 'birthdate', 'born', 'birthyear', 'yearofbirth', 'geburtsdatum', 'geburtstag', 'geburtsjahr', 'datedenaissance', 'datenaissance',
    'fechadenacimiento', 'fechanacimiento', 'datadinascita', 'datanascita', 'datadenascimento', 'datanascimento', 'geboortedatum', 'dataurodzenia'],
  gender: ['gender', 'sex', 'geschlecht', 'sexe', 'sexo', 'sesso', 'plec'],
  countries: ['countries', 'country', 'nationality', 'countrycode', 'nationalities', 'land', 'pays', 'pais', 'paese', 'kraj', 'nationalitat',
    'staatsangehorigkeit', 'nationalite', 'nacionalidad', 'nazionalita', 'nacionalidade', 'nationaliteit'],
};

// What headings of parts of names have in them, and what the headings of other people's names have.
export const partsOfNames = [
  'surname', 'lastname', 'familyname', 'firstname', 'givenname', 'forename', 'middlename', 'maidenname', 'birthname', 'secondname', 'patronym',
  'otchestvo', 'nachname', 'vorname', 'familienname', 'geburtsname', 'madchenname', 'zweitname', 'prenom', 'nomdefamille', 'nomdenaissance',
  'nomdejeunefille', 'nomdusage', 'nommarital', 'apellido', 'segundonombre', 'tercernombre', 'cognome', 'secondonome', 'sobrenome', 'apelido',
  'nomedomeio', 'nomedesolteira', 'voornaam', 'achternaam', 'familienaam', 'tussenvoegsel', 'meisjesnaam', 'nazwisko', 'imie', 'отчество', 'фамилия'];
export const ofOthers = [
  'father', 'mother', 'spouse', 'husband', 'wife', 'partner', 'contact', 'employer', 'agent', 'guardian', 'guarantor', 'emergency', 'representative',
  'director', 'signatory', 'manager', 'officer', 'adviser', 'advisor', 'user', 'vater', 'mutter', 'ehegatte', 'ehefrau', 'ehemann', 'ansprech', 'kontakt',
  'conjoint', 'epoux', 'epouse', 'contacto', 'padre', 'madre', 'conyuge', 'contatto', 'coniuge', 'vader', 'moeder', 'ojca', 'matki'];

// What stands before a heading and changes nothing: "Customer first name".
export const ofCustomers = ['customer', 'client', 'cust', 'party', 'member', 'applicant', 'accountholder', 'holder'];

export const families: Record<Family, string[]> = {
  individual: ['individual', 'person', 'naturalperson', 'private', 'privateperson', 'natural', 'privatkunde', 'privatkundin', 'privatperson', 'naturlicheperson',
    'particulier', 'particular', 'personafisica', 'personnephysique', 'pessoafisica', 'natuurlijkpersoon', 'osobafizyczna', 'i', 'ind', 'indiv', 'individuals', 'privat', 'physicalperson', 'pf', 'pp'],
  business: ['business', 'company', 'organisation', 'organization', 'entity', 'legalentity', 'legalperson', 'legal', 'corporate', 'corporation', 'firm',
    'firma', 'firmenkunde', 'geschaftskunde', 'gewerbekunde', 'unternehmen', 'juristischeperson', 'personnemorale', 'entreprise', 'societe', 'personajuridica', 'empresa', 'sociedad',
    'personagiuridica', 'societa', 'azienda', 'pessoajuridica', 'rechtspersoon', 'bedrijf', 'osobaprawna', 'b', 'bus', 'corp', 'org', 'juridicalperson', 'enterprise', 'pm', 'pj', 'pg'],
};

// Words of the column `gender`, by the gender that the server takes. M is male. No list has H: a Spanish file has H for men and M for women, and its rows with H are then refused.
export const genders: Record<string, string[]> = {
  male: ['male', 'm', 'man', 'mann', 'mannlich', 'maennlich', 'herr', 'homme', 'masculin', 'hombre', 'masculino', 'varon', 'uomo', 'maschio', 'maschile',
    'homem', 'mannelijk', 'mezczyzna', 'м', 'муж', 'мужчина'],
  female: ['female', 'f', 'woman', 'w', 'weiblich', 'frau', 'femme', 'feminin', 'mujer', 'femenino', 'donna', 'femmina', 'femminile', 'mulher', 'feminino',
    'vrouw', 'v', 'vrouwelijk', 'kobieta', 'k', 'ж', 'жен', 'женщина'],
  other: ['other', 'd', 'divers', 'diverse', 'x', 'autre', 'otro', 'altro', 'outro', 'anders'],
  unknown: ['unknown', 'u'],
};

// Small letters without their marks.
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ł', 'l').replaceAll('ß', 'ss').replaceAll('ø', 'o');

// "Date of Birth", "date_of_birth" and "dateOfBirth" are the same words, "Prénom" and "PRENOM" too.
export const plainWords = (text: string) => fold(text).replace(/[ _\-./#:()']/g, '');

const isKnown = (words: string) => Object.values(spellings).some((names) => names.includes(words));

// The words of a heading, as they stand in the table if they do.
function wordsOf(heading: string): string {
  const words = plainWords(heading);
  if (isKnown(words)) return words;
  const before = ofCustomers.find((each) => words.startsWith(each) && isKnown(words.slice(each.length)));
  return before ? words.slice(before.length) : words;
}

export type CustomerColumns = Partial<Record<CustomerColumn, number>>;

// What somebody said of a column, by its place.
export type ColumnChoices = Record<number, CustomerColumn | 'ignore'>;

export function columnsOf(headings: string[], chosen: ColumnChoices = {}): CustomerColumns {
  const given = headings.map((heading, index) => (index in chosen ? '' : wordsOf(heading)));
  const found: CustomerColumns = {};
  for (const [index, column] of Object.entries(chosen)) if (column !== 'ignore') found[column] = Number(index);
  for (const [column, names] of Object.entries(spellings) as [CustomerColumn, string[]][]) {
    const name = names.find((each) => given.includes(each));
    if (name && found[column] === undefined) found[column] = given.indexOf(name);
  }
  return found;
}

// A heading that is not understood and looks like a part of a name: who is screened by the rest of it is called clear by mistake.
export function looksLikePartOfName(heading: string): boolean {
  const words = plainWords(heading);
  if (ofOthers.some((other) => words.includes(other))) return false;
  return /^name\d$/.test(words) || partsOfNames.some((part) => words.includes(part));
}

// What a cell of the column `type` says.
export function familyOf(text: string): Family | null {
  const word = plainWords(text);
  return families.individual.includes(word) ? 'individual' : families.business.includes(word) ? 'business' : null;
}

// What a cell of the column `gender` says; null: not known.
export function genderOf(text: string): string | null {
  const word = plainWords(text);
  const found = Object.entries(genders).find(([, words]) => words.includes(word));
  return found?.[0] ?? null;
}
