// CSV files of monitor records: read with a preview and an error for each line, and written.
import type { Family, MonitorRecord } from '../api/types';
import type { RecordInput } from '../api/records';

// Rows of cells; quotes as in RFC 4180, commas, semicolons or tabs.
export function parseCsv(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, '');
  const first = source.slice(0, source.search(/[\r\n]|$/));
  const mark = [',', ';', '\t'].reduce((best, each) => (first.split(each).length > first.split(best).length ? each : best), ',');
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => { row.push(cell); cell = ''; };
  const endRow = () => { endCell(); if (row.length > 1 || row[0] !== '') rows.push(row); row = []; };
  for (let i = 0; i < source.length; i += 1) {
    const c = source[i]!;
    if (quoted) {
      if (c !== '"') cell += c;
      else if (source[i + 1] === '"') { cell += '"'; i += 1; } else quoted = false;
    } else if (c === '"' && cell === '') quoted = true;
    else if (c === mark) endCell();
    else if (c === '\n') endRow();
    else if (c === '\r') { if (source[i + 1] !== '\n') endRow(); } else cell += c;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

const columns: Record<string, keyof RecordInput> = {
  id: 'id', recordid: 'id', customerid: 'id', clientid: 'id', reference: 'id', businessmonitorrecordid: 'id', individualmonitorrecordid: 'id',
  name: 'name', fullname: 'name', companyname: 'name', company: 'name', customername: 'name',
  countries: 'countries', country: 'countries', nationality: 'countries', countrycode: 'countries',
  dob: 'dob', dateofbirth: 'dob', birthdate: 'dob', gender: 'gender', sex: 'gender',
};
const columnOf = (heading: string) => columns[heading.toLowerCase().replace(/[^a-z]/g, '')];

export type LineProblem = 'noId' | 'noName' | 'duplicateId' | 'badDate' | 'badGender' | 'badCountry' | 'tooLong';

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
export function planImport(rows: string[][], family: Family, countries: Set<string>, useCountries: boolean): ImportPlan {
  const headings = rows[0] ?? [];
  const places = headings.map(columnOf);
  const missing = (['id', 'name'] as const).filter((each) => !places.includes(each));
  const hasCountries = places.includes('countries');
  const ignored = headings.filter((heading, index) => (!places[index] || (places[index] === 'countries' && !useCountries)) && heading.trim());
  const seen = new Set<string>();
  const lines = missing.length > 0 ? [] : rows.slice(1).map((row, index): ImportLine => {
    const cell = (column: keyof RecordInput) => row[places.indexOf(column)]?.trim() ?? '';
    const record: RecordInput = { id: cell('id'), name: cell('name') };
    if (useCountries && hasCountries) record.countries = cell('countries').split(/[\s,;|]+/).filter(Boolean);
    if (family === 'individual' && cell('dob')) record.dob = cell('dob');
    if (family === 'individual' && cell('gender')) record.gender = cell('gender').toLowerCase();
    const problems: LineProblem[] = [];
    if (!record.id) problems.push('noId');
    else if (seen.has(record.id)) problems.push('duplicateId');
    seen.add(record.id);
    if (!/[\p{L}\p{N}]/u.test(record.name)) problems.push('noName');
    if (record.name.length > 512 || record.id.length > 255) problems.push('tooLong');
    if (record.dob && !isPartialDate(record.dob)) problems.push('badDate');
    if (record.gender && !genders.includes(record.gender)) problems.push('badGender');
    if (countries.size > 0 && record.countries?.some((code) => !countries.has(code.toUpperCase()))) problems.push('badCountry');
    return { line: index + 2, record, problems };
  });
  return { lines, missing, ignored, hasCountries };
}

// A cell that a spreadsheet would take for a formula gets an apostrophe in front.
const quoted = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

export function recordsCsv(family: Family, records: MonitorRecord[]): string {
  const head = ['id', 'name', 'countries', ...(family === 'individual' ? ['dob', 'gender'] : []), 'open', 'truePositive', 'falsePositive', 'discarded', 'created', 'lastUpdated'];
  const rows = records.map((each) => [each.id, each.name, each.countries.join(' '), ...(family === 'individual' ? [each.dob ?? '', each.gender ?? ''] : []),
    String(each.openCount), String(each.truePositiveCount), String(each.falsePositiveCount), String(each.discardedCount), each.createdDateTimeISO, each.lastUpdatedDateTimeISO]);
  return `\uFEFF${[head, ...rows].map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`;
}
