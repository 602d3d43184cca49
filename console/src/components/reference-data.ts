import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { reference } from '../api/reference';

// The code lists never change while the server runs.
const forever = { staleTime: Infinity, gcTime: Infinity } as const;

export const useCountries = () => useQuery({ queryKey: ['countries'], queryFn: reference.countries, ...forever }).data?.countries ?? [];
export const useDatasets = () => useQuery({ queryKey: ['datasets'], queryFn: reference.datasets, ...forever }).data?.datasets ?? [];

export function useDatasetMeanings(): Map<string, string> {
  const datasets = useDatasets();
  return useMemo(() => new Map(datasets.map((each) => [each.code, each.meaning])), [datasets]);
}
export function useCountryName(): (code: string) => string {
  const countries = useCountries();
  const names = useMemo(() => new Map(countries.map((each) => [each.code.toUpperCase(), each.name])), [countries]);
  return (code) => names.get(code.toUpperCase()) ?? code.toUpperCase();
}
