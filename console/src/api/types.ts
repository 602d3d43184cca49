// The nouns of the API as the pages use them (docs/openapi.json has every field).
export type Family = 'individual' | 'business';
export type Status = 'open' | 'true-positive' | 'false-positive' | 'discarded';

export interface Explanation {
  score: number;
  kind: string;
  truncated: boolean;
  words: { query_term: string; match_types: string[]; met: string }[];
  costs: { points: number; reason: string }[];
  left_query: string[];
  left_listed: string[];
  sentence: string;
}

export interface Alias {
  alias?: string;
  firstName?: string;
  middleName?: string;
  lastName?: string;
  type: string;
}
export interface Address {
  addressType?: string;
  line1?: string;
  line2?: string;
  postcode?: string;
  city?: string;
  county?: string;
  countryIsoCode?: string;
}
export interface ProfileLink {
  name?: string;
  firstName?: string;
  middleName?: string;
  lastName?: string;
  relationship: string;
  resourceId: string;
  qrCode: string;
  resourceUri: string;
  datasets: string[];
  ownershipPercentage?: number;
}
export interface Evidence {
  evidenceId: string;
  title?: string;
  originalUrl?: string;
  assetUrl?: string;
  summary?: string;
  credibility?: string;
  language?: string;
  keywords?: string;
  captureDateIso?: string;
  publicationDateIso?: string;
  datasets?: string[];
}
export interface SanctionEntry {
  sanctionId?: string;
  measures: string[];
  regime: { origin?: string; body?: string; name?: string; types: string[] };
  events: { type: string; dateIso?: string; evidenceIds: string[] }[];
}
export interface PepEntry {
  position?: string;
  segment?: string;
  countryIsoCode?: string;
  dateFromIso?: string;
  dateToIso?: string;
  evidenceIds: string[];
}
export interface RiskEntry {
  category?: string;
  subcategory?: string;
  type?: string;
  reason?: string;
  title?: string;
  summary?: string;
  evidenceIds?: string[];
  events?: { type: string; dateIso?: string; evidenceIds: string[] }[];
}

// A profile of either family; what only one family has is optional.
export interface Profile {
  lists?: { list: string; name: string }[];
  resourceId: string;
  resourceUri: string;
  qrCode: string;
  kind: 'person' | 'organisation' | 'vessel' | 'aircraft' | 'unknown';
  version: number;
  isDeleted: boolean;
  name?: string;
  fullName?: string;
  description?: string;
  firstName?: string;
  middleName?: string;
  lastName?: string;
  gender?: string;
  isDeceased?: boolean;
  datesOfBirthIso?: string[];
  datesOfBirthPartial?: string[];
  datesOfDeathIso?: string[];
  nationalitiesIsoCodes?: string[];
  notes: { value: string }[];
  activities?: string[];
  businessTypes?: string[];
  aliases: Alias[];
  addresses: Address[];
  contactEntries: { category: string; value: string }[];
  identifiers: { category: string; value: string }[];
  individualLinks: ProfileLink[];
  businessLinks: ProfileLink[];
  evidences: Evidence[];
  profileImages: string[];
  datasets: string[];
  sanEntries: { current: SanctionEntry[]; former: SanctionEntry[] };
  pepEntries?: { pepTier: string; current: PepEntry[]; former: PepEntry[] };
  rreEntries: RiskEntry[];
  relEntries: RiskEntry[];
  poiEntries: RiskEntry[];
  insEntries: RiskEntry[];
  griEntries: RiskEntry[];
  ddEntries?: RiskEntry[];
}

export interface Agreement {
  birthDate?: 'unknown' | 'conflict' | 'withinOneYear' | 'sameYear' | 'sameDay';
  gender?: 'unknown' | 'conflict' | 'same';  // these two of individuals alone
  country: 'same' | 'unknown';
}
// An identifier of the query that a listed party has, or nearly has.
export interface IdentifierMatch {
  type: string;
  value: string;
  outcome: 'agrees' | 'short' | 'oneOff';
  sharedBy?: number;
  explanation: string;
}
export interface IndividualHit {
  doc: {
    id: string;
    name: string;
    types: string[];
    aka: { name: string }[];
    fields: { name: string; value: string; tag?: string; source?: string }[];
    sources: string[];
    source_notes: Record<string, { name: string; url?: string }>;
  };
  match_types: string[];
  match_types_details: { matching_name: string; sources: string[]; name_matches: { query_term: string; match_types: string[] }[] }[];
  score: number;
  evidence?: Agreement;
  identifierMatches?: IdentifierMatch[];
  explanation?: string;
  confidence?: number;
  confidenceExplanation?: string;
  evidenceTerms?: EvidenceTerm[];
}
export interface BusinessItem extends Profile {
  score?: number;
  match?: string;
  evidence?: Agreement;
  identifierMatches?: IdentifierMatch[];
  explanation?: string;
  confidence?: number;
  confidenceExplanation?: string;
  evidenceTerms?: EvidenceTerm[];
}
export interface ScreeningData {
  id?: number;
  ref?: string;
  total?: number;
  total_hits?: number;
  hits?: IndividualHit[];
  items?: BusinessItem[];
  staleLists?: string[];
  generation?: number;
}

export interface MonitorRecord {
  id: string;
  name: string;
  countries: string[];
  dob?: string;
  gender?: string;
  otherNames?: string[];
  nationalities?: string[];
  residenceCountries?: string[];
  placeOfBirth?: string[];
  addresses?: string[];
  identifiers?: { type: string; value: string; country?: string }[];
  openCount: number;
  falsePositiveCount: number;
  truePositiveCount: number;
  discardedCount: number;
  createdDateTimeISO: string;
  lastUpdatedDateTimeISO: string;
  status?: string;
  lastScreenedDateTimeISO?: string;
}
export interface RecordList {
  monitorRecords: MonitorRecord[];
  monitorRecordsCount: number;
  openMonitorRecordsCount: number;
  openMatchesCount: number;
  falsePositiveMatchesCount: number;
  truePositiveMatchesCount: number;
  discardedMatchesCount: number;
  nextToken?: string;
}
export type EvidenceOutcome = 'agrees' | 'compatible' | 'unknown' | 'conflicts';
export interface EvidenceTerm {
  attribute: string;
  outcome: EvidenceOutcome;
  finding: string;
  ours: string;
  theirs: string;
  contribution: number;
}
export interface Match {
  currentStatus: Status;
  score: number;
  confidence?: number;
  confidenceExplanation?: string;
  evidenceTerms?: EvidenceTerm[];
  resourceId: string;
  qrCode: string;
  name: string;
  match: string;
  countries: string[];
  datasets: string[];
  version: number;
  matchVersion: number;
  resourceUri: string;
  datesOfBirth?: string[];
  gender?: string;
  pepTier?: string;
  lastReviewDateTimeISO?: string;
}
export interface Review {
  status: Status;
  dateTimeISO: string;
  clientRiskRating?: string;
  clientComment?: string;
  clientUserId?: string;
}
export interface HistoryStep {
  dateTimeISO: string;
  source: string;
  action: string;
  from?: Status;
  to: Status;
  score: number;
  version: number;
  matchVersion: number;
  clientRiskRating?: string;
  clientComment?: string;
  clientUserId?: string;
  username?: string;
  reason?: string;
}
