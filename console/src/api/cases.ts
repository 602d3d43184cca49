import { client, dataOf, type Schemas } from './client';
import type { Family, HistoryStep, Match, MonitorRecord, Status } from './types';

export type Agreement = Schemas['PartyAgreement'];
export type CaseSort = 'score' | 'newest' | 'oldest' | 'record';
export interface CaseQuery {
  status?: Status | 'all';
  family?: Family;
  datasets?: string[];
  list?: string;
  minScore?: number;
  birthDate?: Agreement;
  country?: Agreement;
  minAgeDays?: number;
  maxAgeDays?: number;
  search?: string;
  sort?: CaseSort;
  limit?: number;
  cursor?: string;
}
interface Named {
  list: string;
  name: string;
}
export interface CaseRow {
  family: Family;
  record: MonitorRecord;
  score: number;
  matches: number;
  names: string[];
  datasets: string[];
  lists: Named[];
  birthDate: Agreement;
  country: Agreement;
  oldestDateTimeISO: string;
  newestDateTimeISO: string;
}
export interface CasePage {
  cases: CaseRow[];
  total?: number;
  totalIsExact?: boolean;
  nextCursor?: string;
}
export interface CaseMatch extends Match {
  lists: Named[];
  birthDate: Agreement;
  country: Agreement;
  createdDateTimeISO: string;
}
export type CaseStep = HistoryStep & { qrCode: string };
export interface Case {
  family: Family;
  record: MonitorRecord;
  matches: CaseMatch[];
  timeline: CaseStep[];
  timelineSteps: number;
}
export type SharedView = Schemas['SharedView'];
export type DecisionReport = Schemas['DecisionReport']['data'];

interface WireCase extends Omit<Case, 'matches'> {
  matches: (Omit<CaseMatch, keyof Match> & { match: Match })[];
}

export const cases = {
  page: (query: CaseQuery): Promise<CasePage> => dataOf<CasePage>(client.GET('/monitoring/cases', { params: { query } })),
  async read(family: Family, id: string): Promise<Case> {
    const answer = await dataOf<{ case: WireCase }>(client.GET('/monitoring/case', { params: { query: { family, id } } }));
    return { ...answer.case, matches: answer.case.matches.map(({ match, ...rest }) => ({ ...rest, ...match })) };
  },
  views: () => dataOf<{ views: SharedView[] }>(client.GET('/monitoring/views')),
  saveView: (name: string, query: string) => dataOf<{ name: string }>(client.PUT('/monitoring/views', { body: { page: 'cases', name, query } })),
  deleteView: (name: string) => dataOf<{ name: string }>(client.DELETE('/monitoring/views', { params: { query: { page: 'cases', name } } })),
  // Without a format it is JSON.
  report: (from: string, to: string) => dataOf<DecisionReport>(client.GET('/monitoring/report', { params: { query: { from, to } } }) as Parameters<typeof dataOf<DecisionReport>>[0]),
  reportPath: (from: string, to: string) => `/monitoring/report?${new URLSearchParams({ from, to, format: 'csv' }).toString()}`,
  filePath: (family: Family, id: string) => `/monitoring/case/file?${new URLSearchParams({ family, id }).toString()}`,
};
