import type { PartyCounts, Suggestion } from '../../api/parties';
import { Panel } from '../../components/page';
import { strings } from '../../strings/en';
import classes from './parties.module.css';

const words = strings.parties;
const number = (n: number) => n.toLocaleString('en');

// How many entries, parties and loaded suggestions each list has.
export function Counts({ counts, rows, listName }: { counts: PartyCounts; rows: Suggestion[]; listName: (key: string) => string }) {
  const suggested = new Map<string, number>();
  for (const { left, right } of rows) for (const list of new Set([left.list, right.list])) suggested.set(list, (suggested.get(list) ?? 0) + 1);
  return (
    <Panel title={words.counts}>
      <p className={classes.dim}>{words.totals(counts.entries, counts.parties, counts.grouped)}</p>
      <table className={classes.counts} aria-label={words.counts}>
        <thead><tr><th scope="col">{words.list}</th><th scope="col">{words.entries}</th><th scope="col">{words.parties}</th><th scope="col">{words.suggestions}</th></tr></thead>
        <tbody>{counts.lists.map(({ list, entries, parties }) => <tr key={list}><th scope="row">{listName(list)}</th><td>{number(entries)}</td><td>{number(parties)}</td><td>{number(suggested.get(list) ?? 0)}</td></tr>)}</tbody>
      </table>
    </Panel>
  );
}
