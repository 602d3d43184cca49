import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useMemo } from 'react';
import type { Family } from '../api/types';
import { strings } from '../strings/en';
import { useCountries, useDatasets } from './reference-data';

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
