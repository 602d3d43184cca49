import { Button, Skeleton, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { cases as api, type Case, type CaseMatch } from '../../api/cases';
import { ApiFailure } from '../../api/client';
import { oversees, type Session } from '../../api/session';
import type { Family, Status } from '../../api/types';
import { download } from '../../components/download';
import { Empty } from '../../components/empty';
import { FailureBox, sentenceOf } from '../../components/failure';
import { Icon } from '../../components/icons';
import { Name } from '../../components/name';
import { Notice } from '../../components/notice';
import { Page, Panel } from '../../components/page';
import { Facts } from '../../components/profile-view';
import { useCountryName } from '../../components/reference-data';
import { ReviewForm, type Verdict } from '../../components/review-form';
import { useLive } from '../../components/use-live';
import { When } from '../../components/when';
import { drafts } from '../../domain/drafts';
import { desk } from '../../domain/review-desk';
import { strings } from '../../strings/en';
import classes from './case.module.css';
import { CaseItems } from './items';
import { CaseTimeline } from './timeline';
import { Party } from './party';
import { PartyTabs } from './tabs';

const words = strings.case;

export default function CasePage({ session, parameters }: { session: Session; parameters: Record<string, string> }) {
  const family = parameters.family as Family;
  const id = decodeURIComponent(parameters.recordId ?? '');
  const [, go] = useLocation();
  useLive(['case']);
  const found = useQuery({ queryKey: ['case', family, id], queryFn: () => api.read(family, id) });
  const data = found.data;
  if (found.error instanceof ApiFailure && found.error.status === 404)
    return <Page title={words.title}><Empty title={words.notFound} action={<Button size="xs" variant="default" onClick={() => go('/cases')}>{words.toCases}</Button>}>{words.notFoundText}</Empty></Page>;
  return (
    <Page wide title={data?.record.name ?? words.title} aside={data && <Text size="sm" c="dimmed">{strings.family[family]} · {id}</Text>}
      actions={<>
        {oversees(session) && data && (['zip', 'pdf'] as const).map((format) => <Button key={format} size="xs" variant="default" leftSection={<Icon name="download" size={14} />} onClick={() => void takeFile(family, id, format)}>{words.takes[format]}</Button>)}
        <Button size="xs" variant="default" leftSection={<Icon name="back" size={14} />} onClick={() => { if (window.history.length > 1) window.history.back(); else go('/cases'); }}>{words.toCases}</Button>
      </>}>
      {found.isError && <FailureBox problem={found.error} onRetry={() => void found.refetch()} />}
      {found.isLoading && <Skeleton h={320} />}
      {data && <Opened data={data} session={session} />}
    </Page>
  );
}

async function takeFile(family: Family, id: string, format: 'zip' | 'pdf') {
  try {
    await download(api.filePath(family, id, format), `case.${format}`);
  } catch (problem) {
    notifications.show({ message: sentenceOf(problem), color: 'red' });
  }
}

function Opened({ data, session }: { data: Case; session: Session }) {
  const user = session.username;
  const { family, record, matches } = data;
  const queries = useQueryClient();
  const country = useCountryName();
  const place = { family, monitorRecordId: record.id };
  const draftOfAll = JSON.stringify(['case', family, record.id]);
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [formKey, setFormKey] = useState(0);
  // The party stays the one that was looked at, whatever its place becomes.
  const party = matches.find(({ qrCode }) => qrCode === chosen) ?? matches[0];
  // What the analyst has been looking at since the last decision; reviews are made for these facts
  // and no others, so that what a colleague decides meanwhile is left alone.
  const seen = useRef(new Map<string, { currentStatus: Status; matchVersion: number }>());
  for (const { qrCode, currentStatus, matchVersion } of matches)
    if (!seen.current.has(qrCode)) seen.current.set(qrCode, { currentStatus, matchVersion });
  const open = matches.filter(({ currentStatus, qrCode }) => currentStatus === 'open' && seen.current.get(qrCode)?.currentStatus === 'open');

  const decide = async (targets: CaseMatch[], { status, comment, rating }: Verdict, draft?: string) => {
    if (busy || targets.length === 0) return;
    setBusy(true);
    setProblem('');
    const facts = targets.map((match) => ({ ...match, ...seen.current.get(match.qrCode), ...place }));
    const outcome = await desk.decide(facts, { user, status, comment, rating }, true);
    if (outcome.done.length > 0) notifications.show({ message: words.saved(outcome.done.length), color: 'green', autoClose: 2000 });
    if (outcome.conflicts.length > 0) setProblem(strings.queue.conflicts(outcome.conflicts.length));
    else if (outcome.failure) setProblem(sentenceOf(outcome.failure));
    else {
      if (draft) drafts.drop(draft);
      setFormKey((key) => key + 1);
    }
    await queries.invalidateQueries({ predicate: ({ queryKey }) => ['case', 'cases', 'cases-total', 'queue', 'overview', 'records', 'record', 'matches', 'history'].includes(String(queryKey[0])) });
    // What is shown now is what the next decision is about.
    seen.current.clear();
    setBusy(false);
  };
  return (
    <div className={classes.columns}>
      <aside className={classes.side} aria-label={words.customer}>
        <Panel title={words.customer}>
          <Facts rows={[
            [strings.fields.name, <Name key="name" strong>{record.name}</Name>],
            [strings.fields.id, record.id],
            ...(record.dob ? [[strings.fields.dob, record.dob] as [string, string]] : []),
            ...(record.gender ? [[strings.fields.gender, record.gender] as [string, string]] : []),
            [strings.fields.countries, record.countries.map(country).join(', ') || strings.common.none],
            [strings.records.created, <When key="created" iso={record.createdDateTimeISO} full />],
            [strings.records.screened, <When key="screened" iso={record.lastScreenedDateTimeISO} full />],
          ]} />
          <Text size="sm" mt="sm"><Link href={`/records/${family}/${encodeURIComponent(record.id)}`}>{words.toRecord}</Link></Text>
        </Panel>
        {open.length > 1 && (
          <Panel title={words.decideAll(open.length)}>
            <ReviewForm key={`all-${formKey}`} draft={draftOfAll} busy={busy} onSubmit={(verdict) => void decide(open, verdict, draftOfAll)} />
          </Panel>
        )}
        <CaseItems data={data} session={session} />
        <Panel title={words.timeline}><CaseTimeline data={data} /></Panel>
      </aside>
      <div className={classes.main}>
        {problem && <Notice kind="warning" title={strings.match.conflictTitle}>{problem}</Notice>}
        {matches.length === 0 && <Panel><Empty title={strings.records.noMatches} /></Panel>}
        {party && <PartyTabs matches={matches} chosen={party.qrCode} onChoose={setChosen}><Party key={party.qrCode} data={data} match={party} busy={busy} formKey={formKey} onDecide={(verdict) => void decide([party], verdict)} /></PartyTabs>}
      </div>
    </div>
  );
}
