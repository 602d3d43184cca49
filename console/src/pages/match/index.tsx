import { ActionIcon, Button, Group, Skeleton, Text, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ApiFailure } from '../../api/client';
import { records as api } from '../../api/records';
import { screening } from '../../api/screening';
import type { Session } from '../../api/session';
import type { Family, Status } from '../../api/types';
import { Datasets } from '../../components/datasets';
import { Empty } from '../../components/empty';
import { Confidence } from '../../components/evidence';
import { FailureBox, sentenceOf } from '../../components/failure';
import { Icon } from '../../components/icons';
import { Name } from '../../components/name';
import { Notice } from '../../components/notice';
import { Page, Panel } from '../../components/page';
import { ProfileHead, ProfileView } from '../../components/profile-view';
import { ReviewForm, type Verdict } from '../../components/review-form';
import { Score, StatusBadge } from '../../components/status';
import { useKeys } from '../../components/use-keys';
import { useLive } from '../../components/use-live';
import { ComparedWords } from '../../components/words';
import { draftKey } from '../../domain/drafts';
import { matchPath, neighbours } from '../../domain/queue-order';
import { desk, type Conflict } from '../../domain/review-desk';
import { statuses } from '../../domain/status';
import { strings } from '../../strings/en';
import { Changes } from './changes';
import { Comparison } from './comparison';
import classes from './match.module.css';
import { Timeline } from './timeline';

const words = strings.match;

