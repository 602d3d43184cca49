// Birth dates as people write them into files and forms.

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

// A date as spreadsheets and databases write it (31.1.1959, 1959/01/31, 19590131, 31-Jan-1959, 1959-01-31T00:00:00) in the order of the
// API, where it can be read in one way only; else as it is. Between dots the day is first everywhere; with slashes or hyphens it may be
// the month, and such a date is nobody's to guess.
export function dateInOrder(text: string): string {
  const date = text.trim().replace(/(?<=.{8})[Tt ]0?0:00[0:.Zz+]*$/, '');
  const joined = (...[year, month, day]: string[]) => `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
  const packed = /^(\d{4})(\d\d)(\d\d)$/.exec(date);
  if (packed) return joined(...packed.slice(1));
  for (const separator of ['.', '/', '-', ' ']) {
    const [a = '', b = '', c = '', more] = date.split(separator).map((part) => part.trim());
    if (more !== undefined) continue;
    if (/^\d{4}$/.test(a) && /^\d\d?$/.test(b) && /^\d\d?$/.test(c)) return joined(a, b, c);
    if (!/^\d\d?$/.test(a) || !/^\d{4}$/.test(c)) continue;
    if (separator === '.' && /^\d\d?$/.test(b)) return joined(c, b, a);
    if (monthOf(b) > 0) return joined(c, String(monthOf(b)), a);
  }
  return text;
}
