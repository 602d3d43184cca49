import { Button, Progress, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import { lists as listsApi } from '../../api/lists';
import { monitoring as api, type Overview } from '../../api/monitoring';
import { Chart } from '../../components/chart';
import { Datasets } from '../../components/datasets';
import { Empty } from '../../components/empty';
import { FailureBox } from '../../components/failure';
import { Page, Panel } from '../../components/page';
import { Pill } from '../../components/pill';
import { When } from '../../components/when';
import { useLive } from '../../components/use-live';
import { strings } from '../../strings/en';
import classes from './overview.module.css';

const words = strings.overview;
const sum = (overview: Overview, of: 'open' | 'truePositive' | 'falsePositive' | 'discarded') => overview.records.individual.matches[of] + overview.records.business.matches[of];

export default function OverviewPage() {
  const [, go] = useLocation();
  const live = useLive(['overview', 'screening-status']);
  const overview = useQuery({ queryKey: ['overview'], queryFn: api.overview, refetchInterval: live ? 60_000 : 20_000 });
  const status = useQuery({ queryKey: ['screening-status'], queryFn: api.status, refetchInterval: ({ state }) => (state.data?.status === 'RUNNING' ? 1000 : 10_000) });
  const lists = useQuery({ queryKey: ['lists'], queryFn: listsApi.read, refetchInterval: 60_000 });
  const data = overview.data;
  const nothing = data && data.records.individual.records + data.records.business.records === 0;
  return (
    <Page title={words.title} actions={data && sum(data, 'open') > 0 && <Button size="xs" onClick={() => go('/queue')}>{words.goQueue}</Button>}>
      {overview.isError && <FailureBox problem={overview.error} onRetry={() => void overview.refetch()} />}
      {nothing && <Panel><Empty title={words.welcome} action={<Button size="xs" onClick={() => go('/records')}>{strings.records.add}</Button>}>{words.welcomeText}</Empty></Panel>}
      <div className={classes.figures}>
        {data ? <Figures data={data} /> : [1, 2, 3, 4].map((key) => <Skeleton key={key} h={92} />)}
      </div>
      <div className={classes.grid}>
        <Panel title={words.overTime} className={classes.wide}>{data ? <Days days={data.days} /> : <Skeleton h={226} />}</Panel>
        <Panel title={words.byAge}>{data ? <Bars rows={Object.entries(data.openByAge).map(([key, value]) => ({ label: words.ages[key as keyof typeof words.ages], value }))} /> : <Skeleton h={110} />}</Panel>
        <Panel title={words.byDataset}>{data ? <Bars rows={datasetRows(data)} /> : <Skeleton h={110} />}</Panel>
        <Panel title={words.byFamily}>{data ? <Bars rows={(['individual', 'business'] as const).map((family) => ({ label: strings.families[family], value: data.records[family].matches.open }))} /> : <Skeleton h={60} />}</Panel>
        <Panel title={words.rescreening}>
          {status.isError && <Text size="sm" c="dimmed">{strings.errors.unavailable}</Text>}
          {status.data && (status.data.status === 'RUNNING'
            ? <div role="status"><Text size="sm" mb={6}>{status.data.percentComplete} %</Text><Progress value={status.data.percentComplete} animated aria-label={words.rescreening} /></div>
            : <Text size="sm" role="status">{words.idle}</Text>)}
          {status.data?.lastCompletionISO && <Text size="xs" c="dimmed" mt={6}>{words.lastRun} <When iso={status.data.lastCompletionISO} /></Text>}
        </Panel>
        <Panel title={words.lists} className={classes.wide}>
          {lists.isError && <FailureBox problem={lists.error} onRetry={() => void lists.refetch()} />}
          <ul className={classes.lists}>
            {lists.data?.lists.map((each) => (
              <li key={each.list}><Link href="/lists">{each.name}</Link><Text span size="xs" c="dimmed"><When iso={new Date(Date.now() - each.ageSeconds * 1000).toISOString()} /></Text><Pill tone={each.stale ? 'severe' : 'good'}>{each.stale ? strings.lists.stale : strings.lists.fresh}</Pill></li>
            ))}
            {lists.data?.lists.length === 0 && <li>{strings.lists.none}</li>}
          </ul>
        </Panel>
      </div>
    </Page>
  );
}

// The panel has room for eight datasets; what has none is told whatever its number, so that the bars add up.
function datasetRows(data: Overview) {
  const rows = data.openByDataset.slice(0, 8).map(({ dataset, matches }) => ({ label: dataset, value: matches, dataset: true }));
  return data.openWithoutDataset > 0 ? [...rows, { label: words.noDataset, value: data.openWithoutDataset }] : rows;
}

function Figures({ data }: { data: Overview }) {
  const decided = sum(data, 'truePositive') + sum(data, 'falsePositive');
  const records = data.records.individual.records + data.records.business.records;
  const figures: [string, React.ReactNode, React.ReactNode][] = [
    [words.open, sum(data, 'open').toLocaleString('en'), words.openRecords(data.records.individual.openRecords + data.records.business.openRecords)],
    [words.oldest, data.oldestOpenDateTimeISO ? <When key="oldest" iso={data.oldestOpenDateTimeISO} /> : words.none, ''],
    [words.confirmed, sum(data, 'truePositive').toLocaleString('en'), decided > 0 ? words.confirmedText(Math.round((100 * sum(data, 'truePositive')) / decided)) : ''],
    [words.records, records.toLocaleString('en'), words.recordsText(data.records.individual.records, data.records.business.records)],
  ];
  return <>{figures.map(([label, value, note]) => <div key={label} className={classes.figure}><span>{label}</span><strong>{value}</strong><small>{note}</small></div>)}</>;
}

const shortDay = (at: number) => new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

function Days({ days }: { days: Overview['days'] }) {
  const x = useMemo(() => days.map(({ date }) => Date.parse(date)), [days]);
  const lines = useMemo(() => [
    { label: words.created, values: days.map(({ created }) => created), colour: '--chart-1' as const, bars: true },
    { label: words.reviewed, values: days.map(({ reviewed }) => reviewed), colour: '--chart-2' as const },
  ], [days]);
  return <Chart title={words.overTime} axis={words.day} x={x} lines={lines} text={shortDay} />;
}

function Bars({ rows }: { rows: { label: string; value: number; dataset?: boolean }[] }) {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  if (rows.length === 0) return <Text size="sm" c="dimmed">{words.none}</Text>;
  return (
    <ul className={classes.bars}>
      {rows.map(({ label, value, dataset }) => (
        <li key={label}>{dataset ? <Datasets codes={[label]} /> : <span>{label}</span>}<span className={classes.track} aria-hidden="true"><i style={{ width: `${(100 * value) / most}%` }} /></span><strong>{value.toLocaleString('en')}</strong></li>
      ))}
    </ul>
  );
}
