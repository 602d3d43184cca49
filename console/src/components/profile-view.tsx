import { Anchor, Collapse, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { Address, Evidence, PepEntry, Profile, RiskEntry, SanctionEntry } from '../api/types';
import { aliasText, births, nameOf } from '../domain/profile';
import { strings } from '../strings/en';
import { Datasets } from './datasets';
import { Icon } from './icons';
import { LinkGraph } from './link-graph';
import { Name } from './name';
import { Notice } from './notice';
import { useCountryName } from './reference-data';
import classes from './profile-view.module.css';

const words = strings.profile;

// Rows of "what: which", aligned; rows without a value are left out.
export function Facts({ rows }: { rows: [string, ReactNode][] }) {
  const known = rows.filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false);
  if (known.length === 0) return null;
  return <dl className={classes.facts}>{known.map(([label, value]) => <div key={label}><dt>{label}</dt><dd>{value}</dd></div>)}</dl>;
}

function Section({ title, count, children, closed }: { title: string; count?: number; children: ReactNode; closed?: boolean }) {
  const [opened, { toggle }] = useDisclosure(!closed);
  return (
    <section className={classes.section}>
      <h3>
        <UnstyledButton onClick={toggle} aria-expanded={opened} className={classes.toggle}>
          <Icon name="chevron" size={14} style={{ transform: opened ? 'rotate(90deg)' : undefined }} />
          {title}{count !== undefined && <span className={classes.count}>{count}</span>}
        </UnstyledButton>
      </h3>
      <Collapse expanded={opened} transitionDuration={0}>{children}</Collapse>
    </section>
  );
}

// Everything that is known of a listed party, the gravest first.
export function ProfileView({ profile, onWalk }: { profile: Profile; onWalk?: (uri: string) => void }) {
  const country = useCountryName();
  const { current, former } = profile.sanEntries;
  const risks = [...profile.rreEntries, ...profile.relEntries, ...profile.insEntries, ...(profile.ddEntries ?? []), ...profile.griEntries, ...profile.poiEntries];
  const links = profile.individualLinks.length + profile.businessLinks.length;
  const evidence = new Map(profile.evidences.map((each) => [each.evidenceId, each]));
  return (
    <div className={classes.profile}>
      {profile.isDeleted && <Notice kind="warning">{words.deleted}</Notice>}
      {profile.description && <Text size="sm">{profile.description}</Text>}
      <Facts rows={[
        [words.lists, profile.lists?.map(({ name }) => name).join(', ')],
        [words.kind, profile.kind === 'unknown' && words.unknownKind],
        [words.births, births(profile).join(', ')],
        [words.deaths, profile.datesOfDeathIso?.join(', ') || (profile.isDeceased ? words.deceased : '')],
        [words.gender, profile.gender],
        [words.nationalities, profile.nationalitiesIsoCodes?.map(country).join(', ')],
        [words.tier, profile.pepEntries?.pepTier],
        [words.activities, [...(profile.businessTypes ?? []), ...(profile.activities ?? [])].join(', ')],
      ]} />
      {current.length > 0 && <Section title={words.sanctions} count={current.length}>{current.map((each, index) => <Sanction key={index} entry={each} evidence={evidence} />)}</Section>}
      {(profile.pepEntries?.current.length ?? 0) > 0 && <Section title={words.positions} count={profile.pepEntries!.current.length}>{profile.pepEntries!.current.map((each, index) => <Position key={index} entry={each} country={country} />)}</Section>}
      {risks.length > 0 && <Section title={words.risks} count={risks.length}>{risks.map((each, index) => <Risk key={index} entry={each} />)}</Section>}
      {former.length > 0 && <Section title={words.formerSanctions} count={former.length}>{former.map((each, index) => <Sanction key={index} entry={each} evidence={evidence} />)}</Section>}
      {(profile.pepEntries?.former.length ?? 0) > 0 && <Section title={words.formerPositions} count={profile.pepEntries!.former.length}>{profile.pepEntries!.former.map((each, index) => <Position key={index} entry={each} country={country} />)}</Section>}
      {profile.aliases.length > 0 && (
        <Section title={words.aliases} count={profile.aliases.length}>
          <ul className={classes.aliases}>
            {profile.aliases.map((alias, index) => <li key={index}><Name strong>{aliasText(alias)}</Name> <small>{alias.type}</small></li>)}
          </ul>
        </Section>
      )}
      {links > 0 && <Section title={words.links} count={links}><LinkGraph profile={profile} onWalk={onWalk} /></Section>}
      {profile.identifiers.length > 0 && <Section title={words.identifiers} count={profile.identifiers.length}><Facts rows={profile.identifiers.map(({ category, value }) => [category, <Name key={value}>{value}</Name>])} /></Section>}
      {profile.addresses.length > 0 && <Section title={words.addresses} count={profile.addresses.length}><ul className={classes.plain}>{profile.addresses.map((each, index) => <li key={index}><Name>{addressText(each, country)}</Name> {each.addressType && <small>{each.addressType}</small>}</li>)}</ul></Section>}
      {profile.contactEntries.length > 0 && <Section title={words.contacts} closed count={profile.contactEntries.length}><Facts rows={profile.contactEntries.map(({ category, value }) => [category, value])} /></Section>}
      {profile.evidences.length > 0 && <Section title={words.evidence} count={profile.evidences.length}>{profile.evidences.map((each) => <EvidenceRow key={each.evidenceId} evidence={each} />)}</Section>}
      {profile.notes.length > 0 && <Section title={words.notes} closed count={profile.notes.length}>{profile.notes.map(({ value }, index) => <p key={index} className={classes.note}><Name>{value}</Name></p>)}</Section>}
    </div>
  );
}

