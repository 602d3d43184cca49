// Birth dates as people write them into files and forms.
import { plainWords } from './customer-columns';

// YYYY, YYYY-MM or YYYY-MM-DD, of somebody who may be alive.
export function isPartialDate(text: string): boolean {
  const parts = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text);
  if (!parts) return false;
  const [year, month, date] = [Number(parts[1]), Number(parts[2] ?? 1), Number(parts[3] ?? 1)];
  const made = new Date(Date.UTC(year, month - 1, date));
  return year >= 1900 && made.getUTCMonth() === month - 1 && made.getUTCDate() === date && made.getTime() <= Date.now();
}

const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const monthOf = (text: string) => months.findIndex((month) => [month, month.slice(0, 3)].includes(text.toLowerCase())) + 1;
const isYear = (text: string) => /^\d{4}$/.test(text);
const isShort = (text: string) => /^\d\d?$/.test(text);

// As much as is known: zeros stand for what is not.
function joined(year: string, month: number, day: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  if (month === 0 && day === 0) return year;
  return day === 0 ? `${year}-${two(month)}` : `${year}-${two(month)}-${two(day)}`;
}

// How a file writes dates of three numbers with the year last; null: each date tells it or is not read.
export type DateOrder = 'dmy' | 'mdy' | null;

// Two numbers before a year: which of them can only be the day.
function orderOf(a: number, b: number): DateOrder {
  if (a > 12 && b > 0 && b <= 12) return 'dmy';
  return b > 12 && a > 0 && a <= 12 ? 'mdy' : null;
}

function joinedNumbers(a: number, b: number, year: string, separator: string, given: DateOrder): string | null {
  if (separator === '.') return joined(year, b, a);
  if (a === 0 || b === 0) return joined(year, a + b, 0);
  const order = orderOf(a, b) ?? given;
  if (a === b && a <= 12) return joined(year, a, a);
  if ((a > 12 && b > 12) || !order) return null;
  return order === 'dmy' ? joined(year, b, a) : joined(year, a, b);
}

function fromParts(parts: string[], separator: string, order: DateOrder): string | null {
  const [a = '', b = '', c = ''] = parts;
  if (parts.length === 2) {
    if (isYear(a) && isShort(b)) return joined(a, Number(b), 0);
    if (!isYear(b)) return null;
    return monthOf(a) > 0 ? joined(b, monthOf(a), 0) : isShort(a) ? joined(b, Number(a), 0) : null;
  }
  if (parts.length !== 3) return null;
  if (isYear(a) && isShort(b) && isShort(c)) return joined(a, Number(b), Number(c));
  if (!isYear(c)) return null;
  if (monthOf(a) > 0 && isShort(b)) return joined(c, monthOf(a), Number(b));
  if (!isShort(a)) return null;
  if (monthOf(b) > 0) return joined(c, monthOf(b), Number(a));
  return isShort(b) ? joinedNumbers(Number(a), Number(b), c, separator, order) : null;
}

// A date without what databases and spreadsheets put around it.
const bareDate = (text: string) =>
  text.trim().replace(/([Tt ]00:00| 0:00)[0:.Zz+]*( am)?$/i, '').replace(/ 12:00[0:.]* am$/i, '').replace(/[ ,]+/g, ' ').trim();

// A date as spreadsheets and databases write it (31.1.1959, 1959/01/31, 19590131, 31-Jan-1959, Jan 31, 1959, 31/1/1959, 01/1959,
// 1959-01-31T00:00:00) in the order of the API, where it can be read in one way only; else as it is. Between dots the day is first
// everywhere. With slashes, hyphens or blanks it may be the month: such a date is read where one of the two numbers can only be the day
// or both are the same, else in the order of its file. The same as src/app/customers/customer_dates.cc.
export function dateInOrder(text: string, order: DateOrder = null): string {
  const date = bareDate(text);
  const packed = /^(\d{4})(\d\d)(\d\d)$/.exec(date);
  if (packed) return joined(packed[1]!, Number(packed[2]), Number(packed[3]));
  for (const separator of ['.', '/', '-', ' ']) {
    const read = fromParts(date.split(separator).map((part) => part.trim()), separator, order);
    if (read !== null) return read;
  }
  return text;
}

const numbersBeforeYear = (text: string): [number, number] | null => {
  const found = /^(\d\d?) ?([/\- ]) ?(\d\d?) ?\2 ?\d{4}$/.exec(bareDate(text));
  return found && [Number(found[1]), Number(found[3])];
};

// The order that a date proves for its file: 31/01/1959 is of one with the day first.
export function orderShownBy(text: string): DateOrder {
  const numbers = numbersBeforeYear(text);
  return numbers && orderOf(...numbers);
}

// Whether a date cannot be read without the order of its file: 03/04/1965.
export function needsOrder(text: string): boolean {
  const [a, b] = numbersBeforeYear(text) ?? [0, 0];
  return a > 0 && b > 0 && a <= 12 && b <= 12 && a !== b;
}

export const unknownDates = [
  'na', 'nan', 'none', 'null', 'nil', 'unknown', 'notknown', 'notgiven', 'notavailable', 'unbekannt', 'keineangabe', 'ka', 'inconnu', 'inconnue',
  'desconocido', 'desconocida', 'sconosciuto', 'sconosciuta', 'desconhecido', 'desconhecida', 'onbekend', 'nieznany', 'nieznana'];

// Whether a cell says that the date is not known: "n/a", "unknown", "-", "0000-00-00".
export function isUnknownDate(text: string): boolean {
  const word = plainWords(text);
  return /^\?*$/.test(word) || /^[0t]{6,}$/.test(word) || unknownDates.includes(word);
}
