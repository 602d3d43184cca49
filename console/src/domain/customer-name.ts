// A customer's name from the columns of a file: a column of names may hold the whole name or one half of it. "Name, Vorname" is what German
// banks write, "Name, Surname" what English ones do; a half alone is not the customer's name.
import type { Family } from '../api/types';
import { fold } from './customer-columns';

export interface NameParts {
  name: string;
  firstName: string;
  middleName: string;
  lastName: string;  // with the second one, where the file has it
}
export type NameColumns = Record<keyof NameParts, boolean>;  // which of them the file has

const join = (...parts: string[]) => parts.filter(Boolean).join(' ');

// Line breaks and tabs within a cell, with the blanks around them, are one blank.
export const onOneLine = (text: string) => text.trim().replace(/ *[\r\n\t]+[ \r\n\t]*/g, ' ');

// Whether every word of the one stands in the other, whatever their case and accents.
function holdsWordsOf(whole: string, part: string): boolean {
  const words = (text: string) => fold(text).split(/[ ,.\-'\t\r\n]+/).filter(Boolean);
  const there = new Set(words(whole));
  return words(part).every((word) => there.has(word));
}

// `certain` is false when the columns name two different customers.
export function nameOf(given: NameParts, columns: NameColumns, family: Family | null): { name: string; certain: boolean } {
  const { name: whole, firstName, middleName, lastName } = given;
  const parts = join(firstName, middleName, lastName);
  const name = whole || parts;
  // Those of a business are somebody who speaks for it.
  if (!parts || family === 'business' || holdsWordsOf(name, parts)) return { name, certain: true };
  if (!columns.firstName || !columns.lastName)
    return { name: columns.firstName ? join(firstName, middleName, name, lastName) : join(name, middleName, lastName), certain: true };
  return holdsWordsOf(parts, name) ? { name: parts, certain: true } : { name, certain: false };
}
