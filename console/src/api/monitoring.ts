import { client, dataOf } from './client';
import type { Family } from './types';

export interface MonitoringSettings {
  threshold: number;
  datasets: string[];
  birthDateRule: 'rank' | 'withinOneYear' | 'sameYear' | 'exact';
  countryRule: 'keepUnknown' | 'required' | 'ignore';
  autoDiscard: boolean;
  strictReviews: boolean;
  retentionDays: number;
}
export interface ScreeningStatus {
  status: 'IDLE' | 'RUNNING';
  lastStartISO?: string;
  lastCompletionISO?: string;
  percentComplete: number;
  matchesChanged: number;
  generation: number;
}
export interface StatusCounts {
  open: number;
  truePositive: number;
  falsePositive: number;
  discarded: number;
}
export interface Overview {
  records: Record<Family, { records: number; openRecords: number; matches: StatusCounts }>;
  openByAge: { today: number; week: number; month: number; older: number };
  openByDataset: { dataset: string; matches: number }[];
  oldestOpenDateTimeISO?: string;
  days: { date: string; created: number; reviewed: number }[];
  scores: ({ score: number } & StatusCounts)[];
}

export const monitoring = {
  settings: () => dataOf<MonitoringSettings>(client.GET('/monitoring/settings' as never)),
  change: (body: Partial<MonitoringSettings>) => dataOf<MonitoringSettings>(client.PUT('/monitoring/settings' as never, { body } as never)),
  status: () => dataOf<ScreeningStatus>(client.GET('/monitoring/screening-status' as never)),
  overview: () => dataOf<Overview>(client.GET('/monitoring/overview' as never)),
};
