import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';
import { screening as api } from '../../api/screening';
import { administers, type Session } from '../../api/session';
import type { Agreement } from '../../api/types';
import { Confidence, EvidenceComparison } from '../../components/evidence';
import { FailureBox } from '../../components/failure';
import { Icon } from '../../components/icons';
import { Name } from '../../components/name';
import { Panel } from '../../components/page';
import { ProfileHead, ProfileView } from '../../components/profile-view';
import { Score } from '../../components/status';
import { ComparedWords } from '../../components/words';
import { refsOf, resultsOf, totalOf, type Result } from '../../domain/results';
import { strings } from '../../strings/en';
import type { Found } from './index';
import { SaveRecord } from './save-record';
import classes from './screening.module.css';

const words = strings.screening;

export function Results({ found: { asked, families, answers }, session, busy }: { found: Found; session: Session; busy: boolean }) {
  const results = resultsOf(answers);
  const refs = refsOf(answers);
  const [chosen, setChosen] = useState(0);
  const [saving, setSaving] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const result = results[Math.min(chosen, results.length - 1)];
  const move = (to: number) => {
    const next = Math.max(0, Math.min(results.length - 1, to));
    setChosen(next);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'j') { event.preventDefault(); move(chosen + 1); }
    if (event.key === 'ArrowUp' || event.key === 'k') { event.preventDefault(); move(chosen - 1); }
  };
  const total = totalOf(answers);
  return (
    <div className={classes.results} aria-busy={busy}>
      <Panel flush title={total > results.length ? words.shown(results.length, total) : words.results(total)}
        actions={administers(session) && <Button size="xs" variant="light" leftSection={<Icon name="plus" size={14} />} onClick={() => setSaving(true)}>{words.save}</Button>}>
        <ul className={classes.list} ref={list} onKeyDown={keys}>
          {results.map((each, index) => (
            <li key={each.resourceId}>
              <button type="button" className={classes.row} aria-current={index === chosen} onClick={() => setChosen(index)}>
                <Row result={each} mixed={families.length > 1} />
              </button>
            </li>
          ))}
        </ul>
        <Text size="xs" c="dimmed" p="sm">{words.searched(words.among(families))} {refs.length > 0 && `${words.recorded}: ${refs.map(words.ref).join(', ')}`}</Text>
      </Panel>
      {result && <Detail key={result.resourceId} result={result} name={asked.name} />}
      {saving && <SaveRecord question={asked} family={families.length > 1 && result ? result.family : families[0]!} onClose={() => setSaving(false)} />}
    </div>
  );
}

function Row({ result, mixed }: { result: Result; mixed: boolean }) {
  return (
    <>
      <span className={classes.rowHead}><Name strong>{result.name}</Name><span><Confidence value={result.confidence} sentence={result.confidenceSentence} /> <Score value={result.score} /></span></span>
      {result.matched !== result.name && <span className={classes.matched}>{words.matched} <Name>{result.matched}</Name></span>}
      <span className={classes.rowFoot}>
        {mixed && <span className={classes.tag}>{strings.family[result.family]}</span>}
        {result.tags.map((tag) => <span key={tag.label} className={classes.tag} data-severity={tag.severity}>{tag.label}</span>)}
        {result.facts.map((fact) => <Name key={fact}>{fact}</Name>)}
      </span>
      {result.sources.length > 0 && <span className={classes.rowFoot}>{words.lists}: {result.sources.join('; ')}</span>}
      {result.agreement && <Agreements agreement={result.agreement} />}
    </>
  );
}

function Agreements({ agreement }: { agreement: Agreement }) {
  const found: [string, boolean][] = [];
  if (agreement.birthDate && agreement.birthDate !== 'unknown') found.push([words.agreement.birthDate[agreement.birthDate], agreement.birthDate === 'conflict']);
  if (agreement.gender && agreement.gender !== 'unknown') found.push([words.agreement.gender[agreement.gender], agreement.gender === 'conflict']);
  if (agreement.country === 'same') found.push([words.agreement.country, false]);
  if (found.length === 0) return null;
  return (
    <span className={classes.rowFoot}>
      {found.map(([text, conflict]) => <span key={text} className={classes.agree} data-conflict={conflict || undefined}>{conflict ? '✕' : '✓'} {text}</span>)}
    </span>
  );
}

function Detail({ result, name }: { result: Result; name: string }) {
  const [, go] = useLocation();
  const profile = useQuery({ queryKey: ['profile', result.family, result.resourceId], queryFn: () => api.profile(result.family, result.resourceId), staleTime: 60_000 });
  return (
    <Panel className={classes.detail}>
      <div className={classes.detailHead}>
        {profile.data ? <ProfileHead profile={profile.data} /> : <h2><Name>{result.name}</Name></h2>}
        <ComparedWords family={result.family} name={name} listed={result.matched} score={result.score} labels={{ query: strings.words.asked, listed: strings.words.listed }} />
        {result.terms.length > 0 && <EvidenceComparison terms={result.terms} sentence={result.confidenceSentence} facts={[]} labels={{ ours: strings.words.asked, theirs: strings.words.listed }} />}
        <Group gap="xs"><Button size="xs" variant="default" onClick={() => go(`/profile/${result.family}/${result.resourceId}`)}>{words.openProfile}</Button></Group>
      </div>
      {profile.isError && <FailureBox problem={profile.error} onRetry={() => void profile.refetch()} />}
      {profile.isLoading && <Skeleton h={220} />}
      {profile.data && <ProfileView profile={profile.data} onWalk={(uri) => go(uri.replace('/individuals/', '/profile/individual/').replace('/businesses/', '/profile/business/'))} />}
    </Panel>
  );
}
