import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { reference } from '../api/reference';
import type { Family } from '../api/types';
import { strings } from '../strings/en';

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

export function Countries({ codes }: { codes: string[] }) {
  const name = useCountryName();
  return <span title={codes.map(name).join(', ')}>{codes.map((code) => code.toUpperCase()).join(' ')}</span>;
}

type Picker = Omit<MultiSelectProps, 'data'>;

export function CountryPicker(props: Picker) {
  const countries = useCountries();
  const data = useMemo(() => countries.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })), [countries]);
  return <MultiSelect label={strings.fields.countries} placeholder={props.value?.length ? undefined : strings.fields.anyCountry} searchable clearable
    hidePickedOptions limit={60} clearButtonProps={{ 'aria-label': strings.common.clear }} {...props} data={data} />;
}

export function DatasetPicker({ family, ...props }: Picker & { family?: Family }) {
  const datasets = useDatasets();
  const data = useMemo(() => datasets.filter((each) => each.expandsTo.length > 0 || !family || each[family])
    .map(({ code, meaning }) => ({ value: code, label: `${code} · ${meaning}` })), [datasets, family]);
  return <MultiSelect label={strings.fields.datasets} placeholder={props.value?.length ? undefined : strings.fields.anyDataset} searchable clearable
    hidePickedOptions clearButtonProps={{ 'aria-label': strings.common.clear }} {...props} data={data} />;
}