const addressText = (address: Address, country: (code: string) => string) =>
  [address.line1, address.line2, [address.postcode, address.city].filter(Boolean).join(' '), address.county, address.countryIsoCode && country(address.countryIsoCode)].filter(Boolean).join(', ');

function Sanction({ entry, evidence }: { entry: SanctionEntry; evidence: Map<string, Evidence> }) {
  return (
    <div className={classes.entry}>
      <div><strong>{entry.regime.name || entry.regime.body}</strong> {entry.regime.body && entry.regime.name && <span className={classes.dim}>{entry.regime.body}{entry.regime.origin ? `, ${entry.regime.origin}` : ''}</span>}</div>
      {entry.regime.types.length > 0 && <div className={classes.dim}>{entry.regime.types.join(', ')}</div>}
      {entry.measures.length > 0 && <div>{words.measures}: {entry.measures.join(', ')}</div>}
      {entry.events.length > 0 && (
        <ul className={classes.events}>
          {entry.events.map((event, index) => {
            const sources = event.evidenceIds.map((id) => evidence.get(id)).filter((each) => each?.originalUrl);
            return <li key={index}>{event.type}{event.dateIso ? ` ${event.dateIso}` : ''} {sources.map((each) => <Outside key={each!.evidenceId} href={each!.originalUrl!}>{words.original}</Outside>)}</li>;
          })}
        </ul>
      )}
    </div>
  );
}

function Position({ entry, country }: { entry: PepEntry; country: (code: string) => string }) {
  const span = [entry.dateFromIso && words.since(entry.dateFromIso), entry.dateToIso && words.until(entry.dateToIso)].filter(Boolean).join(' ');
  return (
    <div className={classes.entry}>
      <div><strong><Name>{entry.position}</Name></strong> {entry.countryIsoCode && <span className={classes.dim}>{country(entry.countryIsoCode)}</span>}</div>
      <div className={classes.dim}>{[entry.segment, span].filter(Boolean).join(' · ')}</div>
    </div>
  );
}

function Risk({ entry }: { entry: RiskEntry }) {
  return (
    <div className={classes.entry}>
      <div><strong>{entry.category || entry.type || entry.reason || entry.title}</strong> <span className={classes.dim}>{entry.subcategory}</span></div>
      {entry.summary && <div>{entry.summary}</div>}
      {entry.events && entry.events.length > 0 && <ul className={classes.events}>{entry.events.map((event, index) => <li key={index}>{event.type} {event.dateIso}</li>)}</ul>}
    </div>
  );
}

function EvidenceRow({ evidence }: { evidence: Evidence }) {
  return (
    <div className={classes.entry}>
      <div>
        {evidence.originalUrl ? <Outside href={evidence.originalUrl}>{evidence.title || evidence.originalUrl}</Outside> : <strong>{evidence.title || evidence.evidenceId}</strong>}{' '}
        <span className={classes.dim}>{[evidence.publicationDateIso || evidence.captureDateIso, evidence.credibility, evidence.language].filter(Boolean).join(' · ')}</span>
      </div>
      {evidence.summary && <div className={classes.summary}><Name>{evidence.summary}</Name></div>}
    </div>
  );
}

// Lists name addresses of all kinds; only those of the web become links.
function Outside({ href, children }: { href: string; children: ReactNode }) {
  if (!/^https?:\/\//i.test(href)) return <span>{children}</span>;
  return <Anchor href={href} target="_blank" rel="noopener noreferrer" size="sm" underline="always">{children}</Anchor>;
}

export function ProfileHead({ profile }: { profile: Profile }) {
  return (
    <div className={classes.head}>
      <h2><Name>{nameOf(profile)}</Name></h2>
      <Datasets codes={profile.datasets} />
    </div>
  );
}
