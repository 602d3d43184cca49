import type { Alias, Family, Profile, ProfileLink } from '../api/types';

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' ');

export const nameOf = (profile: Profile) => profile.name || profile.fullName || joined(profile.firstName, profile.middleName, profile.lastName);
export const aliasText = (alias: Alias) => alias.alias || joined(alias.firstName, alias.middleName, alias.lastName);
export const linkName = (link: ProfileLink) => link.name || joined(link.firstName, link.middleName, link.lastName);
export const familyOfUri = (uri: string): Family => (uri.startsWith('/individuals') ? 'individual' : 'business');
export const births = (profile: Profile) => [...(profile.datesOfBirthIso ?? []), ...(profile.datesOfBirthPartial ?? [])];

// How serious a dataset is: what an analyst must see first.
export type Severity = 'sanction' | 'pep' | 'risk' | 'former';
export function severity(dataset: string): Severity {
  if (dataset === 'SAN-CURRENT' || dataset === 'SAN') return 'sanction';
  if (dataset.endsWith('-FORMER') || dataset === 'POI') return 'former';
  if (dataset.startsWith('PEP') || dataset.startsWith('SOE')) return 'pep';
  return 'risk';
}
