import { Button, Select, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { audit as api, type AuditEntry } from '../../api/audit';
import { oversees, type Session } from '../../api/session';
import { Empty } from '../../components/empty';
import { FailureBox, sentenceOf } from '../../components/failure';
import { Icon } from '../../components/icons';
import { Notice } from '../../components/notice';
import { Page, Panel } from '../../components/page';
import { Facts } from '../../components/profile-view';
import { VirtualTable, type Column } from '../../components/virtual-table';
import { When } from '../../components/when';
import { strings } from '../../strings/en';
import classes from './audit.module.css';

const words = strings.audit;
const isDay = (text: string | null): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');
const all = 'all';

export default function AuditPage({ session }: { session: Session }) {
  if (!oversees(session)) return <Page title={words.title}><Notice kind="info">{words.adminsOnly}</Notice></Page>;
  return <Trail />;
}

function Trail() {
  const [, go] = useLocation();
  const given = new URLSearchParams(useSearch());
  const since = isDay(given.get('since')) ? given.get('since')! : '';
  const category = given.get('category') ?? '';
  const [shown, setShown] = useState<AuditEntry | null>(null);
  const set = (part: { since?: string; category?: string }) => {
    const next = new URLSearchParams(Object.entries({ since, category, ...part }).filter(([, value]) => value));
    setShown(null);
    go(next.size > 0 ? `/audit?${next.toString()}` : '/audit', { replace: true });
  };
  const query = { limit: 200, ...(since ? { since } : {}), ...(category ? { category } : {}) };
  const pages = useInfiniteQuery({
    queryKey: ['audit', query], initialPageParam: '', placeholderData: keepPreviousData,
    queryFn: ({ pageParam }) => api.page({ ...query, ...(pageParam ? { after: pageParam } : {}) }),
    getNextPageParam: (page) => (page.hasMore ? page.nextCursor : null),
  });
  const rows = useMemo(() => (pages.data?.pages ?? []).flatMap(({ entries }) => entries), [pages.data]);
  return (
    <Page title={words.title} wide aside={<Text size="sm" c="dimmed">{pages.data ? words.entries(rows.length, pages.hasNextPage) : ''}</Text>}>
      <Verification />
      <div className={classes.filters}>
        <TextInput type="date" size="xs" label={words.since} value={since} onChange={(event) => set({ since: event.currentTarget.value })} />
        <Select size="xs" w={200} label={words.category} allowDeselect={false} value={category || all} onChange={(value) => set({ category: value === all || value === null ? '' : value })}
          data={[{ value: all, label: strings.common.all }, ...Object.entries(words.categories).map(([value, label]) => ({ value, label }))]} />
      </div>
      {pages.isError && <FailureBox problem={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.data && rows.length === 0 && !pages.isFetching ? <Empty title={words.none} /> : (
        <VirtualTable label={words.title} columns={columns(setShown)} rows={rows} total={rows.length} rowKey={({ sequence }) => String(sequence)} onOpen={setShown}
          onNearEnd={() => { if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage(); }} height={`min(calc(100vh - 300px), ${36 + 40 * Math.max(rows.length, 4)}px)`} />
      )}
      {shown && <Panel title={words.entry(shown.sequence)} actions={<Button size="xs" variant="default" onClick={() => setShown(null)}>{strings.common.close}</Button>}>
        <Facts rows={[[words.columns.at, <When key="at" iso={shown.dateTimeISO} full />], [words.columns.action, shown.action], [words.columns.actor, shown.actor], ...(shown.requestId ? [[words.request, shown.requestId] as [string, string]] : []),
          ...Object.entries(shown.details ?? {}).map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)])]} />
      </Panel>}
    </Page>
  );
}

// Walks the chain on the server when it is asked to.
function Verification() {
  const check = useMutation({ mutationFn: api.verify });
  return (
    <Panel title={words.chain} actions={<Button size="xs" loading={check.isPending} leftSection={<Icon name="check" size={14} />} onClick={() => check.mutate()}>{words.verify}</Button>}>
      {!check.data && !check.isError && <Text size="sm" c="dimmed">{words.chainHelp}</Text>}
      {check.isError && <Notice kind="error">{sentenceOf(check.error)}</Notice>}
      {check.data && (check.data.holds
        ? <Notice kind="good" title={words.holds}>{words.holdsText(check.data.entries, check.data.headSequence, check.data.headMac.slice(0, 16))}</Notice>
        : <Notice kind="error" title={words.broken}>{words.brokenText(check.data.firstBadSequence ?? 0, check.data.reason ?? '')}</Notice>)}
    </Panel>
  );
}

const columns = (show: (entry: AuditEntry) => void): Column<AuditEntry>[] => [
  { key: 'sequence', title: words.columns.sequence, width: '70px', cell: ({ sequence }) => sequence },
  { key: 'at', title: words.columns.at, width: '150px', cell: ({ dateTimeISO }) => <When iso={dateTimeISO} full /> },
  { key: 'action', title: words.columns.action, width: 'minmax(120px, 200px)', cell: (entry) => <button type="button" className={classes.open} onClick={() => show(entry)}>{entry.action}</button> },
  { key: 'actor', title: words.columns.actor, width: '110px', narrow: 'hide', cell: ({ actor }) => actor },
  { key: 'details', title: words.columns.details, width: 'minmax(120px, 1fr)', narrow: 'hide', cell: ({ details }) => <span className={classes.dim}>{Object.entries(details ?? {}).map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`).join(' · ')}</span> },
];
