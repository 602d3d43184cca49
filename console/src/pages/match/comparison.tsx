import type { Family, Match, MonitorRecord, Profile } from '../../api/types';
import { EvidenceComparison } from '../../components/evidence';
import { useCountryName } from '../../components/reference-data';
import type { Fact } from '../../domain/evidence';
import { births } from '../../domain/profile';
import { strings } from '../../strings/en';

const words = strings.match;

// The client's record and the listed profile, fact by fact.
export function Comparison({ record, match, profile, family }: { record: MonitorRecord; match: Match; profile: Profile | undefined; family: Family }) {
  const country = useCountryName();
  const some = (text: string | undefined) => (text ? [text] : []);
  const facts: Fact[] = [
    { attribute: 'name', ours: [record.name], theirs: [match.match, ...(match.match === match.name ? [] : [match.name])] },
    ...(family === 'individual' ? [
      { attribute: 'birthDate', ours: some(record.dob), theirs: profile ? births(profile) : match.datesOfBirth ?? [] },
      { attribute: 'gender', ours: some(record.gender), theirs: some(profile?.gender || match.gender) },
    ] : []),
    { attribute: 'country', ours: [...new Set([...record.countries, ...(record.nationalities ?? []), ...(record.residenceCountries ?? [])].map(country))], theirs: match.countries.map(country) },
  ];
  return <EvidenceComparison terms={match.evidenceTerms ?? []} sentence={match.confidenceExplanation} facts={facts} labels={{ ours: words.yours, theirs: words.theirs }} />;
}
