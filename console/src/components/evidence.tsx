import type { EvidenceTerm } from '../api/types';
import { comparisonOf, type Fact } from '../domain/evidence';
import { strings } from '../strings/en';
import classes from './evidence.module.css';
import { Name } from './name';

const words = strings.evidence;

// How likely the profile is the customer; nothing where it is not known yet.
export function Confidence({ value, sentence }: { value: number | undefined; sentence?: string | undefined }) {
  if (value === undefined) return null;
  const level = value >= 75 ? 'high' : value < 25 ? 'low' : 'middle';
  return <span className={classes.confidence} data-level={level} title={sentence}>{words.confidence(value)}</span>;
}

// Both sides, attribute by attribute: what each says, whether it agrees, and what it adds to the
// confidence. `facts` are shown as well where no term speaks of them.
export function EvidenceComparison({ terms, sentence, facts, labels }: { terms: EvidenceTerm[]; sentence?: string | undefined; facts: Fact[]; labels: { ours: string; theirs: string } }) {
  return (
    <>
      {sentence && <p className={classes.sentence}>{sentence}</p>}
      <table className={classes.table}>
        <thead><tr><th><span className="visually-hidden">{words.attribute}</span></th><th scope="col">{labels.ours}</th><th scope="col">{labels.theirs}</th><th><span className="visually-hidden">{words.outcome}</span></th></tr></thead>
        <tbody>
          {comparisonOf(terms, facts).map(({ attribute, ours, theirs, outcome, contribution }) => (
            <tr key={attribute}>
              <th scope="row">{words.attributes[attribute] ?? attribute}</th>
              <td><Values items={ours} /></td>
              <td><Values items={theirs} /></td>
              <td className={classes.outcome} data-outcome={outcome}>
                {words.outcomes[outcome]}
                {contribution !== undefined && contribution !== 0 && <small>{words.contribution(contribution)}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Values({ items }: { items: string[] }) {
  if (items.length === 0) return <span className={classes.dim}>{words.notSaid}</span>;
  return <>{items.map((item, index) => <div key={item}><Name strong={index === 0}>{item}</Name></div>)}</>;
}
