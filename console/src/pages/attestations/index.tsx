import { Badge, Button, Skeleton, Table, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useLocation, useSearch } from 'wouter';
import { attestations as api, type Attestation, type AttestedDay } from '../../api/attestations';
import { download } from '../../components/download';
import { FailureBox, sentenceOf } from '../../components/failure';
import { Icon } from '../../components/icons';
import { Notice } from '../../components/notice';
import { Page, Panel } from '../../components/page';
import { When } from '../../components/when';
import { strings } from '../../strings/en';
import classes from './attestations.module.css';

const words = strings.attestations;
const colours = { open: 'blue', complete: 'green', late: 'red' } as const;
const isDay = (text: string | null): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');
type Version = Attestation['lists'][number]['versions'][number];

const save = (path: string, file: string) => void download(path, file).catch((problem: unknown) => { notifications.show({ message: sentenceOf(problem), color: 'red' }); });

// The day is in the address, so that it can be linked.
export default function AttestationsPage() {
  const [, go] = useLocation();
  const days = useQuery({ queryKey: ['attestations'], queryFn: api.days });
  const given = new URLSearchParams(useSearch()).get('date');
  const date = isDay(given) ? given : days.data?.today;
  const day = useQuery({ queryKey: ['attestation', date], queryFn: () => api.day(date!), enabled: date !== undefined, placeholderData: keepPreviousData });
  const year = date?.slice(0, 4) ?? '';
  const closed = day.data !== undefined && day.data.state !== 'open';
  const actions = (
    <>
      <Button size="xs" variant="default" leftSection={<Icon name="download" size={14} />} disabled={!closed} onClick={() => save(api.dayPath(day.data!.date), `attestation-${day.data!.date}.zip`)}>{words.saveDay}</Button>
      <Button size="xs" variant="default" leftSection={<Icon name="download" size={14} />} disabled={!days.data?.days.length} onClick={() => save(api.yearPath(year), `attestations-${year}.zip`)}>{words.saveYear(year)}</Button>
    </>
  );
  return (
    <Page title={words.title} actions={actions}>
      <form onSubmit={(event) => event.preventDefault()}>
        <TextInput className={classes.day} type="date" size="xs" label={words.day} value={date ?? ''} max={days.data?.today} onChange={(event) => { if (isDay(event.currentTarget.value)) go(`/attestations?date=${event.currentTarget.value}`, { replace: true }); }} />
      </form>
      {days.isError && <FailureBox problem={days.error} onRetry={() => void days.refetch()} />}
      {day.isError && <FailureBox problem={day.error} onRetry={() => void day.refetch()} />}
      {day.isLoading && <Skeleton h={200} />}
      {day.data && <Day day={day.data} />}
      {days.data && <Panel title={words.days} flush><Days days={days.data.days} /></Panel>}
    </Page>
  );
}

function State({ state }: { state: Attestation['state'] }) {
  return <Badge color={colours[state]} variant="light">{words.states[state]}</Badge>;
}

function Day({ day }: { day: Attestation }) {
  const late = day.gaps.filter((gap) => gap.late);
  return (
    <>
      <Panel title={<h2 className={classes.head}>{day.date} <State state={day.state} /></h2>}>
        <p className={classes.text}>{words.records(day.records.screened, day.records.watched, day.timeZone)}</p>
        {day.records.lastScreenedDateTimeISO && <p className={classes.text}>{words.lastScreened} <When iso={day.records.lastScreenedDateTimeISO} full /></p>}
        {late.length > 0 && <Notice kind="warning">{late.map((gap) => gap.text).join('. ')}</Notice>}
      </Panel>
      <Panel title={words.lists} flush><Lists lists={day.lists} /></Panel>
      <Panel title={words.gaps} flush><Gaps gaps={day.gaps} /></Panel>
    </>
  );
}

