// How the words of two names met, made ready to be drawn.
import type { Explanation } from '../api/types';

export type Way = 'exact' | 'typo' | 'phonetic' | 'equivalent' | 'initial' | 'other' | 'left';

const ways: Record<string, Way> = {
  exact_match: 'exact', edit_distance: 'typo', phonetic: 'phonetic', equivalent_name: 'equivalent',
  word_to_initial: 'initial', initial_to_word: 'initial',
};

// The most telling way of a word: what differs most.
export function wayOf(types: string[]): Way {
  if (types.length === 0) return 'left';
  const known = types.map((type) => ways[type] ?? 'other');
  for (const way of ['typo', 'phonetic', 'equivalent', 'initial', 'other', 'exact'] as const) if (known.includes(way)) return way;
  return 'other';
}

export interface Pair {
  query: string;
  listed: string;
  way: Way;
}

// One column per word: what met, then what only the listed name has.
export function pairs(explanation: Explanation): Pair[] {
  const met = explanation.words.map((word) => ({ query: word.query_term, listed: word.met, way: word.met ? wayOf(word.match_types) : 'left' as Way }));
  return [...met, ...explanation.left_listed.map((listed) => ({ query: '', listed, way: 'left' as Way }))];
}

// Whether the first letter with a direction runs from right to left.
export function isRightToLeft(text: string): boolean {
  const first = /\p{L}/u.exec(text)?.[0] ?? '';
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first);
}
