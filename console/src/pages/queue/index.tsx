import { ActionIcon, Button, Group, Kbd, Modal, Select, Table, Text, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedValue, useDisclosure, useHotkeys } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { queue as api, type QueueMatch, type QueueQuery } from '../../api/queue';
import type { Session } from '../../api/session';
import type { Family, Status } from '../../api/types';
import { Datasets } from '../../components/datasets';
import { Empty } from '../../components/empty';
import { FailureBox } from '../../components/failure';
import { Icon } from '../../components/icons';
import { Name } from '../../components/name';
import { Page } from '../../components/page';
import { Countries } from '../../components/countries';
import { DatasetPicker } from '../../components/pickers';
import { ReviewForm } from '../../components/review-form';
import { Score, StatusBadge } from '../../components/status';
import { VirtualTable, type Column } from '../../components/virtual-table';
import { When } from '../../components/when';
import { useLive } from '../../components/use-live';
import { matchPath, setQueueOrder } from '../../domain/queue-order';
import { keyOf } from '../../domain/review';
import { statuses } from '../../domain/status';
import { strings } from '../../strings/en';
import classes from './queue.module.css';
import { useReviews } from './use-reviews';

const words = strings.queue;
const listsOf = ({ lists }: QueueMatch) => lists.map(({ name }) => name).join(', ');
type Filters = { status: Status; family: Family | ''; datasets: string[]; search: string; sort: NonNullable<QueueQuery['sort']> };
const start: Filters = { status: 'open', family: '', datasets: [], search: '', sort: 'score' };
// They outlive the page, so that coming back from a match finds the queue as it was left.
let kept: { filters: Filters; active: number } = { filters: start, active: 0 };

