import type { Family, Match, MonitorRecord, Profile } from '../../api/types';
import { Name } from '../../components/name';
import { useCountryName } from '../../components/reference-data';
import { births } from '../../domain/profile';
import { strings } from '../../strings/en';
import classes from './match.module.css';

const words = strings.match;

type Verdict = 'agrees' | 'differs' | '';

// Do two sets of values have one in common? Partial dates agree as far as both go.
function verdict(ours: string[], theirs: string[]): Verdict {
  if (ours.length === 0 || theirs.length === 0) return '';
  const meets = (a: string, b: string) => a === b || a.startsWith(b) || b.startsWith(a);
  return ours.some((a) => theirs.some((b) => meets(a.toLowerCase(), b.toLowerCase()))) ? 'agrees' : 'differs';
}

// The client's record and the listed profile, fact by fact.
export function Comparison({ record, match, profile, family }: { record: MonitorRecord; match: Match; profile: Profile | undefined; family: Family }) {
  const country = useCountryName();
  const theirBirths = profile ? births(profile) : match.datesOfBirth ?? [];
  const theirGender = profile?.gender || match.gender || '';
  const rows: { label: string; ours: string[]; theirs: string[]; result: Verdict }[] = [
    { label: strings.fields.name, ours: [record.name], theirs: [match.match, ...(match.match === match.name ? [] : [match.name])], result: '' },
    ...(family === 'individual' ? [
      { label: strings.fields.dob, ours: record.dob ? [record.dob] : [], theirs: theirBirths, result: verdict(record.dob ? [record.dob] : [], theirBirths) },
      { label: strings.fields.gender, ours: record.gender ? [record.gender] : [], theirs: theirGender ? [theirGender] : [], result: verdict(record.gender ? [record.gender] : [], theirGender ? [theirGender] : []) },
    ] : []),
    { label: strings.fields.countries, ours: record.countries.map(country), theirs: match.countries.map(country), result: verdict(record.countries, match.countries) },
  ];
  return (
    <table className={classes.comparison}>
      <thead><tr><th><span className="visually-hidden">{strings.fields.name}</span></th><th scope="col">{words.yours}</th><th scope="col">{words.theirs}</th><th><span className="visually-hidden">{words.agrees}</span></th></tr></thead>
      <tbody>
        {rows.map(({ label, ours, theirs, result }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td><Values items={ours} /></td>
            <td><Values items={theirs} /></td>
            <td className={classes.verdict} data-verdict={result}>{result === 'agrees' ? `✓ ${words.agrees}` : result === 'differs' ? `✕ ${words.differs}` : ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Values({ items }: { items: string[] }) {
  if (items.length === 0) return <span className={classes.dim}>{words.unknownThere}</span>;
  return <>{items.map((item, index) => <div key={item}><Name strong={index === 0}>{item}</Name></div>)}</>;
}
