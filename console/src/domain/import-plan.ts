// What the import of a customer file would do, line by line, before anything is sent; a file means the same at the command line.
import type { RecordInput } from '../api/records';
import type { Family } from '../api/types';
import { dateInOrder, isPartialDate, isUnknownDate, needsOrder, orderShownBy, type DateOrder } from './birth-date';
import { filled, unguarded, type CsvRow } from './csv';
import { columnsOf, familyOf, genderOf, looksLikePartOfName, type ColumnChoices, type CustomerColumn } from './customer-columns';
import { nameOf, onOneLine } from './customer-name';
import { spreadsheetErrors } from './workbook';

export type LineProblem = 'noId' | 'noName' | 'twoNames' | 'noType' | 'badType' | 'duplicateId' | 'badDate' | 'badGender' | 'badCountry' | 'tooLong' | 'lostLetters' | 'surplusCells' | 'spreadsheetError';

export interface ImportLine {
  line: number;  // in the file, from 1
  family: Family | null;  // null: nobody knows, and it is a problem
  record: RecordInput;
  problems: LineProblem[];
}
// In which order dates such as 03/04/1965 are read, and which lines showed it: of a file that shows both, none.
export interface DatesOfFile {
  needed: boolean;
  order: DateOrder;
  shownBy: { line: number; text: string } | null;
  both: boolean;
}
// Nearly nobody is found by a family name alone.
export type MissingColumn = 'id' | 'name' | 'firstName';
export interface ImportPlan {
  lines: ImportLine[];
  missing: MissingColumn[];    // columns that must be there
  ignored: string[];           // headings that mean nothing to us, or are not used
  partsOfNames: string[];      // those of them that look like parts of names: nothing is imported
  hasCountries: boolean;       // a column of countries is there, used or not
  hasTypes: boolean;           // a column tells what each line is
  untyped: boolean;            // and some lines have nothing in it
  headings: string[];
  places: Partial<Record<CustomerColumn, number>>;
  dates: DatesOfFile;
}
export interface ImportWishes {
  family: Family;           // of every line, when the file has no column of types
  untyped: Family | null;   // of lines without a type, when it has one; a company that is watched as a person is never found
  useCountries: boolean;    // a country narrows what a record is compared with: who is listed under another would never be found
  columns?: ColumnChoices;  // what somebody said of columns
  dateOrder?: DateOrder;    // and of dates
  countries: Map<string, string>;  // codes by codes and names in capitals, as the server knows them; empty: not known yet
}

// Codes or names of countries. A code stays as it was written; null: one of them is not known.
function countriesOf(text: string, known: Map<string, string>): string[] | null {
  const found: string[] = [];
  for (const item of text.split(/[,;|]/).map((each) => each.trim()).filter(Boolean)) {
    const named = known.get(item.toUpperCase());
    const codes = named ? [item.length <= 3 ? item : named] : item.split(/\s+/);
    if (known.size > 0 && !codes.every((code) => known.has(code.toUpperCase()))) return null;
    found.push(...codes);
  }
  return found;
}

function datesOf(rows: CsvRow[], place: number | undefined, given: DateOrder): DatesOfFile {
  const born = place === undefined ? [] : rows.slice(1).map(({ line, cells }) => ({ line, text: unguarded(cells[place] ?? '') }));
  const needed = born.some(({ text }) => needsOrder(text));
  const [dmy, mdy] = (['dmy', 'mdy'] as const).map((order) => born.find(({ text }) => orderShownBy(text) === order));
  const both = dmy !== undefined && mdy !== undefined;
  if (given || both) return { needed, order: given, shownBy: null, both };
  return { needed, order: dmy ? 'dmy' : mdy ? 'mdy' : null, shownBy: dmy ?? mdy ?? null, both };
}

