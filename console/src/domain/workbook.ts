// An .xlsx workbook as rows of texts, as the command line reads it (src/app/customers/workbook.cc): dates as 1965-10-31, formulas by their
// stored values. It is a zip of XML that programs wrote, so that a scanner of elements is enough.
import type { CsvRow } from './csv';

export type WorkbookProblem = 'notAWorkbook' | 'tooLarge' | 'noSheet';
export type ReadWorkbook = { sheets: string[]; rows: CsvRow[] } | { problem: WorkbookProblem };

const mostBytes = 256 * 2 ** 20;  // of an unpacked part
const mostColumns = 1000;
export const formulaWithoutValue = '#NO VALUE';
export const spreadsheetErrors = ['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NULL!', '#NUM!', '#SPILL!', '#CALC!', '#GETTING_DATA', formulaWithoutValue];

export const isWorkbook = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4B && bytes[2] === 3 && bytes[3] === 4;

class Refused extends Error {
  constructor(readonly problem: WorkbookProblem) { super(problem); }
}

interface Member { offset: number; packed: number; method: number }

// The members of a zip, by their names in small letters, from its directory at the end.
function membersOf(bytes: Uint8Array): Map<string, Member> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && end > bytes.length - 65_600 && view.getUint32(end, true) !== 0x06054B50) end -= 1;
  if (end < 0 || view.getUint32(end, true) !== 0x06054B50) throw new Refused('notAWorkbook');
  const members = new Map<string, Member>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014B50) throw new Refused('notAWorkbook');
    const name = view.getUint16(at + 28, true);
    members.set(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)).toLowerCase(),
      { method: view.getUint16(at + 10, true), packed: view.getUint32(at + 20, true), offset: view.getUint32(at + 42, true) });
    at += 46 + name + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return members;
}

async function unpacked(bytes: Uint8Array, member: Member): Promise<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (member.offset + 30 > bytes.length) throw new Refused('notAWorkbook');
  const begin = member.offset + 30 + view.getUint16(member.offset + 26, true) + view.getUint16(member.offset + 28, true);
  const packed = bytes.slice(begin, begin + member.packed);
  if (member.method === 0) return new TextDecoder().decode(packed);
  if (member.method !== 8) throw new Refused('notAWorkbook');
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let size = 0; ;) {
    const { done, value } = await reader.read().catch(() => { throw new Refused('notAWorkbook'); });
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > mostBytes) throw new Refused('tooLarge');
    text += decoder.decode(value, { stream: true });
  }
}

interface Element { attributes: string; inner: string }

// The elements of a name, whatever prefix it has; none of these names is found within itself.
function elements(xml: string, name: string): Element[] {
  const found = xml.matchAll(new RegExp(`<(?:\\w+:)?${name}(\\s[^>]*?)?(?:/>|>([^]*?)</(?:\\w+:)?${name}\\s*>)`, 'g'));
  return Array.from(found, ([, attributes = '', inner = '']) => ({ attributes, inner }));
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decoded = (text: string) => text
  .replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    const code = hex ? parseInt(hex, 16) : Number(decimal);
    return name ? entities[name] ?? whole : code <= 0x10FFFF ? String.fromCodePoint(code) : whole;
  });
// _x000D_ stands for a character that XML cannot hold.
const unescaped = (text: string) => decoded(text).replace(/_x00([0-7][\dA-Fa-f])_/g, (_, code) => String.fromCharCode(parseInt(code, 16)));

