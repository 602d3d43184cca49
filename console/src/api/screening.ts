import { client, dataOf } from './client';
import type { Explanation, Family, Profile, ScreeningData } from './types';

export interface Question {
  family: Family;
  name: string;
  threshold: number;
  countries: string[];
  datasets: string[];
  dob?: string;
  gender?: '' | 'male' | 'female';
  limit?: number;
  offset?: number;
}

export const screening = {
  search({ family, name, countries, datasets, dob, gender, ...rest }: Question): Promise<ScreeningData> {
    const body = {
      search_type: family,
      ...(family === 'individual' ? { name } : { company_name: name }),
      ...(countries.length ? { countries } : {}),
      ...(datasets.length ? { datasets } : {}),
      ...(dob ? { dob } : {}),
      ...(gender ? { gender } : {}),
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
