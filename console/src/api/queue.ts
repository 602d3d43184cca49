import { client, dataOf } from './client';
import type { Family, Match, Status } from './types';

export interface QueueQuery {
  status?: Status | 'all';
  family?: Family;
  datasets?: string[];
  search?: string;
  minScore?: number;
  sort?: 'score' | 'newest' | 'oldest' | 'name';
  limit?: number;
  cursor?: string;
}
// A match of any record, with the record it belongs to.
export interface QueueMatch extends Match {
  family: Family;
  monitorRecordId: string;
  recordName: string;
  createdDateTimeISO: string;
  lastUpdatedDateTimeISO: string;
}
export interface QueuePage {
  matches: QueueMatch[];
  total: number;
  nextCursor?: string;
}

export const queue = {
  page: (query: QueueQuery): Promise<QueuePage> => dataOf(client.GET('/monitoring/matches' as never, { params: { query } } as never)),
};
