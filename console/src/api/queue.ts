import { client, dataOf } from './client';
import type { Family, Match, Status } from './types';

export interface QueueQuery {
  status?: Status | 'all';
  family?: Family;
  datasets?: string[];
  search?: string;
  minScore?: number;
  sort?: 'confidence' | 'score' | 'newest' | 'oldest' | 'record';
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
  lists: { list: string; name: string }[];
  confidence?: number;  // of the evidence, where the server has it
}
export interface QueuePage {
  matches: QueueMatch[];
  total: number;
  nextCursor?: string;
}

interface Entry extends Omit<QueueMatch, keyof Match> {
  match: Match;
}

export const queue = {
  async page(query: QueueQuery): Promise<QueuePage> {
    const { matches, ...rest } = await dataOf<Omit<QueuePage, 'matches'> & { matches: Entry[] }>(client.GET('/monitoring/matches', { params: { query } }));
    return { ...rest, matches: matches.map(({ match, ...entry }) => ({ ...entry, ...match })) };
  },
};
