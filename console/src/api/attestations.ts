import { client, dataOf, type Schemas } from './client';

export type Attestation = Schemas['Attestation'];
export type AttestedDay = Schemas['AttestationDays']['data']['days'][number];
type Days = Schemas['AttestationDays']['data'];
type Answer = Parameters<typeof dataOf<Days>>[0];
type DayAnswer = Parameters<typeof dataOf<{ attestation: Attestation }>>[0];

const path = (query: Record<string, string>) => `/monitoring/attestations?${new URLSearchParams({ ...query, format: 'zip' }).toString()}`;

export const attestations = {
  // Without a format it is JSON.
  days: () => dataOf<Days>(client.GET('/monitoring/attestations') as Answer),
  async day(date: string): Promise<Attestation> {
    return (await dataOf<{ attestation: Attestation }>(client.GET('/monitoring/attestations', { params: { query: { date } } }) as DayAnswer)).attestation;
  },
  dayPath: (date: string) => path({ date }),
  yearPath: (year: string) => path({ year }),
};
