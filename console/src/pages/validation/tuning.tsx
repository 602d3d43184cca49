import { Skeleton, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { validation as api, type Tuning as Figures } from '../../api/validation';
import { FailureBox } from '../../components/failure';
import { Panel } from '../../components/page';
import { strings } from '../../strings/en';
import classes from './validation.module.css';

const words = strings.tuning;

interface Row {
  name: string;
  truePositive: number;
  falsePositive: number;
  precision?: number;
}

// What the reviews say about the settings. It changes nothing.
export function Tuning() {
  const tuning = useQuery({ queryKey: ['tuning'], queryFn: api.tuning });
  if (tuning.isError) return <FailureBox problem={tuning.error} onRetry={() => void tuning.refetch()} />;
  if (!tuning.data) return <Skeleton h={120} />;
  return <Parts tuning={tuning.data} />;
}

function Parts({ tuning }: { tuning: Figures }) {
  const band = (each: Figures['byScore'][number]) => ({ ...each, name: words.band(each.from, each.to) });
  return (
    <>
      <Panel title={words.title}>
        <p className={classes.text}>{words.help}</p>
        <p className={classes.text}>{words.decided(tuning.all.truePositive, tuning.all.falsePositive, tuning.open, tuning.disagreements)}</p>
        <ul>
          {tuning.suggestions.map((each) => <li key={each.kind}>{each.text}</li>)}
          {tuning.suggestions.length === 0 && <li>{words.noSuggestion}</li>}
        </ul>
      </Panel>
      <Panel title={words.byScore} flush><Rows label={words.byScore} rows={tuning.byScore.map(band)} /></Panel>
      <Panel title={words.byConfidence} flush><Rows label={words.byConfidence} rows={tuning.byConfidence.map(band)} /></Panel>
      <Panel title={words.byList} flush><Rows label={words.byList} rows={tuning.byList.map((line) => ({ ...line, name: line.name || line.list || strings.reports.noList }))} /></Panel>
      <Panel title={words.byWord} flush><Rows label={words.byWord} rows={tuning.words.map((line) => ({ ...line, name: line.word }))} /></Panel>
    </>
  );
}

function Rows({ label, rows }: { label: string; rows: Row[] }) {
  return (
    <Table aria-label={label} className={classes.lines}>
      <Table.Thead><Table.Tr><Table.Th><span className="visually-hidden">{label}</span></Table.Th><Table.Th>{strings.status['true-positive']}</Table.Th><Table.Th>{strings.status['false-positive']}</Table.Th><Table.Th>{words.precision}</Table.Th></Table.Tr></Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.name}>
            <Table.Th scope="row">{row.name}</Table.Th>
            <Table.Td>{row.truePositive.toLocaleString('en')}</Table.Td><Table.Td>{row.falsePositive.toLocaleString('en')}</Table.Td>
            <Table.Td>{row.precision === undefined ? '' : `${(100 * row.precision).toFixed(1)} %`}</Table.Td>
          </Table.Tr>
        ))}
        {rows.length === 0 && <Table.Tr><Table.Td colSpan={4}>{words.nothing}</Table.Td></Table.Tr>}
      </Table.Tbody>
    </Table>
  );
}
