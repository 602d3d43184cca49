import { client, dataOf, type Schemas } from './client';

export type ValidationRun = Schemas['ValidationRun'];
export type ValidationResult = Schemas['ValidationResult'];
export type Tuning = Schemas['Tuning'];
export type AcceptedClass = Schemas['AcceptedClass'];

export const validation = {
  runs: async () => (await dataOf<{ runs: ValidationRun[] }>(client.GET('/validation/runs'))).runs,
  start: () => dataOf<{ run: ValidationRun }>(client.POST('/validation/runs', { body: {} })),
  accept: (input: { class: string; owner: string; note: string }) => dataOf<{ accepted: AcceptedClass }>(client.PUT('/validation/accepted', { body: input })),
  tuning: async () => (await dataOf<{ tuning: Tuning }>(client.GET('/validation/tuning'))).tuning,
  filePath: (id: string, name: string) => `/validation/runs/${encodeURIComponent(id)}/files/${name}`,
};
