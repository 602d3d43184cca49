// CSV files: cut into rows and cells, and written.
import type { Family, MonitorRecord } from '../api/types';

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

const marks = [',', ';', '\t'];

// What parts the cells: what a first line `sep=;`, as spreadsheets write and read it, says, or what stands most often in the first
// line outside of quotes.
function separatorOf(source: string): { mark: string; begin: number } {
  const said = /^"?sep=([,;\t])"?(?:\r\n|\r|\n|$)/i.exec(source);
  if (said) return { mark: said[1]!, begin: said[0].length };
  const first = source.slice(0, 65_536).replace(/"[^"]*"/g, '').split(/[\r\n]/, 1)[0]!;
  return { mark: marks.reduce((best, each) => (first.split(each).length > first.split(best).length ? each : best)), begin: 0 };
}

// Rows of cells; quotes as in RFC 4180, commas, semicolons or tabs.
export function parseCsv(text: string): CsvFile {
  const source = text.replace(/^\uFEFF/, '');
  const { mark, begin: from } = separatorOf(source);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  let closed = false;  // this cell's quotes
  let line = from > 0 ? 2 : 1;
  let begin = line;
  const endCell = () => { cells.push(cell); cell = ''; closed = false; };
  const endRow = () => { endCell(); if (cells.length > 1 || cells[0] !== '') rows.push({ line: begin, cells }); cells = []; };
  for (let i = from; i < source.length; i += 1) {
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
export const filled = (cells: string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

// A cell that a spreadsheet would run as a formula gets an apostrophe in front, and so does one that already has such an apostrophe,
// so that the way back is certain; the same in files of the command line.
const wouldRun = (text: string) => /^[' ]*[=+\-@\t\r]/.test(text);
const guarded = (text: string) => (wouldRun(text) ? `'${text}` : text);
export const unguarded = (text: string) => (text.startsWith("'") && wouldRun(text) ? text.slice(1) : text);

const quoted = (text: string) => `"${guarded(text).replaceAll('"', '""')}"`;

// Rows that were not taken, with one more column for the reason of each line.
export function rejectedCsv(headings: string[], rows: CsvRow[], reasons: Map<number, string>): string {
  const row = (cells: string[]) => cells.map((cell) => quoted(unguarded(cell))).join(',');
  const bad = rows.filter(({ line }) => reasons.has(line)).map(({ line, cells }) => row([...headings.map((_, index) => cells[index] ?? ''), reasons.get(line)!, ...cells.slice(headings.length)]));
  return `\uFEFF${[row([...headings, 'Not taken because']), ...bad].join('\r\n')}\r\n`;
}

// The columns of `vedette records export`, by the same names.
const exported = ['type', 'id', 'name', 'countries', 'dob', 'gender', 'openCount', 'falsePositiveCount', 'truePositiveCount', 'discardedCount', 'createdDateTimeISO', 'lastUpdatedDateTimeISO'] as const;

export function recordsCsv(family: Family, records: MonitorRecord[]): string {
  const cell = (record: MonitorRecord, column: (typeof exported)[number]) =>
    column === 'type' ? family : column === 'countries' ? record.countries.join(';') : String(record[column] ?? '');
  const rows = records.map((record) => exported.map((column) => cell(record, column)));
  return `\uFEFF${[exported, ...rows].map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`;
}
