import { ActionIcon, Button, Group, Kbd, Modal, Select, Table, Text, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useCallback, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { QueueMatch, QueueQuery } from '../../api/queue';
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
import { Confidence } from '../../components/evidence';
import { ReviewForm, type Verdict } from '../../components/review-form';
import { Score, StatusBadge } from '../../components/status';
import { useKeys } from '../../components/use-keys';
import { VirtualTable, type Column, type TableView } from '../../components/virtual-table';
import { When } from '../../components/when';
import { draftKey, drafts } from '../../domain/drafts';
import { matchPath } from '../../domain/queue-order';
import { keyOf, needsReason } from '../../domain/review';
import { desk } from '../../domain/review-desk';

import { statuses } from '../../domain/status';
import { strings } from '../../strings/en';
import classes from './queue.module.css';
import { BulkDialog } from './bulk-dialog';
import { useActive } from './use-active';
import { useQueue, type Row } from './use-queue';

const words = strings.queue;
const listsOf = ({ lists }: QueueMatch) => lists.map(({ name }) => name).join(', ');
type Filters = { status: Status; family: Family | ''; datasets: string[]; search: string; sort: NonNullable<QueueQuery['sort']> };
const start: Filters = { status: 'open', family: '', datasets: [], search: '', sort: 'confidence' };
// They outlive the page, so that coming back from a match finds the queue as it was left.
let kept = start;

export default function QueuePage({ session }: { session: Session }) {
  const [, go] = useLocation();
  const [filters, setFilters] = useState(kept);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [help, { open: openHelp, close: closeHelp }] = useDisclosure(false);
  const [form, setForm] = useState<Row[] | null>(null);
  const [bulk, setBulk] = useState<{ matches: Row[]; status: Status | undefined; reason: string } | null>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const [search] = useDebouncedValue(filters.search.trim(), 250);
  kept = filters;

  const { pages, rows, total, news, take } = useQueue({ status: filters.status, sort: filters.sort, ...(filters.family ? { family: filters.family } : {}), ...(filters.datasets.length ? { datasets: filters.datasets } : {}), ...(search ? { search } : {}) });
  const { index: active, setActive, leave, isReadable } = useActive(rows, pages.isPlaceholderData);
  const view = useRef<TableView>(null);
  const here = rows[active];

  const change = (part: Partial<Filters>) => { setFilters((before) => ({ ...before, ...part })); setSelected(new Set()); };
  const toggle = useCallback((match: QueueMatch) => setSelected((before) => {
    const next = new Set(before);
    if (!next.delete(keyOf(match))) next.add(keyOf(match));
    return next;
  }), []);
  const goTo = (index: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (row) setActive(keyOf(row));
  };
  const chosen = () => rows.filter((match) => selected.has(keyOf(match)));
  // What a key is about: what is selected, or the highlighted row if it is in sight. Otherwise the key
  // only shows the row.
  const targets = (): Row[] => {
    const many = chosen();
    if (many.length > 0) return many;
    if (!isReadable()) return [];
    if (!here) goTo(0);
    else if (!view.current?.shows(active)) view.current?.reveal(active);
    else return [here];
    return [];
  };
  const submit = (matches: Row[], verdict: Partial<Verdict>) => {
    const { status } = verdict;
    if (needsReason(matches, status)) {
      setForm(null);
      setBulk({ matches, status, reason: verdict.comment ?? '' });
      return;
    }
    if (status && status !== filters.status) leave(new Set(matches.map(keyOf)));
    setSelected(new Set());
    setForm(null);
    void desk.decide(matches, { ...verdict, user: session.username });
  };
  const set = (status: Status) => {
    const matches = targets();
    const taken = matches.filter((match) => desk.otherOf(match, match.readAt) !== null);
    if (taken.length > 0) {
      notifications.show({ message: words.conflicts(taken.length), color: 'orange' });
      leave(new Set(taken.map(keyOf)));
      for (const match of taken) desk.acknowledge(match);
      return;
    }
    const other = matches.filter(({ currentStatus }) => currentStatus !== status);
    if (other.length > 0) submit(other, { status });
  };
  const review = () => {
    const matches = targets();
    if (needsReason(matches)) setBulk({ matches, status: undefined, reason: '' });
    else if (matches.length > 0) setForm(matches);
  };
  const selectAll = () => setSelected((before) => (before.size === rows.length ? new Set() : new Set(rows.map(keyOf))));
  useKeys([
    { key: 'j', run: () => goTo(active + 1), repeats: true }, { key: 'k', run: () => goTo(active - 1), repeats: true },
    { key: 'ArrowDown', run: () => goTo(active + 1), repeats: true }, { key: 'ArrowUp', run: () => goTo(active - 1), repeats: true },
    { key: 'x', run: () => { if (here) toggle(here); } }, { key: 'shift+x', run: selectAll },
    ...statuses.map((status, index) => ({ key: String(index + 1), run: () => set(status) })),
    { key: 'c', run: review }, { key: 'Enter', run: () => { if (here) go(matchPath(here)); } },
    { key: '/', run: () => searchField.current?.focus() }, { key: '?', run: openHelp }, { key: 'n', run: take },
  ], form === null && bulk === null && !help);

  const columns: Column<Row>[] = [
    { key: 'select', title: <input type="checkbox" className={classes.check} aria-label={words.selectAll} checked={rows.length > 0 && selected.size === rows.length} ref={(box) => { if (box) box.indeterminate = selected.size > 0 && selected.size < rows.length; }} onChange={selectAll} />, width: '24px',
      cell: (match) => <input type="checkbox" className={classes.check} tabIndex={-1} aria-label={words.selectRow(match.name)} checked={selected.has(keyOf(match))} onChange={() => toggle(match)} onClick={(event) => event.stopPropagation()} /> },
    { key: 'confidence', title: strings.evidence.column, width: '92px', cell: (match) => <Confidence value={match.confidence} sentence={match.confidenceExplanation} /> },
    { key: 'score', title: words.columns.score, width: '78px', cell: (match) => <Score value={match.score} /> },
    { key: 'record', title: words.columns.record, width: 'minmax(120px, 1.3fr)', cell: (match) => <span className={classes.record}><Icon name={match.family === 'individual' ? 'person' : 'business'} size={14} />{drafts.has(keyOf(match)) && <Icon name="comment" size={14} aria-label={words.draft} />}<Name strong>{match.recordName}</Name> <small>{match.monitorRecordId}</small></span> },
    { key: 'name', title: words.columns.name, width: 'minmax(110px, 1.3fr)', cell: (match) => <a href={`/console${matchPath(match)}`} tabIndex={-1} className={classes.open} onClick={(event) => { event.preventDefault(); go(matchPath(match)); }}><Name>{match.match}</Name></a> },
    { key: 'datasets', title: words.columns.datasets, width: 'minmax(110px, 170px)', narrow: 'hide', cell: (match) => <Datasets codes={match.datasets.slice(0, 2)} /> },
    { key: 'lists', title: words.columns.lists, width: 'minmax(90px, 1fr)', narrow: 'hide', cell: (match) => <span className={classes.lists} title={listsOf(match)}>{listsOf(match)}</span> },
    { key: 'countries', title: words.columns.countries, width: '72px', narrow: 'hide', cell: (match) => <Countries codes={match.countries} /> },
    ...(filters.status === 'open' ? [] : [{ key: 'status', title: words.columns.status, width: '120px', narrow: 'hide' as const, cell: (match: Row) => <StatusBadge status={match.currentStatus} /> }]),
    { key: 'age', title: words.columns.age, width: '124px', narrow: 'hide', cell: (match) => <span className={classes.dim}><When iso={match.createdDateTimeISO} /></span> },
  ];
  const filtered = Boolean(filters.family || filters.datasets.length || search || filters.status !== 'open');
  return (
    <Page title={words.title} wide aside={<Text size="sm" c="dimmed">{pages.data ? words.open(total) : ''}</Text>}
      actions={<Tooltip label={words.keyboard}><ActionIcon variant="default" size="md" aria-label={words.keyboard} onClick={openHelp}><Icon name="keyboard" size={16} /></ActionIcon></Tooltip>}>
      <div className={classes.filters}>
        <TextInput ref={searchField} size="xs" className={classes.search} aria-label={words.search} placeholder={words.search} leftSection={<Icon name="screening" size={14} />} value={filters.search}
          onChange={(event) => change({ search: event.currentTarget.value })} onKeyDown={(event) => { if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur(); }} />
        <Select size="xs" w={130} aria-label={strings.fields.status} allowDeselect={false} value={filters.status} onChange={(value) => change({ status: value as Status })} data={(['open', 'true-positive', 'false-positive', 'discarded'] as const).map((value) => ({ value, label: strings.status[value] }))} />
        <Select size="xs" w={120} aria-label={strings.fields.family} value={filters.family || 'all'} allowDeselect={false} onChange={(value) => change({ family: value === 'all' ? '' : value as Family })} data={[{ value: 'all', label: strings.common.all }, ...(['individual', 'business'] as const).map((value) => ({ value, label: strings.families[value] }))]} />
        <DatasetPicker size="xs" className={classes.datasets} label={undefined} aria-label={strings.fields.datasets} value={filters.datasets} onChange={(datasets) => change({ datasets })} />
        <Select size="xs" w={140} aria-label={words.sort} allowDeselect={false} value={filters.sort} onChange={(value) => change({ sort: value as Filters['sort'] })} data={Object.entries(words.sorts).map(([value, label]) => ({ value, label }))} />
      </div>
      {pages.isError && <FailureBox problem={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.data && rows.length === 0 && !pages.isFetching
        ? <Empty title={filtered ? words.noneFilteredTitle : words.noneTitle} action={filtered && <Button size="xs" variant="default" onClick={() => change(start)}>{words.clearFilters}</Button>}>{filtered ? undefined : words.noneText}</Empty>
        : <VirtualTable label={words.title} columns={columns} rows={rows} total={total} rowKey={keyOf} view={view} active={active} onActive={goTo} noteOf={(match) => (desk.otherOf(match, match.readAt) === null ? undefined : words.decidedByOther(strings.status[match.currentStatus]))} onOpen={(match) => go(matchPath(match))}
            isSelected={(match) => selected.has(keyOf(match))} onNearEnd={() => { if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage(); }} height={`min(calc(100vh - 214px), ${36 + 40 * Math.max(rows.length, 4)}px)`} />}
      {news > 0 && <Button className={classes.news} size="xs" variant="light" onClick={take} rightSection={<Kbd size="xs">n</Kbd>}>{words.news(news)}</Button>}
      <div className={classes.bar} role="toolbar" aria-label={strings.match.review}>
        <Text size="sm" fw={500} className={classes.count} aria-live="polite">{selected.size > 0 ? words.selected(selected.size) : ''}</Text>
        {statuses.map((status, index) => <Button key={status} size="xs" variant="default" disabled={rows.length === 0} onClick={() => set(status)} rightSection={<Kbd size="xs">{index + 1}</Kbd>}>{strings.status[status]}</Button>)}
        <Button size="xs" variant="default" disabled={rows.length === 0} leftSection={<Icon name="comment" size={14} />} onClick={review} rightSection={<Kbd size="xs">c</Kbd>}>{strings.match.comment}</Button>
      </div>
      <Modal opened={form !== null} onClose={() => setForm(null)} closeOnClickOutside={false} title={form ? words.bulkTitle(form.length) : ''}>
        {form && <ReviewForm draft={draftKey(form)} busy={false} current={form.length === 1 ? form[0]!.currentStatus : undefined} onCancel={() => setForm(null)} onSubmit={(verdict) => submit(form, verdict)} />}
      </Modal>
      {bulk && <BulkDialog {...bulk} user={session.username} onClose={() => { setBulk(null); setSelected(new Set()); }} />}
      <Modal opened={help} onClose={closeHelp} title={strings.nav.shortcuts}>
        <Table withRowBorders={false}><Table.Tbody>{words.keys.map(([key, meaning]) => <Table.Tr key={key}><Table.Td w={110}><Kbd>{key}</Kbd></Table.Td><Table.Td>{meaning}</Table.Td></Table.Tr>)}</Table.Tbody></Table>
        <Group justify="flex-end" mt="sm"><Button variant="default" onClick={closeHelp}>{strings.common.close}</Button></Group>
      </Modal>
    </Page>
  );
}