export default function MatchPage({ session, parameters }: { session: Session; parameters: Record<string, string> }) {
  const place = { family: parameters.family as Family, monitorRecordId: decodeURIComponent(parameters.recordId ?? ''), qrCode: parameters.qrCode ?? '' };
  const { family, monitorRecordId: id, qrCode } = place;
  const [, go] = useLocation();
  const queries = useQueryClient();
  useLive(['record', 'matches', 'history']);
  const record = useQuery({ queryKey: ['record', family, id], queryFn: () => api.read(family, id) });
  const matches = useQuery({ queryKey: ['matches', family, id], queryFn: () => api.matches(family, id) });
  const history = useQuery({ queryKey: ['history', family, id, qrCode], queryFn: () => api.history(family, id, qrCode) });
  const match = matches.data?.matches.find((each) => each.qrCode === qrCode);
  const profile = useQuery({ queryKey: ['profile', family, match?.resourceId], queryFn: () => screening.profile(family, match!.resourceId), enabled: Boolean(match) });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [formKey, setFormKey] = useState(0);
  // What the reviewer has been looking at; a review is made for these facts and no others.
  const seen = useRef<{ status: Status; version: number } | null>(null);
  if (match && !seen.current) seen.current = { status: match.currentStatus, version: match.matchVersion };
  const comment = useRef<HTMLTextAreaElement>(null);
  const near = neighbours(place);
  // Whoever has gone on by hand meanwhile stays where they are.
  const isHere = useRef(true);
  useEffect(() => { isHere.current = true; return () => { isHere.current = false; }; }, []);

  const decide = async (decision: Partial<Verdict>, next: boolean) => {
    if (!match || busy) return;
    setBusy(true);
    setProblem(null);
    const facts = seen.current ?? { status: match.currentStatus, version: match.matchVersion };
    const outcome = await desk.decide([{ ...place, currentStatus: facts.status, matchVersion: facts.version }], { ...decision, user: session.username }, true);
    const [conflict] = outcome.conflicts;
    if (outcome.done.length > 0) {
      notifications.show({ message: words.saved, color: 'green', autoClose: 2000 });
      setFormKey((key) => key + 1);
    } else setProblem(conflict ?? outcome.failure);
    seen.current = null;
    if (isHere.current && next && near.next && outcome.done.length > 0) go(matchPath(near.next));
    await queries.invalidateQueries({ predicate: ({ queryKey }) => ['queue', 'overview', 'records', 'record', 'matches', 'history'].includes(String(queryKey[0])) });
    setBusy(false);
  };
  useKeys([
    ...statuses.map((status, index) => ({ key: String(index + 1), run: () => void decide({ status }, true) })),
    { key: 'c', run: () => comment.current?.focus() },
    { key: 'j', run: () => { if (near.next) go(matchPath(near.next)); }, repeats: true }, { key: 'k', run: () => { if (near.previous) go(matchPath(near.previous)); }, repeats: true },
    { key: 'Escape', run: () => go('/queue') },
  ]);

  const failed = [record, matches].find(({ isError }) => isError);
  if (failed?.error instanceof ApiFailure && failed.error.status === 404 || (matches.data && !match))
    return <Page title={words.title}><Empty title={words.notFound} action={<Button size="xs" variant="default" onClick={() => go('/queue')}>{words.toQueue}</Button>}>{words.notFoundText}</Empty></Page>;
  return (
    <Page wide title={match ? match.name : words.title}
      aside={match && <Group gap="xs"><StatusBadge status={match.currentStatus} /><Confidence value={match.confidence} sentence={match.confidenceExplanation} /><Score value={match.score} /><Datasets codes={match.datasets} /></Group>}
      actions={
        <>
          <Tooltip label={words.previous}><ActionIcon variant="default" size="md" disabled={!near.previous} aria-label={words.previous} onClick={() => near.previous && go(matchPath(near.previous))}><Icon name="chevron" size={16} style={{ transform: 'rotate(180deg)' }} /></ActionIcon></Tooltip>
          <Tooltip label={words.next}><ActionIcon variant="default" size="md" disabled={!near.next} aria-label={words.next} onClick={() => near.next && go(matchPath(near.next))}><Icon name="chevron" size={16} /></ActionIcon></Tooltip>
          <Button size="xs" variant="default" leftSection={<Icon name="queue" size={14} />} onClick={() => go('/queue')}>{words.toQueue}</Button>
        </>
      }>
      {failed && <FailureBox problem={failed.error} onRetry={() => void failed.refetch()} />}
      <div className={classes.columns}>
        <div className={classes.main}>
          {history.data && match && <Changes history={history.data.history} match={match} />}
          <Panel title={words.why}>
            {match && record.data ? <ComparedWords family={family} name={record.data.name} listed={match.match} score={match.score} labels={{ query: strings.words.record, listed: strings.words.listed }} /> : <Skeleton h={118} />}
          </Panel>
          <Panel title={words.comparison} flush>
            {match && record.data ? <Comparison record={record.data} match={match} profile={profile.data} family={family} /> : <Skeleton h={160} />}
          </Panel>
          <Panel title={profile.data ? <ProfileHead profile={profile.data} /> : words.theirs}>
            {profile.isError && <Notice kind="warning">{profile.error instanceof ApiFailure && profile.error.status === 404 ? words.profileGone : sentenceOf(profile.error)}</Notice>}
            {profile.isLoading && <Skeleton h={240} />}
            {profile.data && <ProfileView profile={profile.data} onWalk={(uri) => go(uri.replace('/individuals/', '/profile/individual/').replace('/businesses/', '/profile/business/'))} />}
          </Panel>
        </div>
        <aside className={classes.side} aria-label={words.review}>
          <Panel title={words.review}>
            {record.data && <Text size="sm" mb="sm"><Link href={`/records/${family}/${encodeURIComponent(id)}`}><Name strong>{record.data.name}</Name></Link> <Text span c="dimmed">{id}</Text></Text>}
            <ReviewForm key={formKey} draft={draftKey([place])} commentRef={comment} current={match?.currentStatus} busy={busy} withNext={Boolean(near.next)} onSubmit={(decision, next) => void decide(decision, next)}>
              {problem !== null && <NotSaved problem={problem} />}
            </ReviewForm>
            <Text size="xs" c="dimmed" mt="sm" className={classes.keys}>{words.keysHint}</Text>
          </Panel>
          <Panel title={words.timeline}>
            {history.isError && <FailureBox problem={history.error} onRetry={() => void history.refetch()} />}
            {history.isLoading && <Skeleton h={120} />}
            {history.data && <Timeline steps={history.data.history} />}
          </Panel>
        </aside>
      </div>
    </Page>
  );
}

// The later of two reviewers is told what the earlier one did.
function NotSaved({ problem }: { problem: unknown }) {
  if (!isConflict(problem)) return <Notice kind="error">{sentenceOf(problem)}</Notice>;
  return <Notice kind="warning" title={words.conflictTitle}>{problem.changed ? words.conflictVersion : words.conflict(strings.status[problem.status], problem.who)}</Notice>;
}
const isConflict = (problem: unknown): problem is Conflict => typeof problem === 'object' && problem !== null && 'target' in problem;
