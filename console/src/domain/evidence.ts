// What both sides of a match say, put side by side.
import type { EvidenceOutcome, EvidenceTerm } from '../api/types';
import { strings } from '../strings/en';

// An attribute as the page knows it, whether or not a term speaks of it.
export interface Fact {
  attribute: string;
  ours: string[];
  theirs: string[];
}
export interface ComparedFact extends Fact {
  outcome: EvidenceOutcome;
  contribution?: number;
}

const filled = (text: string) => (text ? [text] : []);

// The facts in their order, each with its term, then the terms that no fact has. What the page knows
// of a side goes before the shortened text of the term.
export function comparisonOf(terms: EvidenceTerm[], facts: Fact[]): ComparedFact[] {
  const termOf = (attribute: string) => terms.find((term) => term.attribute === attribute);
  const known = facts.map((fact) => {
    const term = termOf(fact.attribute);
    const shown = term ? { ours: fact.ours.length ? fact.ours : filled(term.ours), theirs: fact.theirs.length ? fact.theirs : filled(term.theirs) } : {};
    return { ...fact, ...shown, outcome: term?.outcome ?? 'unknown', ...(term ? { contribution: term.contribution } : {}) };
  });
  const others = terms.filter((term) => !facts.some((fact) => fact.attribute === term.attribute)).map((term) => ({ attribute: term.attribute, ours: filled(term.ours), theirs: filled(term.theirs), outcome: term.outcome, contribution: term.contribution }));
  return [...known, ...others];
}

// Why the service changed a match, in words: belowConfidenceLine (12 < 30).
export function reasonText(reason: string): string {
  const line = /^belowConfidenceLine \((\d+) < (\d+)\)$/.exec(reason);
  return line ? strings.evidence.belowLine(Number(line[1]), Number(line[2])) : strings.match.reasons[reason] ?? reason;
}
