import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { parties as api, type ListEntry, type Suggestion } from '../../api/parties';
import { EvidenceComparison } from '../../components/evidence';
import { Name } from '../../components/name';
import { Panel } from '../../components/page';
import { useCountryName } from '../../components/reference-data';
import { strings } from '../../strings/en';
import classes from './parties.module.css';

const words = strings.parties;
const mostOfSide = 4;

const profilePath = ({ kind, resourceId }: ListEntry) => `/profile/${kind === 'person' ? 'individual' : 'business'}/${resourceId}`;

// The entries of the party that an entry of the suggestion belongs to, the suggested one first.
function useSide(entry: ListEntry, members: string[]): ListEntry[] {
  const isAlone = members.length < 2;
  const party = useQuery({ queryKey: ['party', entry.resourceId], queryFn: () => api.party(entry.resourceId), enabled: !isAlone });
  return [entry, ...(party.data?.entries ?? []).filter(({ resourceId }) => resourceId !== entry.resourceId)];
}

// Every list entry of both parties side by side, and what speaks for and against one party.
export function Entries({ pair, listName }: { pair: Suggestion; listName: (key: string) => string }) {
  const country = useCountryName();
  const sides = [useSide(pair.left, pair.leftParty), useSide(pair.right, pair.rightParty)];
  const shown = sides.flatMap((entries, side) => entries.slice(0, mostOfSide).map((entry) => ({ entry, side })));
  const rows: [string, (entry: ListEntry) => React.ReactNode][] = [
    [words.rows.list, ({ list }) => listName(list)],
    [words.rows.id, ({ id }) => id],
    [words.rows.names, ({ names, name }) => <ul>{(names.length ? names : [name]).map((each, index) => <li key={index}><Name strong={index === 0}>{each}</Name></li>)}</ul>],
    [words.rows.births, ({ births }) => births.join(', ') || strings.common.unknown],
    [words.rows.countries, ({ countries }) => countries.map(country).join(', ') || strings.common.unknown],
    [words.rows.kind, ({ kind }) => kind],
    [words.rows.live, ({ live }) => (live ? strings.common.yes : strings.common.no)],
  ];
  return (
    <>
      <Panel title={words.pairTitle} flush>
        <table className={classes.entries} aria-label={words.pairTitle}>
          <thead>
            <tr>
              <td />
              {shown.map(({ entry, side }) => <th key={entry.resourceId} scope="col" data-side={side}>{words.sides[side]}: <Link href={profilePath(entry)}><Name>{entry.name}</Name></Link></th>)}
            </tr>
          </thead>
          <tbody>
            {rows.map(([title, cell]) => <tr key={title}><th scope="row">{title}</th>{shown.map(({ entry, side }) => <td key={entry.resourceId} data-side={side}>{cell(entry)}</td>)}</tr>)}
          </tbody>
        </table>
        {sides.map((entries, side) => entries.length > mostOfSide && <p key={side} className={classes.dim}>{words.sides[side]}: {words.moreEntries(entries.length - mostOfSide)}</p>)}
      </Panel>
      <Panel title={words.evidence} flush>
        <EvidenceComparison terms={pair.evidence.terms} sentence={pair.evidence.sentence} facts={[]} labels={{ ours: listName(pair.left.list), theirs: listName(pair.right.list) }} />
      </Panel>
    </>
  );
}
