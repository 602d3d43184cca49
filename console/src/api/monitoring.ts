import { client, dataOf, type Schemas } from './client';

export type MonitoringSettings = Schemas['MonitoringSettings'];
export type ScreeningStatus = Schemas['ScreeningStatusAnswer']['data'];
export type StatusCounts = Schemas['StatusCounts'];
export type Overview = Schemas['MonitoringOverview']['data'];

export const monitoring = {
  settings: () => dataOf<MonitoringSettings>(client.GET('/monitoring/settings')),
  change: (body: Partial<MonitoringSettings>) => dataOf<MonitoringSettings>(client.PUT('/monitoring/settings', { body })),
  status: () => dataOf<ScreeningStatus>(client.GET('/monitoring/screening-status')),
  overview: () => dataOf<Overview>(client.GET('/monitoring/overview')),
};
