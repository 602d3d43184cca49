import { Button, Checkbox, FileButton, Group, Modal, NativeSelect, Progress, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { records as api } from '../../api/records';
import type { Family } from '../../api/types';
import { sentenceOf } from '../../components/failure';
import { Name } from '../../components/name';
import { Notice } from '../../components/notice';
import { useCountries } from '../../components/reference-data';
import type { DateOrder } from '../../domain/birth-date';
import { parseCsv, rejectedCsv, type CsvRow } from '../../domain/csv';
import type { ColumnChoices } from '../../domain/customer-columns';
import { planImport, type ImportPlan } from '../../domain/import-plan';
import { readText } from '../../domain/text-file';
import { isWorkbook, readWorkbook } from '../../domain/workbook';
import { strings } from '../../strings/en';
import { ColumnMapping } from './column-mapping';
import classes from './records.module.css';

const words = strings.records;
const perCall = 500;
const shownLines = 200;
const families = ['individual', 'business'] as const;

interface Tally {
  sent: number;
  created: number;
  updated: number;
  unchanged: number;
  closed: number;
  refused: { line: number; id: string; message: string }[];
}

// Reads a file in the browser, shows what it would do line by line, and sends what is right.
export function ImportRecords({ family: given, onClose }: { family: Family; onClose: () => void }) {
  const queries = useQueryClient();
  const countries = useCountries();
  const [family, setFamily] = useState(given);
  const [rows, setRows] = useState<CsvRow[] | null>(null);
  const [book, setBook] = useState<{ bytes: Uint8Array; sheets: string[]; sheet: number } | null>(null);
  const [note, setNote] = useState('');
  const [columns, setColumns] = useState<ColumnChoices>({});
  const [dateOrder, setDateOrder] = useState<DateOrder>(null);
  const [untyped, setUntyped] = useState<Family | null>(null);
  const [narrowed, setNarrowed] = useState(false);
  const [tally, setTally] = useState<Tally | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const known = useMemo(() => new Map(countries.flatMap(({ code, alpha3, name }) => [code, alpha3, name].map((text) => [text.toUpperCase(), code] as const)).concat([['UK', 'GB'], ['EL', 'GR']])), [countries]);
  const plan = useMemo(() => (rows ? planImport(rows, { family, untyped, useCountries: narrowed, countries: known, columns, dateOrder }) : null), [rows, family, untyped, known, narrowed, columns, dateOrder]);
  const good = plan?.lines.filter(({ problems }) => problems.length === 0) ?? [];
  const bad = plan?.lines.filter(({ problems }) => problems.length > 0) ?? [];
  const chooseSheet = async (bytes: Uint8Array, sheet: number) => {
    const read = await readWorkbook(bytes, sheet);
    setProblem('problem' in read ? words.workbookProblems[read.problem] : '');
    setRows('problem' in read ? null : read.rows);
    setBook('problem' in read ? null : { bytes, sheets: read.sheets, sheet });
    setColumns({});
  };
  const choose = async (file: File | null) => {
    if (!file) return;
    setTally(null);
    setNote('');
    setColumns({});
    setDateOrder(null);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (isWorkbook(bytes)) return chooseSheet(bytes, 0);
    setBook(null);
    const read = readText(bytes);
    if ('text' in read && read.encoding === 'Windows-1252') setNote(words.readAs(read.encoding));
    if ('unreadable' in read) {
      setProblem(words.notUtf8(read.unreadable.line));
      setRows(null);
      return;
    }
    const { rows: cut, broken } = parseCsv(read.text);
    setProblem(broken ? words.brokenFile(broken.line, words.breakages[broken.why]) : '');
    setRows(broken ? null : cut);
  };
  const send = async () => {
    setBusy(true);
    const calls = families.flatMap((kind) => {
      const own = good.filter((line) => line.family === kind);
      return Array.from({ length: Math.ceil(own.length / perCall) }, (_, index) => ({ kind, part: own.slice(index * perCall, (index + 1) * perCall) }));
    });
    const now: Tally = { sent: 0, created: 0, updated: 0, unchanged: 0, closed: 0, refused: [] };
    try {
      for (const { kind, part } of calls) {
        const answer = await api.saveAll(kind, part.map(({ record }) => record));
        answer.results.forEach((result, index) => {
          if (result.error) now.refused.push({ line: part[index]!.line, id: result.id, message: result.error.message });
        });
        now.created += answer.createdCount;
        now.updated += answer.updatedCount;
        now.unchanged += answer.unchangedCount;
        now.closed += answer.matchesClosedCount;
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
  const births = plan?.lines.some(({ record }) => record.dob) ?? false;
  const finished = tally !== null && !busy;
  return (
    <Modal opened onClose={onClose} title={words.importTitle} size="min(1100px, 94vw)">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">{words.importHelp}</Text>
        <Group gap="sm">
          {!plan?.hasTypes && <Choice id="import-family" label={words.importFamily} value={family} onChange={(value) => setFamily(value as Family)} data={families.map((value) => ({ value, label: strings.families[value] }))} />}
          <FileButton onChange={(file) => void choose(file)} accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain">{(props) => <Button size="xs" variant="default" {...props}>{words.importDrop}</Button>}</FileButton>
          {book && book.sheets.length > 1 && <NativeSelect size="xs" aria-label={words.sheet} value={book.sheet} data={book.sheets.map((label, value) => ({ value: String(value), label }))} onChange={(event) => void chooseSheet(book.bytes, Number(event.currentTarget.value))} />}
        </Group>
        {note && <Text size="xs" c="dimmed" role="status">{note}</Text>}
        {plan && rows && !finished && <ColumnMapping rows={rows} headings={plan.headings} places={plan.places} chosen={columns} onChange={setColumns} />}
        {plan?.dates.shownBy && plan.dates.needed && <Text size="xs" c="dimmed">{words.dateOrderShown(plan.dates.order === 'dmy', plan.dates.shownBy.line, plan.dates.shownBy.text)}</Text>}
        {plan?.dates.needed && !plan.dates.shownBy && !finished && (
          <Group gap="sm">
            <Choice id="import-dates" label={words.dateOrder} value={dateOrder ?? ''} onChange={(value) => setDateOrder((value || null) as DateOrder)} data={[{ value: '', label: words.dateOrderUnknown }, { value: 'dmy', label: words.dayFirst }, { value: 'mdy', label: words.monthFirst }]} />
          </Group>
        )}
        {plan && plan.partsOfNames.length > 0 && <Notice kind="error">{words.partsOfNames(plan.partsOfNames.join(', '))}</Notice>}
        {plan && plan.missing.length > 0 && <Notice kind="error">{words.missing(plan.missing.map((each) => words.missingColumns[each]).join(', '))}</Notice>}
        {plan?.untyped && !finished && (
          <Group gap="sm">
            <Choice id="import-untyped" label={words.untyped} value={untyped ?? ''} onChange={(value) => setUntyped((value || null) as Family | null)} data={[{ value: '', label: words.untypedRefused }, ...families.map((value) => ({ value, label: strings.families[value] }))]} />
          </Group>
        )}
        {plan?.hasCountries && !finished && <Checkbox size="xs" label={words.useCountries} description={words.useCountriesHelp} checked={narrowed} onChange={(event) => setNarrowed(event.currentTarget.checked)} />}
        {plan && plan.ignored.length > 0 && <Text size="xs" c="dimmed">{words.ignored(plan.ignored.join(', '))}</Text>}
        {plan && plan.lines.length > 0 && !finished && (
          <>
            <Text size="sm" fw={500} role="status">{words.planned(good.length, bad.length)}</Text>
            <div className={classes.preview} tabIndex={0} role="region" aria-label={words.importTitle}>
              <table>
                <thead><tr><th>{words.line}</th>{plan.hasTypes && <th>{words.type}</th>}<th>{strings.fields.id}</th><th>{strings.fields.name}</th>{narrowed && <th>{strings.fields.countries}</th>}{births && <th>{strings.fields.dob}</th>}<th>{words.problem}</th></tr></thead>
                <tbody>
                  {[...bad, ...good].slice(0, shownLines).map(({ line, family: kind, record, problems }) => (
                    <tr key={line} data-bad={problems.length > 0 || undefined}>
                      <td>{line}</td>{plan.hasTypes && <td>{kind && strings.family[kind]}</td>}<td className={classes.wraps}>{record.id}</td><td className={classes.wraps}><Name>{record.name}</Name></td>{narrowed && <td>{record.countries?.join(' ')}</td>}{births && <td>{record.dob}</td>}
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
          <Notice kind={tally.refused.length > 0 || bad.length > 0 || tally.closed > 0 || problem ? 'warning' : 'good'} title={words.importDone}>
            {words.imported(tally.created, tally.updated, tally.unchanged, tally.refused.length + bad.length)}
            {tally.closed > 0 && <div>{words.closedByImport(tally.closed)}</div>}
            {bad.length > 0 && <div>{words.leftOut(bad.length)}</div>}
            {bad.slice(0, 50).map(({ line, record, problems }) => <div key={line}>{words.line} {line}{record.id && `, ${record.id}`}: {problems.map((each) => words.problems[each]).join('; ')}</div>)}
            {tally.refused.slice(0, 50).map(({ line, id, message }) => <div key={line}>{words.line} {line}, {id}: {message}</div>)}
          </Notice>
        )}
        <Group justify="flex-end">
          {rows && bad.length > 0 && <Button variant="subtle" onClick={() => saveRejected(rows, plan!)}>{words.saveRejected}</Button>}
          <Button variant="default" onClick={onClose}>{finished ? strings.common.close : strings.common.cancel}</Button>
          {!finished && <Button disabled={good.length === 0} loading={busy} onClick={() => void send()}>{words.importNow(good.length)}</Button>}
        </Group>
      </Stack>
    </Modal>
  );
}

// The lines that stay behind, with the reasons, to be mended and chosen again.
function saveRejected(rows: CsvRow[], plan: ImportPlan) {
  const reasons = new Map(plan.lines.filter(({ problems }) => problems.length > 0).map(({ line, problems }) => [line, problems.map((each) => words.problems[each]).join('; ')]));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([rejectedCsv(plan.headings, rows, reasons)], { type: 'text/csv' }));
  link.download = 'not-imported.csv';
  link.click();
  URL.revokeObjectURL(link.href);
}

function Choice({ id, label, ...control }: { id: string; label: string; value: string; onChange: (value: string) => void; data: { value: string; label: string }[] }) {
  return <><Text size="sm" id={id}>{label}</Text><SegmentedControl size="xs" aria-labelledby={id} {...control} /></>;
}
