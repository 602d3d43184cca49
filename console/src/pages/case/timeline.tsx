import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Case, CaseItem, CaseStep } from '../../api/cases';
import { Name } from '../../components/name';
import { StatusBadge } from '../../components/status';
import { When } from '../../components/when';
import { strings } from '../../strings/en';
import match from '../match/match.module.css';
import classes from './case.module.css';

const words = strings.match;
const shownAtFirst = 30;

// What happened to the matches of a customer, the latest first; or what was said about them alone.
export function CaseTimeline({ data }: { data: Case }) {
  const [kind, setKind] = useState<'all' | 'comments'>('all');
  const [most, setMost] = useState(shownAtFirst);
  const names = new Map(data.matches.map(({ qrCode, name }) => [qrCode, name]));
  const reviews = data.timeline.filter(({ clientComment }) => kind === 'all' || clientComment);
  const items = data.items.filter(({ comment }) => kind === 'all' || comment);
  const steps: (CaseStep | CaseItem)[] = [...reviews, ...items].sort((a, b) => b.dateTimeISO.localeCompare(a.dateTimeISO));
  return (
    <>
      <SegmentedControl size="xs" fullWidth mb="sm" value={kind} onChange={(value) => setKind(value as typeof kind)} aria-label={strings.case.timeline}
        data={[{ value: 'all', label: strings.case.everything }, { value: 'comments', label: strings.case.comments }]} />
      {steps.length === 0 && <p className={classes.dim}>{strings.case.noComments}</p>}
      <ol className={match.timeline}>
        {steps.slice(0, most).map((step, index) => ('kind' in step ? <ItemStep key={`item-${step.item}`} item={step} /> : (
          <li key={`${step.qrCode}-${step.dateTimeISO}-${index}`} data-service={step.source === 'service' || undefined}>
            <div className={match.step}><strong>{words.actions[step.action] ?? step.action}</strong>{(step.from !== step.to || step.action === 'reviewed') && <StatusBadge status={step.to} />}</div>
            <div className={classes.dim}><Name>{names.get(step.qrCode) ?? step.qrCode}</Name></div>
            <div className={classes.dim}>{step.source === 'service' ? words.byService : step.username || step.clientUserId} · <When iso={step.dateTimeISO} /> · {strings.fields.score} {step.score}</div>
            {step.reason && <div className={classes.dim}>{words.reasons[step.reason] ?? step.reason}</div>}
            {step.clientRiskRating && <div>{words.rating}: {step.clientRiskRating}</div>}
            {step.clientComment && <blockquote><Name>{step.clientComment}</Name></blockquote>}
          </li>
        )))}
      </ol>
      {steps.length > most && <Button size="xs" variant="default" mt="sm" onClick={() => setMost(most * 3)}>{strings.common.more}</Button>}
    </>
  );
}

function ItemStep({ item }: { item: CaseItem }) {
  return (
    <li>
      <div className={match.step}><strong>{strings.case.itemKinds[item.kind]}</strong>{item.name && <Name>{item.name}</Name>}</div>
      <div className={classes.dim}>{item.username} · <When iso={item.dateTimeISO} /></div>
      {item.comment && <blockquote><Name>{item.comment}</Name></blockquote>}
      {item.removedDateTimeISO && <div className={classes.dim}>{strings.case.removedBy(item.removedBy ?? '')} · <When iso={item.removedDateTimeISO} /></div>}
    </li>
  );
}
