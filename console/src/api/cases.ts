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
export type CaseItem = Schemas['CaseItem'];
export interface NewLink {
  linkKind: 'record' | 'profile';
  linkFamily: Family;
  linkId: string;
  comment?: string;
}
export const mostFileBytes = 10 * 1024 * 1024;
export const fileEndings = '.csv,.doc,.docx,.eml,.gif,.jpeg,.jpg,.json,.msg,.odt,.ods,.pdf,.png,.tif,.tiff,.txt,.webp,.xls,.xlsx';
export type CaseStep = HistoryStep & { qrCode: string };
export interface Case {
  family: Family;
  record: MonitorRecord;
  matches: CaseMatch[];
  timeline: CaseStep[];
  timelineSteps: number;
  items: CaseItem[];
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
  comment: (family: Family, id: string, comment: string) => dataOf<{ item: CaseItem }>(client.POST('/monitoring/case/comments', { body: { family, id, comment } })),
  link: (family: Family, id: string, link: NewLink) => dataOf<{ item: CaseItem }>(client.POST('/monitoring/case/links', { body: { family, id, ...link } })),
  attach: (family: Family, id: string, file: File) => dataOf<{ item: CaseItem }>(client.POST('/monitoring/case/attachments', {
    params: { query: { family, id, name: file.name } }, body: file as unknown as string, bodySerializer: (body: unknown) => body as BodyInit, headers: { 'Content-Type': 'application/octet-stream' },
  })),
  removeItem: (family: Family, id: string, item: number) => dataOf<{ item: CaseItem }>(client.DELETE('/monitoring/case/items', { params: { query: { family, id, item } } })),
  attachmentPath: (family: Family, id: string, item: number) => `/monitoring/case/attachments?${new URLSearchParams({ family, id, item: String(item) }).toString()}`,
  views: () => dataOf<{ views: SharedView[] }>(client.GET('/monitoring/views')),
  saveView: (name: string, query: string) => dataOf<{ name: string }>(client.PUT('/monitoring/views', { body: { page: 'cases', name, query } })),
  deleteView: (name: string) => dataOf<{ name: string }>(client.DELETE('/monitoring/views', { params: { query: { page: 'cases', name } } })),
  // Without a format it is JSON.
  report: (from: string, to: string) => dataOf<DecisionReport>(client.GET('/monitoring/report', { params: { query: { from, to } } }) as Parameters<typeof dataOf<DecisionReport>>[0]),
  reportPath: (from: string, to: string, format: 'csv' | 'pdf') => `/monitoring/report?${new URLSearchParams({ from, to, format }).toString()}`,
  filePath: (family: Family, id: string, format: 'zip' | 'pdf') => `/monitoring/case/file?${new URLSearchParams({ family, id, format }).toString()}`,
};
