import { Badge, Button, Group, Modal, Skeleton, Stack, Table, TextInput, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { administers, type Session } from '../../api/session';
import { validation as api, type ValidationResult, type ValidationRun } from '../../api/validation';
import { download } from '../../components/download';
import { FailureBox, sentenceOf } from '../../components/failure';
import { Icon } from '../../components/icons';
import { Notice } from '../../components/notice';
import { Page, Panel } from '../../components/page';
import { When } from '../../components/when';
import { strings } from '../../strings/en';
import { Tuning } from './tuning';
import classes from './validation.module.css';

const words = strings.validation;
const colours = { waiting: 'gray', running: 'blue', done: 'green', failed: 'red' } as const;
const lookMillis = 5000;
type Weak = ValidationResult['weak'][number];

const fail = (problem: unknown) => { notifications.show({ message: sentenceOf(problem), color: 'red' }); };
const save = (path: string, file: string) => void download(path, file).catch(fail);
const hasEnded = (run: ValidationRun) => run.state === 'done' || run.state === 'failed';

export default function ValidationPage({ session }: { session: Session }) {
  const queries = useQueryClient();
  const chosen = new URLSearchParams(useSearch()).get('run');
  const runs = useQuery({ queryKey: ['validation'], queryFn: api.runs, refetchInterval: ({ state }) => (state.data?.every(hasEnded) === false ? lookMillis : false) });
  const start = useMutation({
    mutationFn: api.start,
    onSuccess: () => { notifications.show({ message: words.started }); void queries.invalidateQueries({ queryKey: ['validation'] }); },
    onError: fail,
  });
  const run = runs.data?.find((each) => (chosen ? each.id === chosen : each.state === 'done'));
  return (
    <Page title={words.title} actions={administers(session) && <Button size="xs" loading={start.isPending} onClick={() => start.mutate()}>{words.start}</Button>}>
      <p className={classes.text}>{words.help}</p>
      {runs.isError && <FailureBox problem={runs.error} onRetry={() => void runs.refetch()} />}
      {runs.isLoading && <Skeleton h={200} />}
      {runs.data && <Panel title={words.runs} flush><Runs runs={runs.data} /></Panel>}
      {run?.result && <Result run={run} result={run.result} mayAccept={administers(session)} />}
      {administers(session) && <Tuning />}
      {run?.failure && <Notice kind="warning">{run.failure}</Notice>}
    </Page>
  );
}

function Runs({ runs }: { runs: ValidationRun[] }) {
  return (
    <Table aria-label={words.runs} className={classes.lines}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.columns.created}</Table.Th><Table.Th>{words.columns.by}</Table.Th><Table.Th>{words.columns.state}</Table.Th><Table.Th>{words.columns.control}</Table.Th>
          <Table.Th>{words.columns.treated}</Table.Th><Table.Th>{words.columns.alerts}</Table.Th><Table.Th>{words.columns.weak}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {runs.map((run) => (
          <Table.Tr key={run.id}>
            <Table.Th scope="row"><Link href={`/validation?run=${run.id}`}><When iso={run.createdDateTimeISO} full /></Link></Table.Th>
            <Table.Td>{run.scheduled ? words.schedule : run.username}</Table.Td>
            <Table.Td><Badge color={colours[run.state]} variant="light">{words.states[run.state]}</Badge>{run.state === 'running' && run.allPieces > 0 && ` ${words.progress(run.pieces, run.allPieces)}`}</Table.Td>
            <Table.Td>{run.result && words.of(run.result.control.found, run.result.control.queries)}</Table.Td>
            <Table.Td>{run.result && words.of(run.result.treated.found, run.result.treated.queries)}</Table.Td>
            <Table.Td>{run.result && words.alerts(run.result.ordinary.alerts, run.result.ordinary.names)}</Table.Td>
            <Table.Td>{run.result?.weak.length}</Table.Td>
          </Table.Tr>
        ))}
        {runs.length === 0 && <Table.Tr><Table.Td colSpan={7}>{words.noRuns}</Table.Td></Table.Tr>}
      </Table.Tbody>
    </Table>
  );
}

