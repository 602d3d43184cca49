import { Button, Skeleton, Table, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from 'wouter';
import { cases as api, type DecisionReport } from '../../api/cases';
import { oversees, type Session } from '../../api/session';
import { download } from '../../components/download';
import { FailureBox, sentenceOf } from '../../components/failure';
import { Icon } from '../../components/icons';
import { Name } from '../../components/name';
import { Notice } from '../../components/notice';
import { Page, Panel } from '../../components/page';
import { duration } from '../../domain/time';
import { strings } from '../../strings/en';
import classes from './reports.module.css';

const words = strings.reports;
const dayMillis = 86_400_000;
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);
const isDay = (text: string | null): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');
type Counts = DecisionReport['all'];

export default function ReportsPage({ session }: { session: Session }) {
  if (!oversees(session)) return <Page title={words.title}><Notice kind="info">{words.adminsOnly}</Notice></Page>;
  return <Report />;
}

// The period is in the address, so that a report can be linked.
function Report() {
  const [, go] = useLocation();
  const given = new URLSearchParams(useSearch());
  const to = isDay(given.get('to')) ? given.get('to')! : isoDay(Date.now());
  const from = isDay(given.get('from')) ? given.get('from')! : isoDay(Date.parse(to) - 29 * dayMillis);
  const set = (part: { from?: string; to?: string }) => go(`/reports?${new URLSearchParams({ from, to, ...part }).toString()}`, { replace: true });
  const report = useQuery({ queryKey: ['report', from, to], queryFn: () => api.report(from, to), placeholderData: keepPreviousData });
  const save = (format: 'csv' | 'pdf') => download(api.reportPath(from, to, format), `decisions-${from}-${to}.${format}`).catch((problem: unknown) => { notifications.show({ message: sentenceOf(problem), color: 'red' }); });
  const data = report.data;
  return (
    <Page title={words.title} actions={(['csv', 'pdf'] as const).map((format) => <Button key={format} size="xs" variant="default" leftSection={<Icon name="download" size={14} />} disabled={!data} onClick={() => void save(format)}>{words[format]}</Button>)}>
      <form className={classes.period} onSubmit={(event) => event.preventDefault()}>
        <TextInput type="date" size="xs" label={words.from} value={from} max={to} onChange={(event) => { if (isDay(event.currentTarget.value)) set({ from: event.currentTarget.value }); }} />
        <TextInput type="date" size="xs" label={words.to} value={to} min={from} onChange={(event) => { if (isDay(event.currentTarget.value)) set({ to: event.currentTarget.value }); }} />
      </form>
      {report.isError && <FailureBox problem={report.error} onRetry={() => void report.refetch()} />}
      {report.isLoading && <Skeleton h={200} />}
      {data && (
        <>
          <Panel title={words.all} flush><Lines label={words.all} first="" rows={[{ key: 'all', name: words.all, counts: data.all }]} /></Panel>
          <Panel title={words.byList} flush><Lines label={words.byList} first={words.list} rows={data.byList.map((line) => ({ key: line.list, name: line.name || words.noList, counts: line }))} /></Panel>
          <Panel title={words.byAnalyst} flush><Lines label={words.byAnalyst} first={words.analyst} withoutFound rows={data.byAnalyst.map((line) => ({ key: line.username, name: line.name || strings.common.unknown, counts: line }))} /></Panel>
        </>
      )}
    </Page>
  );
}

function Lines({ label, first, rows, withoutFound }: { label: string; first: string; rows: { key: string; name: string; counts: Counts }[]; withoutFound?: boolean }) {
  const number = (value: number) => value.toLocaleString('en');
  return (
    <Table aria-label={label} className={classes.lines}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{first || <span className="visually-hidden">{label}</span>}</Table.Th>
          {!withoutFound && <Table.Th>{words.found}</Table.Th>}
          <Table.Th>{words.decided}</Table.Th>
          <Table.Th>{strings.status['true-positive']}</Table.Th><Table.Th>{strings.status['false-positive']}</Table.Th><Table.Th>{strings.status.discarded}</Table.Th>
          <Table.Th title={words.medianHelp}>{words.median}</Table.Th><Table.Th title={words.ninthDecileHelp}>{words.ninthDecile}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, name, counts }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row"><Name>{name}</Name></Table.Th>
            {!withoutFound && <Table.Td>{number(counts.found)}</Table.Td>}
            <Table.Td>{number(counts.decided)}</Table.Td>
            <Table.Td>{number(counts.truePositive)}</Table.Td><Table.Td>{number(counts.falsePositive)}</Table.Td><Table.Td>{number(counts.discarded)}</Table.Td>
            <Table.Td>{counts.medianSeconds === undefined ? '' : duration(counts.medianSeconds)}</Table.Td><Table.Td>{counts.ninthDecileSeconds === undefined ? '' : duration(counts.ninthDecileSeconds)}</Table.Td>
          </Table.Tr>
        ))}
        {rows.length === 0 && <Table.Tr><Table.Td colSpan={8}>{words.nothing}</Table.Td></Table.Tr>}
      </Table.Tbody>
    </Table>
  );
}
