import { client, dataOf } from './client';
import type { Family, HistoryStep, Match, MonitorRecord, RecordList, Review, Status } from './types';

export interface RecordInput {
  id: string;
  name: string;
  countries: string[];
  dob?: string;
  gender?: string;
}
export interface ReviewInput {
  qrCode: string;
  status?: Status;
  clientComment?: string;
  clientRiskRating?: string;
  clientUserId?: string;
  expectedStatus?: Status;
  matchVersion?: number;
}
export interface ReviewResult {
  qrCode: string;
  statusCode: number;
  currentStatus?: Status;
  matchVersion?: number;
}
export interface ItemResult {
  id: string;
  statusCode: number;
  result?: 'created' | 'updated' | 'unchanged';
  error?: { code: string; message: string; details?: { path: string; message: string }[] };
}

const recordId = (family: Family, id: string) =>
  family === 'individual' ? { individual_monitor_record_id: id } : { business_monitor_record_id: id };

// The operations of both families have the same inputs under different paths.
const paths = {
  individual: {
    all: '/monitoring/individual/records/getAll', single: '/monitoring/individual/records/getSingle', save: '/monitoring/individual/records/addOrUpdateSingle',
    saveAll: '/monitoring/individual/records/addOrUpdateMultiple', remove: '/monitoring/individual/records/deleteRecord',
    matches: '/monitoring/individual/records/matches/getAll', review: '/monitoring/individual/records/matches/insertMultipleReviews',
    reviews: '/monitoring/individual/records/matches/getReviews', history: '/monitoring/individual/records/matches/getHistory',
  },
  business: {
    all: '/monitoring/business/records/getAll', single: '/monitoring/business/records/getSingle', save: '/monitoring/business/records/addOrUpdateSingle',
    saveAll: '/monitoring/business/records/addOrUpdateMultiple', remove: '/monitoring/business/records/deleteRecord',
    matches: '/monitoring/business/records/matches/getAll', review: '/monitoring/business/records/matches/insertMultipleReviews',
    reviews: '/monitoring/business/records/matches/getReviews', history: '/monitoring/business/records/matches/getHistory',
  },
} as const;

export const records = {
  list: (family: Family, query: { limit?: number; offset?: number; status?: 'open' } = {}): Promise<RecordList> =>
    dataOf(client.GET(paths[family].all, { params: { query } } as never)),
  read: (family: Family, id: string): Promise<MonitorRecord> =>
    dataOf(client.GET(paths[family].single, { params: { query: recordId(family, id) } } as never)),
  save: (family: Family, { id, ...record }: RecordInput): Promise<MonitorRecord & { result: string }> =>
    dataOf(client.POST(paths[family].save, { body: { ...recordId(family, id), ...record } } as never)),
  saveAll: (family: Family, monitorRecords: RecordInput[]): Promise<{ results: ItemResult[]; hasErrors: boolean; createdCount: number; updatedCount: number; unchangedCount: number }> =>
    dataOf(client.POST(paths[family].saveAll, { params: { query: { partial: true } }, body: { monitorRecords } } as never)),
  remove: (family: Family, id: string): Promise<{ deleted: true }> =>
    dataOf(client.POST(paths[family].remove, { params: { query: recordId(family, id) } } as never)),
  matches: (family: Family, id: string): Promise<{ matches: Match[] }> =>
    dataOf(client.GET(paths[family].matches, { params: { query: recordId(family, id) } } as never)),
  reviews: (family: Family, id: string, qrCode: string): Promise<{ matchReviews: Review[] }> =>
    dataOf(client.GET(paths[family].reviews, { params: { query: { ...recordId(family, id), match_qrcode: Number(qrCode) } } } as never)),
  history: (family: Family, id: string, qrCode: string): Promise<{ history: HistoryStep[] }> =>
    dataOf(client.GET(paths[family].history as never, { params: { query: { ...recordId(family, id), match_qrcode: Number(qrCode) } } } as never)),
  // With `partial` each review is taken or refused by itself; without it one that is refused refuses all.
  review: (family: Family, id: string, reviews: ReviewInput[], partial = false): Promise<{ results: ReviewResult[] }> =>
    dataOf(client.POST(paths[family].review, { params: { query: partial ? { partial } : {} }, body: { ...recordId(family, id), reviews } } as never)),
};
