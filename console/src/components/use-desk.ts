import { useEffect, useState, useSyncExternalStore } from 'react';
import { followEvents } from '../api/events';
import type { Family, Status } from '../api/types';
import { isInQueueOrder } from '../domain/queue-order';
import { desk } from '../domain/review-desk';

// Draws anew whenever a decision is made, settles or is undone; gives a number that moves with it.
export const useDesk = (): number => useSyncExternalStore(desk.subscribe, desk.version);

interface MatchEvent {
  data?: { family: Family; monitorRecordId: string; currentStatus: Status; match?: { qrCode: string; matchVersion: number } };
}

// Tells the desk what colleagues and the service do to the matches of the queue.
export function useDeskEvents(): void {
  useEffect(() => followEvents((type, text) => {
    if (!type.startsWith('match.') || type === 'match.created') return;
    const { data } = JSON.parse(text) as MatchEvent;
    if (!data?.match) return;
    const match = { family: data.family, monitorRecordId: data.monitorRecordId, ...data.match };
    if (isInQueueOrder(match)) desk.heard(match, data.currentStatus);
  }), []);
}

// The newest thing that the desk has told, for a line on the screen.
export function useTold<T>(read: Parameters<typeof desk.onTold>[0] extends (told: infer Told) => void ? (told: Told) => T | null : never): T | null {
  const [last, setLast] = useState<T | null>(null);
  useEffect(() => desk.onTold((told) => setLast((before) => read(told) ?? before)), [read]);
  return last;
}
