import { Button, Checkbox, FileButton, Group, Modal, Progress, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { records as api } from '../../api/records';
import type { Family } from '../../api/types';
import { sentenceOf } from '../../components/failure';
import { Name } from '../../components/name';
import { Notice } from '../../components/notice';
import { useCountries } from '../../components/reference-data';
import { parseCsv, planImport, type CsvRow } from '../../domain/csv';
import { strings } from '../../strings/en';
import classes from './records.module.css';

const words = strings.records;
const perCall = 500;
const shownLines = 200;

interface Tally {
  sent: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: { line: number; id: string; message: string }[];
}

// Reads a file in the browser, shows what it would do line by line, and sends what is right.
export function ImportRecords({ family: given, onClose }: { family: Family; onClose: () => void }) {
  const queries = useQueryClient();
  const countries = useCountries();
  const [family, setFamily] = useState(given);
  const [rows, setRows] = useState<CsvRow[] | null>(null);
  const [narrowed, setNarrowed] = useState(false);
  const [tally, setTally] = useState<Tally | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const known = useMemo(() => new Set(countries.flatMap(({ code, alpha3 }) => [code.toUpperCase(), alpha3.toUpperCase()]).concat('UK', 'EL')), [countries]);
  const plan = useMemo(() => (rows ? planImport(rows, family, known, narrowed) : null), [rows, family, known, narrowed]);
  const good = plan?.lines.filter(({ problems }) => problems.length === 0) ?? [];
  const bad = plan?.lines.filter(({ problems }) => problems.length > 0) ?? [];
  const choose = async (file: File | null) => {
    if (!file) return;
    setTally(null);
    const { rows: read, broken } = parseCsv(await file.text());
    setProblem(broken ? words.brokenFile(broken.line, words.breakages[broken.why]) : '');
    setRows(broken ? null : read);
  };
  const send = async () => {
    setBusy(true);
    const now: Tally = { sent: 0, created: 0, updated: 0, unchanged: 0, refused: [] };
    try {
      for (let at = 0; at < good.length; at += perCall) {
        const part = good.slice(at, at + perCall);
        const answer = await api.saveAll(family, part.map(({ record }) => record));
        answer.results.forEach((result, index) => {
          if (result.error) now.refused.push({ line: part[index]!.line, id: result.id, message: result.error.message });
        });
        now.created += answer.createdCount;
        now.updated += answer.updatedCount;
        now.unchanged += answer.unchangedCount;
        now.sent += part.length;
        setTally({ ...now });
      }
    } catch (failure) {
      setProblem(sentenceOf(failure));
    } finally {
      setBusy(false);
      setTally({ ...now });
      void queries.invalidateQueries({ predicate: ({ queryKey }) => ['queue', 'overview', 'records'].includes(String(queryKey[0])) });
    }
  };
  const finished = tally !== null && !busy;
  return (
    <Modal opened onClose={onClose} title={words.importTitle} size="xl">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">{words.importHelp}</Text>
        <Group gap="sm">
          <Text size="sm" id="import-family">{words.importFamily}</Text>
          <SegmentedControl size="xs" aria-labelledby="import-family" value={family} onChange={(value) => setFamily(value as Family)} data={(['individual', 'business'] as const).map((value) => ({ value, label: strings.families[value] }))} />
          <FileButton onChange={(file) => void choose(file)} accept=".csv,text/csv,text/plain">{(props) => <Button size="xs" variant="default" {...props}>{words.importDrop}</Button>}</FileButton>
        </Group>
        {plan && plan.missing.length > 0 && <Notice kind="error">{words.missing(plan.missing.join(', '))}</Notice>}
        {plan?.hasCountries && !finished && <Checkbox size="xs" label={words.useCountries} description={words.useCountriesHelp} checked={narrowed} onChange={(event) => setNarrowed(event.currentTarget.checked)} />}
        {plan && plan.ignored.length > 0 && <Text size="xs" c="dimmed">{words.ignored(plan.ignored.join(', '))}</Text>}
        {plan && plan.lines.length > 0 && !finished && (
          <>
            <Text size="sm" fw={500} role="status">{words.planned(good.length, bad.length)}</Text>
            <div className={classes.preview} tabIndex={0} role="region" aria-label={words.importTitle}>
              <table>
                <thead><tr><th>{words.line}</th><th>{strings.fields.id}</th><th>{strings.fields.name}</th>{narrowed && <th>{strings.fields.countries}</th>}{family === 'individual' && <th>{strings.fields.dob}</th>}<th>{words.problem}</th></tr></thead>
                <tbody>
                  {[...bad, ...good].slice(0, shownLines).map(({ line, record, problems }) => (
                    <tr key={line} data-bad={problems.length > 0 || undefined}>
                      <td>{line}</td><td>{record.id}</td><td><Name>{record.name}</Name></td>{narrowed && <td>{record.countries?.join(' ')}</td>}{family === 'individual' && <td>{record.dob}</td>}
                      <td className={classes.problem}>{problems.map((each) => words.problems[each]).join('; ')}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
        {busy && tally && <div><Text size="xs" c="dimmed">{words.importing(tally.sent, good.length)}</Text><Progress value={(100 * tally.sent) / good.length} aria-label={words.importTitle} /></div>}
        {problem && <Notice kind="error">{problem}</Notice>}
        {finished && (
          <Notice kind={tally.refused.length > 0 || problem ? 'warning' : 'good'} title={words.importDone}>
            {words.imported(tally.created, tally.updated, tally.unchanged, tally.refused.length)}
            {tally.refused.slice(0, 50).map(({ line, id, message }) => <div key={line}>{words.line} {line}, {id}: {message}</div>)}
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>{finished ? strings.common.close : strings.common.cancel}</Button>
          {!finished && <Button disabled={good.length === 0} loading={busy} onClick={() => void send()}>{words.importNow(good.length)}</Button>}
        </Group>
      </Stack>
    </Modal>
  );
}
