import { client, dataOf, type Schemas } from './client';

export type AuditPage = Schemas['AuditAnswer']['data'];
export type AuditEntry = AuditPage['entries'][number];
export type AuditVerification = Schemas['AuditVerification']['data'];
export interface AuditQuery {
  after?: string;
  limit?: number;
  since?: string;
  category?: string;
  action?: string;
}

export const audit = {
  page: (query: AuditQuery) => dataOf<AuditPage>(client.GET('/monitoring/audit', { params: { query } })),
  verify: () => dataOf<AuditVerification>(client.POST('/monitoring/audit/verification')),
};
