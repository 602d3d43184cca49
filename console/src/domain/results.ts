// The hits of both families in one shape, for the list of results.
import type { Dataset } from '../api/reference';
import type { Kind } from '../api/screening';
import type { Agreement, EvidenceTerm, Family, IdentifierMatch, ScreeningData } from '../api/types';
import { births, nameOf, severity, type Severity } from './profile';

export interface Tag {
  label: string;
  severity: Severity;
}
export interface Result {
  family: Family;
  resourceId: string;
  name: string;
  matched: string;
  score: number;
  tags: Tag[];
  facts: string[];
  agreement: Agreement | undefined;
  sentence: string;
  confidence: number | undefined;
  confidenceSentence: string | undefined;
  terms: EvidenceTerm[];
  byIdentifier: boolean;  // a number agrees, whatever the name
  sources: string[];  // names of the lists that it is on
}

function typeSeverity(type: string): Severity {
  if (type === 'sanction') return 'sanction';
  return type.startsWith('pep') ? 'pep' : 'risk';
}

const hasIdentifier = ({ identifierMatches }: { identifierMatches?: IdentifierMatch[] }) =>
  (identifierMatches ?? []).some(({ outcome }) => outcome === 'agrees');
const distinct = (items: string[]) => [...new Set(items.filter(Boolean))];

function resultsOfOne(data: ScreeningData): Result[] {
  const people = (data.hits ?? []).map((hit): Result => {
    const values = (...names: string[]) => hit.doc.fields.filter(({ name }) => names.includes(name)).map(({ value }) => value);
    return {
      family: 'individual', resourceId: hit.doc.id, name: hit.doc.name, matched: hit.match_types_details[0]?.matching_name ?? hit.doc.name,
      score: Math.round(hit.score * 100),
      tags: hit.doc.types.filter((type) => !hit.doc.types.includes('pep') || type !== 'pep' || hit.doc.types.every((each) => !each.startsWith('pep-class'))).map((label) => ({ label, severity: typeSeverity(label) })),
      facts: distinct([values('Date of Birth').join(', '), ...values('Nationality', 'Country').slice(0, 3), values('Political Position')[0] ?? '']),
      agreement: hit.evidence, sentence: hit.explanation ?? '', byIdentifier: hasIdentifier(hit),
      confidence: hit.confidence, confidenceSentence: hit.confidenceExplanation, terms: hit.evidenceTerms ?? [],
      sources: distinct(hit.doc.sources.map((key) => hit.doc.source_notes[key]?.name ?? key)),
    };
  });
  const businesses = (data.items ?? []).map((item): Result => ({
    family: 'business', resourceId: item.resourceId, name: nameOf(item), matched: item.match ?? nameOf(item), score: item.score ?? 0,
    tags: item.datasets.map((label) => ({ label, severity: severity(label) })),
    facts: distinct([...(item.businessTypes ?? []).slice(0, 2), ...item.addresses.map(({ countryIsoCode }) => countryIsoCode ?? '').slice(0, 3), ...births(item)]),
    agreement: item.evidence, sentence: item.explanation ?? '', byIdentifier: hasIdentifier(item),
    confidence: item.confidence, confidenceSentence: item.confidenceExplanation, terms: item.evidenceTerms ?? [],
    sources: distinct([...item.sanEntries.current, ...item.sanEntries.former].map(({ regime }) => regime.body ?? '')),
  }));
  return [...people, ...businesses];
}

// The answers of one query, one for each family, the most likely first, then the most similar. A party of unknown kind is in both and shown once.
export function resultsOf(answers: ScreeningData[]): Result[] {
  const seen = new Set<string>();
  const isNew = ({ resourceId }: Result) => !seen.has(resourceId) && Boolean(seen.add(resourceId));
  return answers.flatMap(resultsOfOne).sort((a, b) => Number(b.byIdentifier) - Number(a.byIdentifier) || (b.confidence ?? -1) - (a.confidence ?? -1) || b.score - a.score).filter(isNew);
}
export function totalOf(answers: ScreeningData[]): number {
  const all = answers.reduce((sum, data) => sum + (data.total ?? data.total_hits ?? (data.hits ?? data.items ?? []).length), 0);
  const twice = answers.flatMap(resultsOfOne).length - resultsOf(answers).length;
  return all - twice;
}
export const refsOf = (answers: ScreeningData[]) => answers.flatMap(({ ref }) => ref ?? []);

// The families that a question is asked in. The server does not filter a family by datasets that none of its profiles can carry: where
// both are meant, such a family is left out.
export function familiesOf(kind: Kind, datasets: string[], known: Dataset[]): Family[] {
  if (kind !== 'both') return [kind];
  const both: Family[] = ['individual', 'business'];
  const carried = known.flatMap((each) => (datasets.includes(each.code) ? [each, ...known.filter(({ code }) => each.expandsTo.includes(code))] : []));
  const fitting = both.filter((family) => carried.some((each) => each[family]));
  return fitting.length > 0 ? fitting : both;
}