export default function QueuePage({ session }: { session: Session }) {
  const [, go] = useLocation();
  const [filters, setFilters] = useState(kept.filters);
  const [active, setActive] = useState(kept.active);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [help, { open: openHelp, close: closeHelp }] = useDisclosure(false);
  const [form, setForm] = useState<QueueMatch[] | null>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const [search] = useDebouncedValue(filters.search.trim(), 250);
  const live = useLive(['queue', 'overview']);
  kept = { filters, active };

  const query: QueueQuery = { status: filters.status, sort: filters.sort, limit: 200, ...(filters.family ? { family: filters.family } : {}), ...(filters.datasets.length ? { datasets: filters.datasets } : {}), ...(search ? { search } : {}) };
  const pages = useInfiniteQuery({
    queryKey: ['queue', query], initialPageParam: '', placeholderData: keepPreviousData,
    queryFn: ({ pageParam }) => api.page({ ...query, ...(pageParam ? { cursor: pageParam } : {}) }),
    getNextPageParam: (page) => page.nextCursor ?? null,
    refetchInterval: live ? false : 20_000,
  });
  const { gone, decide, undoLast, canUndo, busy } = useReviews(session.username);
  const rows = useMemo(() => (pages.data?.pages ?? []).flatMap(({ matches }) => matches).filter((match) => !gone.has(keyOf(match))), [pages.data, gone]);
  const total = Math.max(rows.length, (pages.data?.pages[0]?.total ?? 0) - gone.size);
  useEffect(() => setQueueOrder(rows), [rows]);
  useEffect(() => { if (active >= rows.length && rows.length > 0) setActive(rows.length - 1); }, [active, rows.length]);

  const change = (part: Partial<Filters>) => { setFilters((before) => ({ ...before, ...part })); setActive(0); setSelected(new Set()); };
  const toggle = useCallback((match: QueueMatch) => setSelected((before) => {
    const next = new Set(before);
    if (!next.delete(keyOf(match))) next.add(keyOf(match));
    return next;
  }), []);
  const targets = () => {
    const chosen = rows.filter((match) => selected.has(keyOf(match)));
    const here = rows[active];
    return chosen.length > 0 ? chosen : here ? [here] : [];
  };
  const set = (status: Status) => {
    const chosen = targets().filter(({ currentStatus }) => currentStatus !== status);
    if (chosen.length > 0) void decide(chosen, { status }).then(() => setSelected(new Set()));
  };
  const selectAll = () => setSelected((before) => (before.size === rows.length ? new Set() : new Set(rows.map(keyOf))));
  const opened = form !== null || help;
  useHotkeys(opened ? [] : [
    ['j', () => setActive((at) => Math.min(rows.length - 1, at + 1))], ['k', () => setActive((at) => Math.max(0, at - 1))],
    ['ArrowDown', () => setActive((at) => Math.min(rows.length - 1, at + 1))], ['ArrowUp', () => setActive((at) => Math.max(0, at - 1))],
    ['x', () => { const here = rows[active]; if (here) toggle(here); }], ['shift+x', selectAll],
    ...statuses.map((status, index): [string, () => void] => [String(index + 1), () => set(status)]),
    ['c', () => { const chosen = targets(); if (chosen.length) setForm(chosen); }],
    ['Enter', () => { const here = rows[active]; if (here) go(matchPath(here)); }],
    ['u', () => void undoLast()], ['/', () => searchField.current?.focus()], ['shift+?', openHelp], ['?', openHelp],
  ]);

  const columns: Column<QueueMatch>[] = [
    { key: 'select', title: <input type="checkbox" className={classes.check} aria-label={words.selectAll} checked={rows.length > 0 && selected.size === rows.length} ref={(box) => { if (box) box.indeterminate = selected.size > 0 && selected.size < rows.length; }} onChange={selectAll} />, width: '24px',
      cell: (match) => <input type="checkbox" className={classes.check} tabIndex={-1} aria-label={words.selectRow(match.name)} checked={selected.has(keyOf(match))} onChange={() => toggle(match)} onClick={(event) => event.stopPropagation()} /> },
    { key: 'score', title: words.columns.score, width: '78px', cell: (match) => <Score value={match.score} /> },
    { key: 'record', title: words.columns.record, width: 'minmax(120px, 1.3fr)', cell: (match) => <span className={classes.record}><Icon name={match.family === 'individual' ? 'person' : 'business'} size={14} /><Name strong>{match.recordName}</Name> <small>{match.monitorRecordId}</small></span> },
    { key: 'name', title: words.columns.name, width: 'minmax(110px, 1.3fr)', cell: (match) => <a href={`/console${matchPath(match)}`} tabIndex={-1} className={classes.open} onClick={(event) => { event.preventDefault(); go(matchPath(match)); }}><Name>{match.match}</Name></a> },
    { key: 'datasets', title: words.columns.datasets, width: 'minmax(110px, 170px)', narrow: 'hide', cell: (match) => <Datasets codes={match.datasets.slice(0, 2)} /> },
    { key: 'lists', title: words.columns.lists, width: 'minmax(90px, 1fr)', narrow: 'hide', cell: (match) => <span className={classes.lists} title={listsOf(match)}>{listsOf(match)}</span> },
    { key: 'countries', title: words.columns.countries, width: '72px', narrow: 'hide', cell: (match) => <Countries codes={match.countries} /> },
    ...(filters.status === 'open' ? [] : [{ key: 'status', title: words.columns.status, width: '120px', narrow: 'hide' as const, cell: (match: QueueMatch) => <StatusBadge status={match.currentStatus} /> }]),
    { key: 'age', title: words.columns.age, width: '96px', narrow: 'hide', cell: (match) => <span className={classes.dim}><When iso={match.createdDateTimeISO} /></span> },
  ];
  const filtered = Boolean(filters.family || filters.datasets.length || search || filters.status !== 'open');
  return (
    <Page title={words.title} wide aside={<Text size="sm" c="dimmed">{pages.data ? words.open(total) : ''}</Text>}
      actions={<Tooltip label={words.keyboard}><ActionIcon variant="default" size="md" aria-label={words.keyboard} onClick={openHelp}><Icon name="keyboard" size={16} /></ActionIcon></Tooltip>}>
      <div className={classes.filters}>
        <TextInput ref={searchField} size="xs" className={classes.search} aria-label={words.search} placeholder={words.search} leftSection={<Icon name="screening" size={14} />} value={filters.search}
          onChange={(event) => change({ search: event.currentTarget.value })} onKeyDown={(event) => { if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur(); }} />
        <Select size="xs" w={130} aria-label={strings.fields.status} allowDeselect={false} value={filters.status} onChange={(value) => change({ status: value as Status })} data={(['open', 'true-positive', 'false-positive', 'discarded'] as const).map((value) => ({ value, label: strings.status[value] }))} />
        <Select size="xs" w={120} aria-label={strings.screening.kind} value={filters.family || 'all'} allowDeselect={false} onChange={(value) => change({ family: value === 'all' ? '' : value as Family })} data={[{ value: 'all', label: strings.common.all }, ...(['individual', 'business'] as const).map((value) => ({ value, label: strings.families[value] }))]} />
        <DatasetPicker size="xs" className={classes.datasets} label={undefined} aria-label={strings.fields.datasets} value={filters.datasets} onChange={(datasets) => change({ datasets })} />
        <Select size="xs" w={140} aria-label={words.sort} allowDeselect={false} value={filters.sort} onChange={(value) => change({ sort: value as Filters['sort'] })} data={Object.entries(words.sorts).map(([value, label]) => ({ value, label }))} />
      </div>
      {pages.isError && <FailureBox problem={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.data && rows.length === 0 && !pages.isFetching
        ? <Empty title={filtered ? words.noneFilteredTitle : words.noneTitle} action={filtered && <Button size="xs" variant="default" onClick={() => change(start)}>{words.clearFilters}</Button>}>{filtered ? undefined : words.noneText}</Empty>
        : <VirtualTable label={words.title} columns={columns} rows={rows} total={total} rowKey={keyOf} active={active} onActive={setActive} onOpen={(match) => go(matchPath(match))}
            isSelected={(match) => selected.has(keyOf(match))} onNearEnd={() => { if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage(); }} height={`min(calc(100vh - 214px), ${36 + 40 * Math.max(rows.length, 4)}px)`} />}
      <div className={classes.bar} role="toolbar" aria-label={strings.match.review}>
        <Text size="sm" fw={500} className={classes.count} aria-live="polite">{selected.size > 0 ? words.selected(selected.size) : ''}</Text>
        {statuses.map((status, index) => <Button key={status} size="xs" variant="default" loading={busy} disabled={rows.length === 0} onClick={() => set(status)} rightSection={<Kbd size="xs">{index + 1}</Kbd>}>{strings.status[status]}</Button>)}
        <Button size="xs" variant="default" disabled={rows.length === 0} leftSection={<Icon name="comment" size={14} />} onClick={() => { const chosen = targets(); if (chosen.length) setForm(chosen); }} rightSection={<Kbd size="xs">c</Kbd>}>{strings.match.comment}</Button>
        {canUndo && <Button size="xs" variant="subtle" onClick={() => void undoLast()} rightSection={<Kbd size="xs">u</Kbd>}>{strings.common.undo}</Button>}
      </div>
      <Modal opened={form !== null} onClose={() => setForm(null)} title={form ? words.bulkTitle(form.length) : ''}>
        {form && <ReviewForm busy={busy} current={form.length === 1 ? form[0]!.currentStatus : undefined} onCancel={() => setForm(null)}
          onSubmit={(verdict) => void decide(form, verdict).then((saved) => { if (saved) { setForm(null); setSelected(new Set()); } })} />}
      </Modal>
      <Modal opened={help} onClose={closeHelp} title={strings.nav.shortcuts}>
        <Table withRowBorders={false}><Table.Tbody>{words.keys.map(([key, meaning]) => <Table.Tr key={key}><Table.Td w={110}><Kbd>{key}</Kbd></Table.Td><Table.Td>{meaning}</Table.Td></Table.Tr>)}</Table.Tbody></Table>
        <Group justify="flex-end" mt="sm"><Button variant="default" onClick={closeHelp}>{strings.common.close}</Button></Group>
      </Modal>
    </Page>
  );
}
