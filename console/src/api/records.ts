import { client, dataOf, type Schemas } from './client';
import type { Family, HistoryStep, Match, MonitorRecord, RecordList, Review } from './types';

export interface RecordInput {
  id: string;
  name: string;
  countries?: string[];  // absent: a record that exists keeps its own
  dob?: string;
  gender?: string;
}
export type ReviewInput = Schemas['ReviewInput'];
export type ReviewResult = Schemas['ReviewResult'];
export type SaveOutcome = Omit<Schemas['IndividualSaveAnswer']['data'], 'monitorRecords'>;

const person = (id: string) => ({ individual_monitor_record_id: id });
const business = (id: string) => ({ business_monitor_record_id: id });

// The operations of both families have the same inputs under different paths.
export const records = {
  list: (family: Family, query: { limit?: number; offset?: number; status?: 'open'; search?: string } = {}): Promise<RecordList> =>
    family === 'individual'
      ? dataOf(client.GET('/monitoring/individual/records/getAll', { params: { query } }))
      : dataOf(client.GET('/monitoring/business/records/getAll', { params: { query } })),
  read: (family: Family, id: string): Promise<MonitorRecord> =>
    family === 'individual'
      ? dataOf(client.GET('/monitoring/individual/records/getSingle', { params: { query: person(id) } }))
      : dataOf(client.GET('/monitoring/business/records/getSingle', { params: { query: business(id) } })),
  save: (family: Family, { id, ...record }: RecordInput): Promise<MonitorRecord> =>
    family === 'individual'
      ? dataOf(client.POST('/monitoring/individual/records/addOrUpdateSingle', { body: { ...person(id), ...record } }))
      : dataOf(client.POST('/monitoring/business/records/addOrUpdateSingle', { body: { ...business(id), ...record } })),
  // Each record is taken or refused by itself.
  saveAll: (family: Family, monitorRecords: RecordInput[]): Promise<SaveOutcome> =>
    family === 'individual'
      ? dataOf(client.POST('/monitoring/individual/records/addOrUpdateMultiple', { params: { query: { partial: true } }, body: { monitorRecords } }))
      : dataOf(client.POST('/monitoring/business/records/addOrUpdateMultiple', { params: { query: { partial: true } }, body: { monitorRecords } })),
  remove: (family: Family, id: string): Promise<{ deleted: true }> =>
    family === 'individual'
      ? dataOf(client.POST('/monitoring/individual/records/deleteRecord', { params: { query: person(id) } }))
      : dataOf(client.POST('/monitoring/business/records/deleteRecord', { params: { query: business(id) } })),
  matches: (family: Family, id: string): Promise<{ matches: Match[] }> =>
    family === 'individual'
      ? dataOf(client.GET('/monitoring/individual/records/matches/getAll', { params: { query: person(id) } }))
      : dataOf(client.GET('/monitoring/business/records/matches/getAll', { params: { query: business(id) } })),
  reviews: (family: Family, id: string, qrCode: string): Promise<{ matchReviews: Review[] }> =>
    family === 'individual'
      ? dataOf(client.GET('/monitoring/individual/records/matches/getReviews', { params: { query: { ...person(id), match_qrcode: Number(qrCode) } } }))
      : dataOf(client.GET('/monitoring/business/records/matches/getReviews', { params: { query: { ...business(id), match_qrcode: Number(qrCode) } } })),
  history: (family: Family, id: string, qrCode: string): Promise<{ history: HistoryStep[] }> =>
    family === 'individual'
      ? dataOf(client.GET('/monitoring/individual/records/matches/getHistory', { params: { query: { ...person(id), match_qrcode: Number(qrCode) } } }))
      : dataOf(client.GET('/monitoring/business/records/matches/getHistory', { params: { query: { ...business(id), match_qrcode: Number(qrCode) } } })),
  // With `partial` each review is taken or refused by itself; without it one that is refused refuses all.
  // The same key sent again stores nothing twice.
  review: (family: Family, id: string, reviews: ReviewInput[], partial = false, key?: string): Promise<{ results: ReviewResult[] }> => {
    const query = partial ? { partial } : {};
    const header = key ? { 'Idempotency-Key': key } : {};
    return family === 'individual'
      ? dataOf(client.POST('/monitoring/individual/records/matches/insertMultipleReviews', { params: { query, header }, body: { ...person(id), reviews } }))
      : dataOf(client.POST('/monitoring/business/records/matches/insertMultipleReviews', { params: { query, header }, body: { ...business(id), reviews } }));
  },
};
