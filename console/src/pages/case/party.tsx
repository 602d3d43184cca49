import { Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import type { Case, CaseMatch } from '../../api/cases';
import { ApiFailure } from '../../api/client';
import { screening } from '../../api/screening';
import { Datasets } from '../../components/datasets';
import { sentenceOf } from '../../components/failure';
import { Notice } from '../../components/notice';
import { Panel } from '../../components/page';
import { ProfileHead, ProfileView } from '../../components/profile-view';
import { ReviewForm, type Verdict } from '../../components/review-form';
import { ComparedWords } from '../../components/words';
import { When } from '../../components/when';
import { draftKey } from '../../domain/drafts';
import { matchPath } from '../../domain/queue-order';
import { strings } from '../../strings/en';
import { Comparison } from '../match/comparison';
import classes from './case.module.css';
import { Relations } from './relations';

const words = strings.match;

interface Props {
  data: Case;
  match: CaseMatch;
  busy: boolean;
  formKey: number;
  onDecide: (verdict: Verdict) => void;
}

// One listed party of a case: why it matched, the two sides attribute by attribute, the decision, and
// the profile.
export function Party({ data, match, busy, formKey, onDecide }: Props) {
  const { family, record } = data;
  const [, go] = useLocation();
  const profile = useQuery({ queryKey: ['profile', family, match.resourceId], queryFn: () => screening.profile(family, match.resourceId) });
  return (
    <>
      <Panel title={words.comparison} flush actions={<Group gap="xs"><Datasets codes={match.datasets} /><Link href={matchPath({ family, monitorRecordId: record.id, qrCode: match.qrCode })}>{strings.case.toMatch}</Link></Group>}>
        <Comparison record={record} match={match} profile={profile.data} family={family} />
      </Panel>
      <div className={classes.pair}>
        <Panel title={words.why}>
          <ComparedWords family={family} name={record.name} listed={match.match} score={match.score} labels={{ query: strings.words.record, listed: strings.words.listed }} />
          <p className={classes.dim}>{strings.profile.lists}: {match.lists.map(({ name }) => name).join(', ') || strings.common.unknown} · {strings.queue.columns.age} <When iso={match.createdDateTimeISO} full /></p>
        </Panel>
        <Panel title={words.review}>
          <ReviewForm key={`${match.qrCode}-${formKey}`} draft={draftKey([{ family, monitorRecordId: record.id, qrCode: match.qrCode }])} current={match.currentStatus} busy={busy} onSubmit={onDecide} />
        </Panel>
      </div>
      <Relations data={data} match={match} profile={profile.data} />
      <Panel title={profile.data ? <ProfileHead profile={profile.data} /> : words.theirs}>
        {profile.isError && <Notice kind="warning">{profile.error instanceof ApiFailure && profile.error.status === 404 ? words.profileGone : sentenceOf(profile.error)}</Notice>}
        {profile.isLoading && <Skeleton h={200} />}
        {profile.data && <ProfileView profile={profile.data} onWalk={(uri) => go(uri.replace('/individuals/', '/profile/individual/').replace('/businesses/', '/profile/business/'))} />}
      </Panel>
    </>
  );
}
