// CSV files of monitor records: read with a preview and an error for each line, and written.
import type { Family, MonitorRecord } from '../api/types';
import type { RecordInput } from '../api/records';

export interface CsvRow {
  line: number;  // where it begins in the file, from 1
  cells: string[];
}
export type Breakage = 'unclosedQuote' | 'textAfterQuote';
export interface CsvFile {
  rows: CsvRow[];
  // Where the file cannot be cut into rows: what follows may be part of a cell, so that none of it is to be used.
  broken: { line: number; why: Breakage } | null;
}

// Rows of cells; quotes as in RFC 4180, commas, semicolons or tabs.
export function parseCsv(text: string): CsvFile {
  const source = text.replace(/^\uFEFF/, '');
  const first = source.slice(0, source.search(/[\r\n]|$/));
  const mark = [',', ';', '\t'].reduce((best, each) => (first.split(each).length > first.split(best).length ? each : best), ',');
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  let closed = false;  // this cell's quotes
  let line = 1;
  let begin = 1;
  const endCell = () => { cells.push(cell); cell = ''; closed = false; };
  const endRow = () => { endCell(); if (cells.length > 1 || cells[0] !== '') rows.push({ line: begin, cells }); cells = []; };
  for (let i = 0; i < source.length; i += 1) {
    const c = source[i]!;
    const lineEnd = c === '\n' || (c === '\r' && source[i + 1] !== '\n');
    if (lineEnd) line += 1;
    if (quoted) {
      if (c !== '"') cell += c;
      else if (source[i + 1] === '"') { cell += '"'; i += 1; } else { quoted = false; closed = true; }
    } else if (lineEnd) { endRow(); begin = line; } else if (c === '\r') continue;
    else if (c === mark) endCell();
    else if (closed) return { rows, broken: { line: begin, why: 'textAfterQuote' } };
    else if (c === '"' && cell === '') quoted = true;
    else cell += c;
  }
  if (quoted) return { rows, broken: { line: begin, why: 'unclosedQuote' } };
  if (cell !== '' || cells.length > 0) endRow();
  return { rows, broken: null };
}

// The cells up to the last one that has something: spreadsheets end their rows with separators.
const filled = (cells: string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

// A cell that a spreadsheet would run as a formula gets an apostrophe in front, and so does one that already has such an apostrophe,
// so that the way back is certain; the same in files of the command line.
const wouldRun = (text: string) => /^'*[=+\-@\t\r]/.test(text);
const guarded = (text: string) => (wouldRun(text) ? `'${text}` : text);
const unguarded = (text: string) => (text.startsWith("'") && wouldRun(text) ? text.slice(1) : text);

const columns: Record<string, keyof RecordInput> = {
  id: 'id', recordid: 'id', customerid: 'id', clientid: 'id', reference: 'id', businessmonitorrecordid: 'id', individualmonitorrecordid: 'id',
  name: 'name', fullname: 'name', companyname: 'name', company: 'name', customername: 'name',
  countries: 'countries', country: 'countries', nationality: 'countries', countrycode: 'countries',
  dob: 'dob', dateofbirth: 'dob', birthdate: 'dob', gender: 'gender', sex: 'gender',
};
const columnOf = (heading: string) => columns[heading.toLowerCase().replace(/[^a-z]/g, '')];

export type LineProblem = 'noId' | 'noName' | 'duplicateId' | 'badDate' | 'badGender' | 'badCountry' | 'tooLong' | 'surplusCells';

export interface ImportLine {
  line: number;  // in the file, from 1
  record: RecordInput;
  problems: LineProblem[];
}
export interface ImportPlan {
  lines: ImportLine[];
  missing: ('id' | 'name')[];  // columns that must be there
  ignored: string[];           // headings that mean nothing to us, or are not used
  hasCountries: boolean;       // a column of countries is there, used or not
}

export function isPartialDate(text: string): boolean {
  const parts = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text);
  if (!parts) return false;
  const [year, month, date] = [Number(parts[1]), Number(parts[2] ?? 1), Number(parts[3] ?? 1)];
  const made = new Date(Date.UTC(year, month - 1, date));
  return year >= 1900 && made.getUTCMonth() === month - 1 && made.getUTCDate() === date && made.getTime() <= Date.now();
}

const genders = ['', 'm', 'f', 'male', 'female', 'other', 'unknown'];

// What an import would do, before anything is sent. `countries` are the codes that the server knows. A customer's country narrows
// what it is compared with, so that it is used only when asked for: who is listed under another one would never be found.
export function planImport(rows: CsvRow[], family: Family, countries: Set<string>, useCountries: boolean): ImportPlan {
  const headings = rows[0]?.cells.slice(0, filled(rows[0].cells)) ?? [];
  const places = headings.map(columnOf);
  const missing = (['id', 'name'] as const).filter((each) => !places.includes(each));
  const hasCountries = places.includes('countries');
  const ignored = headings.filter((heading, index) => (!places[index] || (places[index] === 'countries' && !useCountries)) && heading.trim());
  const seen = new Set<string>();
  const lines = missing.length > 0 ? [] : rows.slice(1).map(({ line, cells }): ImportLine => {
    const whole = (column: keyof RecordInput) => unguarded(cells[places.indexOf(column)] ?? '');
    const cell = (column: keyof RecordInput) => whole(column).trim();
    // Blanks around an id are part of it, as everywhere.
    const record: RecordInput = { id: whole('id'), name: whole('name') };
    // A name with a separator and no quotes is two cells, and neither of them is the customer; the others may be shifted.
    if (filled(cells) > headings.length) return { line, record, problems: ['surplusCells'] };
    if (useCountries && hasCountries) record.countries = cell('countries').split(/[\s,;|]+/).filter(Boolean);
    if (family === 'individual' && cell('dob')) record.dob = cell('dob');
    if (family === 'individual' && cell('gender')) record.gender = cell('gender').toLowerCase();
    const problems: LineProblem[] = [];
    if (!record.id.trim()) problems.push('noId');
    else if (seen.has(record.id)) problems.push('duplicateId');
    seen.add(record.id);
    if (!/[\p{L}\p{N}]/u.test(record.name)) problems.push('noName');
    if (record.name.trim().length > 512 || record.id.length > 255) problems.push('tooLong');
    if (record.dob && !isPartialDate(record.dob)) problems.push('badDate');
    if (record.gender && !genders.includes(record.gender)) problems.push('badGender');
    if (countries.size > 0 && record.countries?.some((code) => !countries.has(code.toUpperCase()))) problems.push('badCountry');
    return { line, record, problems };
  });
  return { lines, missing, ignored, hasCountries };
}

const quoted = (text: string) => `"${guarded(text).replaceAll('"', '""')}"`;

export function recordsCsv(family: Family, records: MonitorRecord[]): string {
  const head = ['id', 'name', 'countries', ...(family === 'individual' ? ['dob', 'gender'] : []), 'open', 'truePositive', 'falsePositive', 'discarded', 'created', 'lastUpdated'];
  const rows = records.map((each) => [each.id, each.name, each.countries.join(' '), ...(family === 'individual' ? [each.dob ?? '', each.gender ?? ''] : []),
    String(each.openCount), String(each.truePositiveCount), String(each.falsePositiveCount), String(each.discardedCount), each.createdDateTimeISO, each.lastUpdatedDateTimeISO]);
  return `\uFEFF${[head, ...rows].map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`;
}
