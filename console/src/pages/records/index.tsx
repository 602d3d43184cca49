import { Button, Checkbox, Group, Tabs, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { records as api } from '../../api/records';
import { administers, type Session } from '../../api/session';
import type { Family, MonitorRecord } from '../../api/types';
import { Empty } from '../../components/empty';
import { FailureBox } from '../../components/failure';
import { Icon } from '../../components/icons';
import { Name } from '../../components/name';
import { Page } from '../../components/page';
import { Countries } from '../../components/countries';
import { VirtualTable, type Column } from '../../components/virtual-table';
import { When } from '../../components/when';
import { useLive } from '../../components/use-live';
import { recordsCsv } from '../../domain/csv';
import { strings } from '../../strings/en';
import { ImportRecords } from './import-records';
import { RecordForm } from './record-form';
import classes from './records.module.css';

const words = strings.records;
const pageSize = 500;
let keptFamily: Family = 'individual';

export default function RecordsPage({ session }: { session: Session }) {
  const [, go] = useLocation();
  const [family, setFamily] = useState(keptFamily);
  const [text, setText] = useState('');
  const [onlyOpen, setOnlyOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [adding, setAdding] = useState(false);
  const [importing, setImporting] = useState(false);
  const [exporting, setExporting] = useState(false);
  const [filter] = useDebouncedValue(text.trim(), 250);
  keptFamily = family;
  useLive(['records']);
  const pages = useInfiniteQuery({
    queryKey: ['records', family, onlyOpen, filter], initialPageParam: 0, placeholderData: keepPreviousData,
    queryFn: ({ pageParam }) => api.list(family, { limit: pageSize, offset: pageParam, ...(onlyOpen ? { status: 'open' } : {}), ...(filter ? { search: filter } : {}) }),
    getNextPageParam: (page, all) => (page.monitorRecords.length < pageSize ? null : all.length * pageSize),
  });
  const counts = pages.data?.pages[0];
  const rows = useMemo(() => (pages.data?.pages ?? []).flatMap(({ monitorRecords }) => monitorRecords), [pages.data]);
  const canChange = administers(session);
  const open = (record: MonitorRecord) => go(`/records/${family}/${encodeURIComponent(record.id)}`);
  const exportAll = async () => {
    setExporting(true);
    try {
      const { monitorRecords } = await api.list(family);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([recordsCsv(family, monitorRecords)], { type: 'text/csv' }));
      link.download = `vedette-${family}-records.csv`;
      link.click();
      URL.revokeObjectURL(link.href);
    } finally {
      setExporting(false);
    }
  };
  const count = (n: number, tone: string) => <span className={classes.number} data-tone={n > 0 ? tone : undefined}>{n}</span>;
  const columns: Column<MonitorRecord>[] = [
    { key: 'id', title: words.columns.id, width: 'minmax(68px, 0.7fr)', cell: (record) => <a href={`/console/records/${family}/${encodeURIComponent(record.id)}`} className={classes.link} onClick={(event) => { event.preventDefault(); open(record); }}>{record.id}</a> },
    { key: 'name', title: words.columns.name, width: 'minmax(120px, 2fr)', cell: (record) => <Name strong>{record.name}</Name> },
    { key: 'details', title: words.columns.details, width: 'minmax(170px, 1fr)', narrow: 'hide', cell: (record) => <span className={classes.dim}>{record.dob} {record.gender} <Countries codes={record.countries} /></span> },
    { key: 'open', title: words.columns.open, width: '48px', cell: (record) => count(record.openCount, 'open') },
    { key: 'true', title: words.columns.truePositive, width: '44px', narrow: 'hide', cell: (record) => count(record.truePositiveCount, 'true') },
    { key: 'false', title: words.columns.falsePositive, width: '44px', narrow: 'hide', cell: (record) => count(record.falsePositiveCount, 'false') },
    { key: 'discarded', title: words.columns.discarded, width: '70px', narrow: 'hide', cell: (record) => count(record.discardedCount, 'gone') },
    { key: 'updated', title: words.columns.updated, width: '124px', narrow: 'hide', cell: (record) => <span className={classes.dim}><When iso={record.lastUpdatedDateTimeISO} /></span> },
  ];
  return (
    <Page title={words.title} wide aside={counts && <Text size="sm" c="dimmed">{words.counts(counts.monitorRecordsCount)}</Text>}
      actions={
        <>
          <Button size="xs" variant="default" leftSection={<Icon name="download" size={14} />} loading={exporting} onClick={() => void exportAll()}>{words.export}</Button>
          {canChange && <Button size="xs" variant="default" leftSection={<Icon name="upload" size={14} />} onClick={() => setImporting(true)}>{words.import}</Button>}
          {canChange && <Button size="xs" leftSection={<Icon name="plus" size={14} />} onClick={() => setAdding(true)}>{words.add}</Button>}
        </>
      }>
      <Group justify="space-between" gap="sm">
        <Tabs value={family} onChange={(value) => { setFamily(value as Family); setActive(-1); }} variant="default">
          <Tabs.List>{(['individual', 'business'] as const).map((each) => <Tabs.Tab key={each} value={each}>{strings.families[each]}</Tabs.Tab>)}</Tabs.List>
        </Tabs>
        <Group gap="sm">
          <Checkbox size="xs" label={words.onlyOpen} checked={onlyOpen} onChange={(event) => setOnlyOpen(event.currentTarget.checked)} />
          <TextInput size="xs" w={220} aria-label={words.search} placeholder={words.search} value={text} onChange={(event) => setText(event.currentTarget.value)} />
        </Group>
      </Group>
      {pages.isError && <FailureBox problem={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.data && rows.length === 0 && !onlyOpen && !filter && !pages.isPlaceholderData
        ? <Empty title={words.noneTitle} action={canChange && <Group gap="xs"><Button size="xs" onClick={() => setAdding(true)}>{words.add}</Button><Button size="xs" variant="default" onClick={() => setImporting(true)}>{words.import}</Button></Group>}>{words.noneText}</Empty>
        : <VirtualTable label={words.title} columns={columns} rows={rows} total={filter ? rows.length : counts?.monitorRecordsCount ?? 0} rowKey={({ id }) => id} active={active} onActive={setActive} onOpen={open} height={`min(calc(100vh - 186px), ${36 + 40 * Math.max(rows.length, 4)}px)`}
            onNearEnd={() => { if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage(); }} />}
      {pages.data && filter && rows.length === 0 && !pages.isPlaceholderData && <Text size="sm" c="dimmed" role="status">{words.noneFiltered}</Text>}
      {adding && <RecordForm family={family} onClose={() => setAdding(false)} onSaved={(saved, id) => go(`/records/${saved}/${encodeURIComponent(id)}`)} />}
      {importing && <ImportRecords family={family} onClose={() => setImporting(false)} />}
    </Page>
  );
}
