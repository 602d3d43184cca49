// Comments and ratings that were typed and are not saved yet, by match. They outlive the form, so that
// no way out of it loses them; every review of the match takes its draft along.
import { keyOf, type Target } from './review';

export interface Draft {
  comment: string;
  rating: string;
}

const none: Draft = { comment: '', rating: '' };
const kept = new Map<string, Draft>();

// One draft for each match, and one for whichever group of matches is being reviewed together.
export const draftKey = (targets: Pick<Target, 'family' | 'monitorRecordId' | 'qrCode'>[]) => (targets.length === 1 ? keyOf(targets[0]!) : 'group');

export const drafts = {
  of: (key: string): Draft => kept.get(key) ?? none,
  has: (key: string) => kept.has(key),
  keep(key: string, draft: Draft): void {
    if (draft.comment.trim() || draft.rating.trim()) kept.set(key, draft);
    else kept.delete(key);
  },
  drop: (key: string) => { kept.delete(key); },
};