function Lists({ lists }: { lists: Attestation['lists'] }) {
  const rows = lists.flatMap((list) => list.versions.map((version) => ({ list, version })));
  return (
    <Table aria-label={words.lists} className={classes.lines}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.columns.list}</Table.Th><Table.Th>{words.columns.generation}</Table.Th><Table.Th>{words.columns.published}</Table.Th><Table.Th>{words.columns.fetched}</Table.Th>
          <Table.Th>{words.columns.served}</Table.Th><Table.Th>{words.columns.screened}</Table.Th><Table.Th>{words.columns.minutes}</Table.Th><Table.Th>{words.columns.confirmed}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ list, version }) => (
          <Table.Tr key={`${list.list} ${version.generation}`}>
            <Table.Th scope="row">{list.name || list.list}{version.late && <> <State state="late" /></>}</Table.Th>
            <Table.Td>{version.generation}</Table.Td>
            <Table.Td>{version.publishedDateTimeISO ? <When iso={version.publishedDateTimeISO} full /> : version.published || strings.common.unknown}</Table.Td>
            <Table.Td><When iso={version.fetchedDateTimeISO} full /></Table.Td>
            <Table.Td><When iso={version.servedDateTimeISO} full /></Table.Td>
            <Table.Td>{version.screenedDateTimeISO ? <When iso={version.screenedDateTimeISO} full /> : words.notYet}</Table.Td>
            <Table.Td>{minutesOf(version)}</Table.Td>
            <Table.Td>{list.confirmedDateTimeISO ? <When iso={list.confirmedDateTimeISO} full /> : words.notConfirmed}</Table.Td>
          </Table.Tr>
        ))}
        {rows.length === 0 && <Table.Tr><Table.Td colSpan={8}>{words.noLists}</Table.Td></Table.Tr>}
      </Table.Tbody>
    </Table>
  );
}

// From the publication where its moment is known, else from the fetch.
function minutesOf(version: Version): string {
  if (version.minutesFromPublication !== undefined) return words.fromPublication(version.minutesFromPublication);
  return version.minutesFromFetch === undefined ? '' : words.fromFetch(version.minutesFromFetch);
}

function Gaps({ gaps }: { gaps: Attestation['gaps'] }) {
  return (
    <Table aria-label={words.gaps} className={classes.lines}>
      <Table.Thead><Table.Tr><Table.Th>{words.columns.gap}</Table.Th><Table.Th>{words.columns.from}</Table.Th><Table.Th>{words.columns.until}</Table.Th></Table.Tr></Table.Thead>
      <Table.Tbody>
        {gaps.map((gap, index) => (
          <Table.Tr key={index}>
            <Table.Td className={classes.wide}>{gap.text}{gap.late && <> <State state="late" /></>}</Table.Td>
            <Table.Td><When iso={gap.fromDateTimeISO} full /></Table.Td><Table.Td><When iso={gap.untilDateTimeISO} full /></Table.Td>
          </Table.Tr>
        ))}
        {gaps.length === 0 && <Table.Tr><Table.Td colSpan={3}>{words.noGaps}</Table.Td></Table.Tr>}
      </Table.Tbody>
    </Table>
  );
}

function Days({ days }: { days: AttestedDay[] }) {
  return (
    <Table aria-label={words.days} className={classes.lines}>
      <Table.Thead><Table.Tr><Table.Th>{words.day}</Table.Th><Table.Th>{words.columns.state}</Table.Th><Table.Th>{words.columns.closed}</Table.Th><Table.Th>{words.gaps}</Table.Th></Table.Tr></Table.Thead>
      <Table.Tbody>
        {days.map((day) => (
          <Table.Tr key={day.date}>
            <Table.Th scope="row"><Link href={`/attestations?date=${day.date}`}>{day.date}</Link></Table.Th>
            <Table.Td><State state={day.state} /></Table.Td><Table.Td><When iso={day.closedDateTimeISO} full /></Table.Td><Table.Td>{day.gaps}</Table.Td>
          </Table.Tr>
        ))}
        {days.length === 0 && <Table.Tr><Table.Td colSpan={4}>{words.noDays}</Table.Td></Table.Tr>}
      </Table.Tbody>
    </Table>
  );
}