export function planImport(rows: CsvRow[], { family: chosen, untyped, useCountries, countries, columns = {}, dateOrder = null }: ImportWishes): ImportPlan {
  const headings = rows[0]?.cells.slice(0, filled(rows[0].cells)) ?? [];
  const places = columnsOf(headings, columns);
  const dates = datesOf(rows, places.dob, dateOrder);
  const has = (column: CustomerColumn) => places[column] !== undefined;
  const missing: MissingColumn[] = has('id') ? [] : ['id'];
  if (!has('name') && !has('lastName')) missing.push('name');
  if (!has('name') && has('lastName') && !has('firstName')) missing.push('firstName');
  const nameColumns = { name: has('name'), firstName: has('firstName'), middleName: has('middleName'), lastName: has('lastName') };
  const used = Object.entries(places).filter(([column]) => column !== 'countries' || useCountries).map(([, place]) => place);
  const ignored = headings.filter((heading, index) => heading.trim() && !used.includes(index));
  const plan: ImportPlan = { lines: [], missing, ignored, partsOfNames: headings.filter((heading, index) => ignored.includes(heading) && !(index in columns) && looksLikePartOfName(heading)), headings, places, dates, hasCountries: has('countries'), hasTypes: has('type'), untyped: false };
  if (missing.length > 0 || plan.partsOfNames.length > 0) return plan;
  const seen = new Set<string>();
  // A line of separators alone is an empty one.
  plan.lines = rows.slice(1).filter(({ cells }) => filled(cells) > 0).map(({ line, cells }): ImportLine => {
    const whole = (column: CustomerColumn) => unguarded(cells[places[column] ?? -1] ?? '');
    const cell = (column: CustomerColumn) => whole(column).trim();
    const type = cell('type');
    const family = type ? familyOf(type) : has('type') ? untyped : chosen;
    const word = (column: CustomerColumn) => onOneLine(whole(column));
    const lastName = `${word('lastName')} ${word('secondLastName')}`.trim();
    const { name, certain } = nameOf({ name: word('name'), firstName: word('firstName'), middleName: word('middleName'), lastName }, nameColumns, family);
    // Blanks around an id are part of it, as everywhere.
    const record: RecordInput = { id: whole('id'), name };
    // A name with a separator and no quotes is two cells, and neither of them is the customer; the others may be shifted.
    if (filled(cells) > headings.length) return { line, family: null, record, problems: ['surplusCells'] };
    const problems: LineProblem[] = certain ? [] : ['twoNames'];
    if (has('type') && !type) plan.untyped = true;
    if (!family) problems.push(type ? 'badType' : 'noType');
    const dob = isUnknownDate(cell('dob')) ? '' : dateInOrder(cell('dob'), dates.order);
    const gender = !cell('gender') ? '' : isUnknownDate(cell('gender')) ? 'unknown' : genderOf(cell('gender'));
    if (family === 'individual' && has('dob')) record.dob = dob;
    if (family === 'individual' && has('gender') && gender !== null) record.gender = gender;
    const codes = useCountries && has('countries') ? countriesOf(cell('countries'), countries) : undefined;
    if (codes) record.countries = codes;
    if (!record.id.trim()) problems.push('noId');
    if (!/[\p{L}\p{N}]/u.test(record.name)) problems.push('noName');
    if ([...record.name].length > 512 || [...record.id].length > 255) problems.push('tooLong');
    if (/\uFFFD/.test(record.id + record.name)) problems.push('lostLetters');
    if (dob && !isPartialDate(dob)) problems.push('badDate');
    if (gender === null) problems.push('badGender');
    if (codes === null) problems.push('badCountry');
    if (used.some((place) => spreadsheetErrors.includes(cells[place] ?? ''))) problems.push('spreadsheetError');
    // A person and a business may have the same id; a line that stays behind takes nobody's.
    const key = `${family} ${record.id}`;
    if (problems.length === 0 && seen.has(key)) problems.push('duplicateId');
    if (problems.length === 0) seen.add(key);
    return { line, family, record, problems };
  });
  return plan;
}
