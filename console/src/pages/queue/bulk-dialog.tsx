import { Button, Group, Modal, Progress, Stack, Text, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { mostJobMatches, type ReviewJob } from '../../api/review-jobs';
import type { Status } from '../../api/types';
import { sentenceOf } from '../../components/failure';
import { Notice } from '../../components/notice';
import { reviewMany } from '../../domain/review-job';
import { statuses } from '../../domain/status';
import { strings } from '../../strings/en';
import classes from './queue.module.css';
import type { Row } from './use-queue';

const words = strings.queue;
const mostLines = 8;

// How many of the matches have each value, the most frequent first.
function tally(rows: Row[], valuesOf: (row: Row) => string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const row of rows) for (const value of valuesOf(row)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}
const band = (value: number) => (value >= 95 ? '95–100' : value >= 90 ? '90–94' : value >= 80 ? '80–89' : '0–79');

interface Props {
  matches: Row[];
  status: Status | undefined;
  reason: string;
  user: string;
  onClose: () => void;
}

// Many matches, or a true positive among several: what they are, one decision and its reason.
export function BulkDialog({ matches, status: given, reason: typed, user, onClose }: Props) {
  const [status, setStatus] = useState(given);
  const [reason, setReason] = useState(typed);
  const [job, setJob] = useState<ReviewJob | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  // A second try of the same decision is the same job.
  const key = useRef({ of: '', value: '' });
  const targets = status ? matches.filter(({ currentStatus }) => currentStatus !== status) : matches;
  const tooMany = targets.length > mostJobMatches;
  const isReady = Boolean(status && reason.trim()) && targets.length > 0 && !tooMany;
  const start = async () => {
    if (!status || !isReady || busy) return;
    setBusy(true);
    setProblem(null);
    if (key.current.of !== `${status} ${reason}`) key.current = { of: `${status} ${reason}`, value: crypto.randomUUID?.() ?? String(Math.random()) };
    try {
      setJob(await reviewMany(targets, { status, reason: reason.trim(), user, key: key.current.value }, words.undoComment, setJob));
    } catch (failure) {
      setProblem(failure);
    } finally {
      setBusy(false);
    }
  };
  const hasConfidence = matches.some(({ confidence }) => confidence !== undefined);
  const ended = job !== null && job.state !== 'running';
  return (
    <Modal opened onClose={onClose} closeOnClickOutside={false} closeOnEscape={!busy} withCloseButton={!busy} title={words.bulkTitle(matches.length)} size="lg">
      <form onSubmit={(event) => { event.preventDefault(); void start(); }} onKeyDown={(event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void start(); }}>
        <Stack gap="sm">
          <div className={classes.summary}>
            <Tally title={strings.fields.status} lines={tally(matches, ({ currentStatus }) => [strings.status[currentStatus]])} />
            <Tally title={words.columns.lists} lines={tally(matches, ({ lists }) => (lists.length > 0 ? lists.map(({ name }) => name) : [words.noList]))} />
            {hasConfidence
              ? <Tally title={words.confidence} lines={tally(matches, ({ confidence }) => [confidence === undefined ? strings.common.unknown : band(confidence)])} />
              : <Tally title={strings.fields.score} lines={tally(matches, ({ score }) => [band(score)])} />}
          </div>
          <fieldset className={classes.decisions} disabled={job !== null}>
            <legend>{strings.match.decide}</legend>
            {statuses.map((each) => (
              <label key={each}><input type="radio" name="bulk-status" value={each} checked={status === each} onChange={() => setStatus(each)} /> {strings.status[each]}</label>
            ))}
          </fieldset>
          <Textarea label={words.reason} description={words.reasonHelp} required value={reason} disabled={job !== null} onChange={(event) => setReason(event.currentTarget.value)} minRows={2} autosize maxRows={8} maxLength={10000} data-autofocus />
          {tooMany && <Notice kind="error">{words.tooMany(mostJobMatches)}</Notice>}
          {problem !== null && <Notice kind="error">{sentenceOf(problem)}</Notice>}
          {job && !ended && <div role="status"><Text size="xs" c="dimmed">{words.jobProgress(job.settled, job.total)}</Text><Progress value={(100 * job.settled) / Math.max(1, job.total)} aria-label={words.bulkTitle(job.total)} /></div>}
          {ended && <Notice kind={job.leftAlone > 0 ? 'warning' : 'good'}>{status && words.reviewed(job.stored, strings.status[status])}{job.leftAlone > 0 && <div>{words.conflicts(job.leftAlone)}</div>}</Notice>}
          <Group justify="flex-end" gap="xs">
            {!busy && <Button variant="default" onClick={onClose}>{ended ? strings.common.close : strings.common.cancel}</Button>}
            {!ended && <Button type="submit" loading={busy} disabled={!isReady}>{words.bulkSubmit(targets.length)}</Button>}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function Tally({ title, lines }: { title: string; lines: [string, number][] }) {
  const rest = lines.slice(mostLines).reduce((sum, [, n]) => sum + n, 0);
  return (
    <table>
      <caption>{title}</caption>
      <tbody>
        {lines.slice(0, mostLines).map(([value, n]) => <tr key={value}><th scope="row">{value}</th><td>{n.toLocaleString('en')}</td></tr>)}
        {rest > 0 && <tr><th scope="row">{words.otherLines}</th><td>{rest.toLocaleString('en')}</td></tr>}
      </tbody>
    </table>
  );
}
