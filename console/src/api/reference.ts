import { client, dataOf } from './client';

export interface Country {
  code: string;
  alpha3: string;
  name: string;
}
export interface Dataset {
  code: string;
  group: string;
  meaning: string;
  individual: boolean;
  business: boolean;
  evidence: boolean;
  expandsTo: string[];
}

export const reference = {
  countries: () => dataOf<{ countries: Country[] }>(client.GET('/monitoring/countries')),
  datasets: () => dataOf<{ datasets: Dataset[] }>(client.GET('/monitoring/datasets')),
};
