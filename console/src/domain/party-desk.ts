// What this operator has judged of suggested pairs, ahead of the server: a judged pair leaves the
// suggestions at once, and comes back when the server refuses it or when it is undone.
import { parties, type PartyVerdict, type Suggestion } from '../api/parties';
import { strings } from '../strings/en';
import { desk } from './review-desk';

const words = strings.parties;
const judged = new Map<string, PartyVerdict>();
const listeners = new Set<() => void>();
let version = 0;
let returned: string | null = null;
// Judgements reach the server in the order in which they were made: one may contradict another.
let tail: Promise<unknown> = Promise.resolve();

export const pairKey = ({ left, right }: Suggestion) => `${left.resourceId} ${right.resourceId}`;

function changed(): void {
  version += 1;
  for (const each of listeners) each();
}

function bringBack(pairs: Suggestion[]): void {
  for (const pair of pairs) judged.delete(pairKey(pair));
  returned = pairs[0] ? pairKey(pairs[0]) : null;
  changed();
}

const store = (pairs: Suggestion[], verdict: PartyVerdict | 'withdrawn', reason: string) =>
  parties.judge(pairs.map(({ left, right }) => ({ left: left.resourceId, right: right.resourceId, verdict, ...(reason ? { reason } : {}) })));

export const partyDesk = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => { listeners.delete(listener); };
  },
  version: () => version,
  isJudged: (pair: Suggestion) => judged.has(pairKey(pair)),
  // The pair that came back last, once.
  takeReturned(): string | null {
    const key = returned;
    returned = null;
    return key;
  },

  // All or none is stored; what the server refuses is thrown, and the pairs are back.
  async judge(pairs: Suggestion[], verdict: PartyVerdict, reason: string): Promise<void> {
    for (const pair of pairs) judged.set(pairKey(pair), verdict);
    changed();
    const stored = tail.then(() => store(pairs, verdict, reason));
    tail = stored.catch(() => undefined);
    const forget = desk.rememberJob(async () => {
      await stored;
      await store(pairs, 'withdrawn', words.undoReason);
      bringBack(pairs);
      return pairs.length;
    }, words.undone);
    desk.announce(words.judged(pairs.length, words.verdicts[verdict]));
    try {
      await stored;
    } catch (problem) {
      forget();
      bringBack(pairs);
      throw problem;
    }
  },
};
