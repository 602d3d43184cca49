import { Button, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { cases as api, type CaseRow } from '../../api/cases';
import { Agreement } from '../../components/agreement';
import { Datasets } from '../../components/datasets';
import { Empty } from '../../components/empty';
import { FailureBox } from '../../components/failure';
import { Icon } from '../../components/icons';
import { Name } from '../../components/name';
import { Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { Score } from '../../components/status';
import { useKeys } from '../../components/use-keys';
import { useLive } from '../../components/use-live';
import { VirtualTable, type Column } from '../../components/virtual-table';
import { When } from '../../components/when';
import { addressOf, casePath, filtersOf, noFilters, queryOf, type CaseFilters } from '../../domain/case-filters';
import { strings } from '../../strings/en';
import classes from './cases.module.css';
import { Filters } from './filters';
import { Views } from './views';

const words = strings.cases;
const pageSize = 200;
const keyOf = ({ family, record }: CaseRow) => JSON.stringify([family, record.id]);

export default function CasesPage() {
  const [, go] = useLocation();
  const address = useSearch();
  const filters = useMemo(() => filtersOf(address), [address]);
  const [active, setActive] = useState(0);
  const [search, setSearch] = useState(filters.search);
  const [settled] = useDebouncedValue(search, 250);
  const change = (part: Partial<CaseFilters>) => {
    const query = addressOf({ ...filters, search, ...part });
    setActive(0);
    go(query ? `/cases?${query}` : '/cases', { replace: true });
  };
  // The field of the search is ahead of the address while somebody types in it.
  useEffect(() => { if (settled !== filters.search) change({ search: settled }); }, [settled]); // eslint-disable-line react-hooks/exhaustive-deps
  useEffect(() => setSearch(filters.search), [filters.search]);

  const query = useMemo(() => queryOf(filters), [filters]);
  const pages = useInfiniteQuery({
    queryKey: ['cases', query], initialPageParam: '', placeholderData: keepPreviousData, refetchOnWindowFocus: false,
    queryFn: ({ pageParam }) => api.page({ ...query, limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) }),
    getNextPageParam: (page) => page.nextCursor ?? null,
  });
  const rows = useMemo(() => (pages.data?.pages ?? []).flatMap(({ cases }) => cases), [pages.data]);
  const first = pages.data?.pages[0];
  const total = Math.max(rows.length, first?.total ?? 0);
  const changed = useChanged(query, first?.total, !pages.isFetching);
  useEffect(() => { if (active >= rows.length && rows.length > 0) setActive(rows.length - 1); }, [active, rows.length]);

  const openActive = () => { const here = rows[active]; if (here) go(casePath(here.family, here.record.id)); };
  const move = (by: number) => setActive((at) => Math.max(0, Math.min(rows.length - 1, at + by)));
  useKeys([
    { key: 'j', run: () => move(1), repeats: true }, { key: 'ArrowDown', run: () => move(1), repeats: true },
    { key: 'k', run: () => move(-1), repeats: true }, { key: 'ArrowUp', run: () => move(-1), repeats: true },
    { key: 'Enter', run: openActive },
  ]);
  const filtered = addressOf({ ...filters, sort: noFilters.sort }) !== '';
  return (
    <Page title={words.title} wide aside={<Text size="sm" c="dimmed">{first ? words.count(total, first.totalIsExact !== false) : ''}</Text>} actions={<Views query={addressOf(filters)} />}>
      <Filters filters={filters} search={search} onSearch={setSearch} onChange={change} />
      {changed && <Notice kind="info" action={<Button size="xs" variant="default" onClick={() => { setActive(0); void pages.refetch(); }}>{words.reload}</Button>}>{words.changed}</Notice>}
      {pages.isError && <FailureBox problem={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.data && rows.length === 0 && !pages.isFetching && !pages.hasNextPage
        ? <Empty title={filtered ? words.noneFilteredTitle : words.noneTitle} action={filtered && <Button size="xs" variant="default" onClick={() => change(noFilters)}>{strings.queue.clearFilters}</Button>}>{filtered ? undefined : words.noneText}</Empty>
        : <VirtualTable label={words.title} columns={columns} rows={rows} total={total} rowKey={keyOf} active={active} onActive={setActive} onOpen={({ family, record }) => go(casePath(family, record.id))}
            onNearEnd={() => { if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage(); }} rowHeight={48} height={`min(calc(100vh - 190px), ${36 + 48 * Math.max(rows.length, 4)}px)`} />}
    </Page>
  );
}

// Whether there are other cases than those that are shown. Rows do not move under the hand of the
// analyst: new ones come when they are asked for.
function useChanged(query: object, shown: number | undefined, settled: boolean): boolean {
  const live = useLive(['cases-total']);
  const now = useQuery({ queryKey: ['cases-total', query], queryFn: () => api.page({ ...query, limit: 1 }), refetchInterval: live ? false : 20_000 });
  return settled && !now.isFetching && shown !== undefined && now.data?.total !== undefined && now.data.total !== shown;
}

const columns: Column<CaseRow>[] = [
  { key: 'score', title: words.columns.score, width: '78px', cell: ({ score }) => <Score value={score} /> },
  { key: 'customer', title: words.columns.customer, width: 'minmax(130px, 1.4fr)', cell: ({ family, record }) => <span className={classes.customer}><Icon name={family === 'individual' ? 'person' : 'business'} size={14} /><Link href={casePath(family, record.id)} tabIndex={-1}><Name strong>{record.name}</Name></Link> <small>{record.id}</small></span> },
  { key: 'matches', title: words.columns.matches, width: '70px', cell: ({ matches }) => matches.toLocaleString('en') },
  { key: 'names', title: words.columns.names, width: 'minmax(110px, 1.4fr)', narrow: 'hide', cell: ({ names, matches }) => <span className={classes.cut} title={names.join(', ')}><Name>{names.join(', ')}</Name>{matches > names.length && ' …'}</span> },
  { key: 'birthDate', title: words.columns.birthDate, width: '100px', narrow: 'hide', cell: ({ birthDate, family }) => (family === 'individual' ? <Agreement value={birthDate} /> : null) },
  { key: 'country', title: words.columns.country, width: '100px', narrow: 'hide', cell: ({ country }) => <Agreement value={country} /> },
  { key: 'lists', title: words.columns.lists, width: 'minmax(110px, 1.2fr)', narrow: 'hide', cell: ({ lists }) => <span className={classes.chips} title={lists.map(({ name }) => name).join(', ')}>{lists.slice(0, 2).map(({ list, name }) => <span key={list} className={classes.chip}>{name}</span>)}{lists.length > 2 && <span>+{lists.length - 2}</span>}</span> },
  { key: 'datasets', title: strings.fields.datasets, width: 'minmax(90px, 150px)', narrow: 'hide', cell: ({ datasets }) => <Datasets codes={datasets.slice(0, 2)} /> },
  { key: 'age', title: words.columns.age, width: '96px', narrow: 'hide', cell: ({ oldestDateTimeISO }) => <span className={classes.dim}><When iso={oldestDateTimeISO} /></span> },
];
