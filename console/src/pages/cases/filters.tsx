import { NumberInput, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lists } from '../../api/lists';
import { Icon } from '../../components/icons';
import { DatasetPicker } from '../../components/pickers';
import type { CaseFilters } from '../../domain/case-filters';
import { strings } from '../../strings/en';
import classes from './cases.module.css';

const words = strings.cases;
const any = 'any';

interface Props {
  filters: CaseFilters;
  search: string;
  onSearch: (text: string) => void;
  onChange: (part: Partial<CaseFilters>) => void;
}

export function Filters({ filters, search, onSearch, onChange }: Props) {
  const known = useQuery({ queryKey: ['lists'], queryFn: lists.read });
  const listNames = (known.data?.lists ?? []).map(({ list, name }) => ({ value: list, label: name }));
  // A list of an old address that is gone stays to be seen, and to be taken out.
  if (filters.list && !listNames.some(({ value }) => value === filters.list)) listNames.push({ value: filters.list, label: filters.list });
  // A select that may be left open: "any" is a choice like the others.
  const choice = (label: string, value: string, options: Record<string, string>, set: (value: string) => void, width = 140) => (
    <Select size="xs" w={width} aria-label={label} allowDeselect={false} value={value || any} onChange={(chosen) => set(chosen === any || chosen === null ? '' : chosen)}
      data={[{ value: any, label: `${label}: ${words.any}` }, ...Object.entries(options).map(([each, text]) => ({ value: each, label: text }))]} />
  );
  return (
    <div className={classes.filters}>
      <TextInput size="xs" className={classes.search} aria-label={words.search} placeholder={words.search} leftSection={<Icon name="screening" size={14} />} value={search} maxLength={200}
        onChange={(event) => onSearch(event.currentTarget.value)} />
      <Select size="xs" w={130} aria-label={strings.fields.status} allowDeselect={false} value={filters.status} onChange={(value) => onChange({ status: value as CaseFilters['status'] })}
        data={[...(['open', 'true-positive', 'false-positive', 'discarded'] as const).map((value) => ({ value, label: strings.status[value] })), { value: 'all', label: strings.common.all }]} />
      {choice(words.family, filters.family, strings.families, (family) => onChange({ family: family as CaseFilters['family'] }), 130)}
      <DatasetPicker size="xs" className={classes.datasets} label={undefined} aria-label={strings.fields.datasets} value={filters.datasets} onChange={(datasets) => onChange({ datasets })} />
      <Select size="xs" w={170} aria-label={words.list} searchable clearable clearButtonProps={{ 'aria-label': strings.common.clear }} placeholder={`${words.list}: ${words.any}`} value={filters.list || null} onChange={(list) => onChange({ list: list ?? '' })} data={listNames} />
      {choice(words.birthDate, filters.birthDate, words.agreements, (birthDate) => onChange({ birthDate: birthDate as CaseFilters['birthDate'] }), 160)}
      {choice(words.country, filters.country, words.agreements, (country) => onChange({ country: country as CaseFilters['country'] }))}
      {choice(words.age, filters.age, words.ages, (age) => onChange({ age: age as CaseFilters['age'] }))}
      <NumberInput size="xs" w={110} aria-label={words.minScore} placeholder={words.minScore} min={0} max={100} clampBehavior="strict" allowDecimal={false} value={filters.minScore || ''} onChange={(value) => onChange({ minScore: Number(value) || 0 })} />
      <Select size="xs" w={140} aria-label={strings.queue.sort} allowDeselect={false} value={filters.sort} onChange={(value) => onChange({ sort: value as CaseFilters['sort'] })}
        data={Object.entries(words.sorts).map(([value, label]) => ({ value, label }))} />
    </div>
  );
}
