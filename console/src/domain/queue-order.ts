// The order in which the queue was last shown, so that the page of one match knows its neighbours.
import { keyOf } from './review';
import type { Family } from '../api/types';

export interface Place {
  family: Family;
  monitorRecordId: string;
  qrCode: string;
}

let order: Place[] = [];
let keys: ReadonlySet<string> = new Set();

export const setQueueOrder = (places: Place[]) => {
  order = places;
  keys = new Set(places.map(keyOf));
};
export const isInQueueOrder = (place: Place) => keys.has(keyOf(place));
export const matchPath = (place: Place) => `/match/${place.family}/${encodeURIComponent(place.monitorRecordId)}/${place.qrCode}`;

export function neighbours(place: Place): { previous: Place | undefined; next: Place | undefined } {
  const at = order.findIndex((each) => keyOf(each) === keyOf(place));
  return at < 0 ? { previous: undefined, next: undefined } : { previous: order[at - 1], next: order[at + 1] };
}
