import type { Session } from '../../api/session';
import { Name } from '../../components/name';
import { refsOf, resultsOf, totalOf } from '../../domain/results';
import { dateTime } from '../../domain/time';
import { strings } from '../../strings/en';
import type { Found } from './index';
import classes from './screening.module.css';

const words = strings.screening;

// What the printer gets: the question, who asked, and every result with its explanation.
export function Report({ found: { asked, families, answers }, session }: { found: Found; session: Session }) {
  const results = resultsOf(answers);
  const refs = refsOf(answers);
  const rows: [string, string][] = [
    [strings.fields.name, asked.name],
    [words.kind, families.map((family) => strings.families[family]).join(', ')],
    [strings.fields.threshold, String(asked.threshold)],
    [strings.fields.dob, asked.dob ?? ''],
    [strings.fields.gender, asked.gender ?? ''],
    [strings.fields.countries, asked.countries.join(', ')],
    [strings.fields.datasets, asked.datasets.join(', ')],
    [strings.profile.reference, refs.join(', ')],
    [words.recorded, `${dateTime(askedAt(refs[0]))} · ${words.reportBy(session.username, session.company)}`],
  ];
  return (
    <div className={`print-only ${classes.report}`}>
      <h1>{words.reportTitle}</h1>
      <dl>{rows.filter(([, value]) => value).map(([label, value]) => <FactRow key={label} label={label} value={value} />)}</dl>
      <h2>{words.results(totalOf(answers))}</h2>
      {results.map((result) => (
        <article key={result.resourceId}>
          <p><strong><Name>{result.name}</Name></strong> · {strings.fields.score} {result.score} · {[strings.family[result.family], ...result.tags.map(({ label }) => label)].join(', ')}</p>
          {result.matched !== result.name && <p>{words.matched}: <Name>{result.matched}</Name></p>}
          <p>{result.facts.join(' · ')}</p>
          {result.sources.length > 0 && <p>{words.lists}: {result.sources.join('; ')}</p>}
          <p>{result.sentence}</p>
          <p>{result.resourceId}</p>
        </article>
      ))}
    </div>
  );
}

// A reference begins with the second in which it was given.
const askedAt = (ref: string | undefined) => new Date(Number(ref?.split('-')[0]) * 1000 || Date.now()).toISOString();

function FactRow({ label, value }: { label: string; value: string }) {
  return <><dt>{label}</dt><dd><Name>{value}</Name></dd></>;
}
