import { client, dataOf } from './client';
import type { Explanation, Family, Profile, ScreeningData } from './types';

export interface Question {
  family: Family;
  name: string;
  identifiers?: { type: string; value: string }[];
  threshold: number;
  countries: string[];
  datasets: string[];
  dob?: string;
  gender?: '' | 'male' | 'female';
  limit?: number;
  offset?: number;
}

// One question in both families, or in one.
export type Kind = Family | 'both';
export type Inquiry = Omit<Question, 'family'> & { kind: Kind };

export const screening = {
  // Each family is searched, and recorded, by itself; nobody gets half an answer.
  searchAll: (families: Family[], { kind: _, ...rest }: Inquiry): Promise<ScreeningData[]> =>
    Promise.all(families.map((family) => screening.search({ ...rest, family }))),
  search({ family, name, countries, datasets, dob, gender, ...rest }: Question): Promise<ScreeningData> {
    const body = {
      search_type: family,
      order: 'confidence' as const,
      ...(family === 'individual' ? { name } : { company_name: name }),
      ...(countries.length ? { countries } : {}),
      ...(datasets.length ? { datasets } : {}),
      ...(dob && family === 'individual' ? { dob } : {}),
      ...(gender && family === 'individual' ? { gender } : {}),
      ...rest,
    };
    // POST, so that the name of a person stands in no address line and no log on the way.
    return dataOf<ScreeningData>(client.POST('/screening', { body }));
  },
  profile: (family: Family, resourceId: string): Promise<Profile> =>
    family === 'individual'
      ? dataOf<Profile>(client.GET('/monitoring/individual/profileLookup', { params: { query: { resource_id: resourceId } } }))
      : dataOf<Profile>(client.GET('/monitoring/business/profileLookup', { params: { query: { resource_id: resourceId } } })),
  explain: (family: Family, name: string, listed: string, score?: number): Promise<Explanation> =>
    dataOf(client.POST('/screening/explanation', { body: { search_type: family, name, listed, ...(score === undefined ? {} : { score }) } })),
};
