// The filters of the cases as the page's address has them, so that a filtered queue can be
// linked, kept as a bookmark and shared as a view.
import type { Agreement, CaseQuery, CaseSort } from '../api/cases';
import type { Family, Status } from '../api/types';

export interface CaseFilters {
  status: Status | 'all';
  family: Family | '';
  datasets: string[];
  list: string;
  minScore: number;
  birthDate: Agreement | '';
  country: Agreement | '';
  age: '' | 'today' | 'week' | 'older';
  search: string;
  sort: CaseSort;
}

export const noFilters: CaseFilters = { status: 'open', family: '', datasets: [], list: '', minScore: 0, birthDate: '', country: '', age: '', search: '', sort: 'score' };

const statuses = ['open', 'true-positive', 'false-positive', 'discarded', 'all'] as const;
const families = ['individual', 'business'] as const;
const agreements = ['agrees', 'compatible', 'unknown', 'conflicts'] as const;
const ages = ['today', 'week', 'older'] as const;
const sorts = ['score', 'newest', 'oldest', 'record'] as const;

// What is not one of the values counts as left out: an address may have been typed.
const oneOf = <T extends string, E extends string>(values: readonly T[], text: string | null, otherwise: E): T | E => values.find((value) => value === text) ?? otherwise;

export function filtersOf(address: string): CaseFilters {
  const given = new URLSearchParams(address);
  const score = Number(given.get('minScore') ?? 0);
  return {
    status: oneOf(statuses, given.get('status'), 'open'),
    family: oneOf(families, given.get('family'), ''),
    datasets: (given.get('datasets') ?? '').split(',').filter(Boolean),
    list: given.get('list') ?? '',
    minScore: Number.isInteger(score) && score >= 0 && score <= 100 ? score : 0,
    birthDate: oneOf(agreements, given.get('birthDate'), ''),
    country: oneOf(agreements, given.get('country'), ''),
    age: oneOf(ages, given.get('age'), ''),
    search: given.get('search') ?? '',
    sort: oneOf(sorts, given.get('sort'), 'score'),
  };
}

// Only what differs from no filters.
export function addressOf(filters: CaseFilters): string {
  const out = new URLSearchParams();
  for (const key of Object.keys(noFilters) as (keyof CaseFilters)[]) {
    const value = String(filters[key]);
    if (value !== String(noFilters[key])) out.set(key, value);
  }
  return out.toString();
}

const days: Record<CaseFilters['age'], { minAgeDays?: number; maxAgeDays?: number }> = { '': {}, today: { maxAgeDays: 1 }, week: { maxAgeDays: 7 }, older: { minAgeDays: 7 } };

export function queryOf({ status, family, datasets, list, minScore, birthDate, country, age, search, sort }: CaseFilters): CaseQuery {
  return {
    status, sort, ...days[age], ...(family ? { family } : {}), ...(datasets.length ? { datasets } : {}), ...(list ? { list } : {}), ...(minScore ? { minScore } : {}),
    ...(birthDate ? { birthDate } : {}), ...(country ? { country } : {}), ...(search.trim() ? { search: search.trim() } : {}),
  };
}

export const casePath = (family: Family, id: string) => `/case/${family}/${encodeURIComponent(id)}`;