function Result({ run, result, mayAccept }: { run: ValidationRun; result: ValidationResult; mayAccept: boolean }) {
  const [accepting, setAccepting] = useState<Weak>();
  const lost = result.control.queries - result.control.found;
  const files = (
    <Group gap="xs">
      {(['html', 'json', 'csv'] as const).map((kind) => (
        <Button key={kind} size="xs" variant="default" leftSection={<Icon name="download" size={14} />} onClick={() => save(api.filePath(run.id, `validation.${kind}`), `validation-${run.id}.${kind}`)}>{words.files[kind]}</Button>
      ))}
      <Button size="xs" variant="default" onClick={() => save(api.filePath(run.id, 'validation.html.sig'), `validation-${run.id}.html.sig`)}>{words.files.sig}</Button>
    </Group>
  );
  return (
    <>
      <Panel title={words.result(run.id)} actions={files}>
        <p className={classes.text}>{words.bound(result.generation, result.threshold, result.line)}</p>
        {lost > 0 && <Notice kind="warning">{words.lost(lost)}</Notice>}
      </Panel>
      <Panel title={words.weak} flush><Classes label={words.weak} rows={result.weak} empty={words.noWeak} onAccept={mayAccept ? setAccepting : undefined} /></Panel>
      <Panel title={words.classes} flush><Classes label={words.classes} rows={[...result.classes, ...result.stability]} empty={words.noRuns} /></Panel>
      {accepting && <Accept weak={accepting} onClose={() => setAccepting(undefined)} />}
    </>
  );
}

function Classes({ label, rows, empty, onAccept }: { label: string; rows: Weak[]; empty: string; onAccept?: (weak: Weak) => void }) {
  return (
    <Table aria-label={label} className={classes.lines}>
      <Table.Thead><Table.Tr><Table.Th>{words.columns.class}</Table.Th><Table.Th>{words.columns.found}</Table.Th><Table.Th>{words.columns.queries}</Table.Th><Table.Th>{words.columns.accepted}</Table.Th></Table.Tr></Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.class}>
            <Table.Th scope="row">{row.title} <span className={classes.id}>{row.class}</span></Table.Th>
            <Table.Td>{row.queries === 0 ? '' : `${(Math.floor((row.found * 10_000) / row.queries) / 100).toFixed(2)} %`}</Table.Td>
            <Table.Td>{row.queries.toLocaleString('en')}</Table.Td>
            <Table.Td className={classes.wide}>
              {row.owner ? `${row.owner}: ${row.note ?? ''}` : onAccept && <Button size="compact-xs" variant="default" onClick={() => onAccept(row)}>{words.accept}</Button>}
            </Table.Td>
          </Table.Tr>
        ))}
        {rows.length === 0 && <Table.Tr><Table.Td colSpan={4}>{empty}</Table.Td></Table.Tr>}
      </Table.Tbody>
    </Table>
  );
}

function Accept({ weak, onClose }: { weak: Weak; onClose: () => void }) {
  const [owner, setOwner] = useState('');
  const [note, setNote] = useState('');
  const accept = useMutation({
    mutationFn: () => api.accept({ class: weak.class, owner: owner.trim(), note: note.trim() }),
    onSuccess: () => { notifications.show({ message: words.acceptedNext }); onClose(); },
    onError: fail,
  });
  return (
    <Modal opened onClose={onClose} title={words.acceptTitle(weak.title)}>
      <form onSubmit={(event) => { event.preventDefault(); accept.mutate(); }}>
        <Stack gap="sm">
          <TextInput label={words.owner} value={owner} required onChange={(event) => setOwner(event.currentTarget.value)} />
          <Textarea label={words.note} value={note} required autosize minRows={2} onChange={(event) => setNote(event.currentTarget.value)} />
          <Button type="submit" loading={accept.isPending} disabled={!owner.trim() || !note.trim()}>{words.acceptSubmit}</Button>
        </Stack>
      </form>
    </Modal>
  );
}