const attribute = ({ attributes }: Element, name: string) => decoded(new RegExp(`(?:^|[\\s:])${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');

// Whole, or in runs of one look each; what is said of its pronunciation (rPh) is no part of it.
const stringOf = (xml: string) => elements(xml.replace(/<(?:\w+:)?rPh[\s>][^]*?<\/(?:\w+:)?rPh>/g, ''), 't').map(({ inner }) => unescaped(inner)).join('');

// Whether a format code shows a date: dd/mm/yyyy, but not h:mm or 0.00.
export function isDateFormat(code: string): boolean {
  const plain = code.split(';')[0]!.replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '').toLowerCase();
  return plain !== 'general' && (/[yd]/.test(plain) || (plain.includes('m') && !/[hs]/.test(plain)));
}
const builtInDates = [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58];

interface Form { isDate: boolean; digits: number }

function formsOf(xml: string): Form[] {
  const own = new Map(elements(xml, 'numFmt').map((each) => [Number(attribute(each, 'numFmtId')), attribute(each, 'formatCode')]));
  const cells = elements(xml, 'cellXfs')[0]?.inner ?? '';
  return elements(cells.replace(/<(?:\w+:)?alignment[^>]*>/g, ''), 'xf').map((each) => {
    const id = Number(attribute(each, 'numFmtId'));
    const code = own.get(id);
    return { isDate: code === undefined ? builtInDates.includes(id) : isDateFormat(code), digits: /^0+$/.test(code ?? '') ? code!.length : 0 };
  });
}

// A day counted from the epoch of the workbook, with the time of day unless that is midnight; null for what is no day.
export function workbookDate(serial: number, from1904: boolean): string | null {
  if (!(serial >= (from1904 ? 0 : 1)) || serial > 2_958_465) return null;
  // Day 60 of the other count is 29 February 1900, which never was.
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const at = new Date(epoch + Math.round(serial * 86_400) * 1000).toISOString().slice(0, 19);
  return at.endsWith('T00:00:00') ? at.slice(0, 10) : at;
}

function columnOf(reference: string): number | null {
  const letters = /^[A-Z]+/.exec(reference)?.[0] ?? '';
  return letters ? [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1 : null;
}

class Book {
  private texts: string[] = [];
  private forms: Form[] = [];
  private from1904 = false;

  constructor(private readonly bytes: Uint8Array, private readonly members: Map<string, Member>) {}

  private async part(path: string): Promise<string | null> {
    const member = this.members.get(path.toLowerCase());
    return member ? unpacked(this.bytes, member) : null;
  }

  async read(wanted: number): Promise<{ sheets: string[]; rows: CsvRow[] }> {
    const book = await this.part('xl/workbook.xml');
    const relations = await this.part('xl/_rels/workbook.xml.rels');
    if (book === null || relations === null) throw new Refused('notAWorkbook');
    this.from1904 = /date1904="(1|true)"/.test(book);
    const sheets = elements(book, 'sheet');
    const sheet = sheets[wanted];
    if (!sheet) throw new Refused('noSheet');
    const target = elements(relations, 'Relationship').find((each) => attribute(each, 'Id') === attribute(sheet, 'id'));
    const path = target ? attribute(target, 'Target') : '';
    this.texts = elements(await this.part('xl/sharedStrings.xml') ?? '', 'si').map(({ inner }) => stringOf(inner));
    this.forms = formsOf(await this.part('xl/styles.xml') ?? '');
    const content = await this.part(path.startsWith('/') ? path.slice(1) : `xl/${path}`);
    if (content === null) throw new Refused('notAWorkbook');
    return { sheets: sheets.map((each) => attribute(each, 'name')), rows: this.rowsOf(content) };
  }

  private rowsOf(xml: string): CsvRow[] {
    let line = 0;
    return elements(xml, 'row').map((row) => {
      line = Number(attribute(row, 'r')) || line + 1;
      const cells: string[] = [];
      let next = 0;
      for (const cell of elements(row.inner, 'c')) {
        const column = columnOf(attribute(cell, 'r')) ?? next;
        next = column + 1;
        const text = this.textOf(cell);
        if (text === '') continue;
        if (column >= mostColumns) throw new Refused('tooLarge');
        while (cells.length < column) cells.push('');
        cells[column] = text;
      }
      return { line, cells };
    }).filter(({ cells }) => cells.length > 0);
  }

  private textOf(cell: Element): string {
    const type = attribute(cell, 't');
    if (type === 'inlineStr') return stringOf(cell.inner);
    const value = decoded(elements(cell.inner, 'v')[0]?.inner ?? '').trim();
    if (value === '') return elements(cell.inner, 'f').length > 0 ? formulaWithoutValue : '';
    if (type === 's') return this.texts[Number(value)] ?? formulaWithoutValue;
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (type === 'str') return unescaped(elements(cell.inner, 'v')[0]!.inner);
    const number = Number(value);
    if (type === 'e' || type === 'd' || !Number.isFinite(number)) return value;
    const form = this.forms[Number(attribute(cell, 's') || 0)];
    const date = form?.isDate ? workbookDate(number, this.from1904) : null;
    if (date !== null) return date;
    return Number.isInteger(number) ? BigInt(number).toString().padStart(form?.digits ?? 0, '0') : String(Number(number.toPrecision(15)));
  }
}

export async function readWorkbook(bytes: Uint8Array, sheet = 0): Promise<ReadWorkbook> {
  try {
    return await new Book(bytes, membersOf(bytes)).read(sheet);
  } catch (failure) {
    return { problem: failure instanceof Refused ? failure.problem : 'notAWorkbook' };
  }
}
