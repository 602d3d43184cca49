import type { HistoryStep } from '../../api/types';
import { Name } from '../../components/name';
import { StatusBadge } from '../../components/status';
import { When } from '../../components/when';
import { reasonText } from '../../domain/evidence';
import { strings } from '../../strings/en';
import classes from './match.module.css';

const words = strings.match;

// What happened to the match, the latest first.
export function Timeline({ steps }: { steps: HistoryStep[] }) {
  return (
    <ol className={classes.timeline}>
      {[...steps].reverse().map((step, index) => (
        <li key={index} data-service={step.source === 'service' || undefined}>
          <div className={classes.step}><strong>{words.actions[step.action] ?? step.action}</strong>{(step.from !== step.to || step.action === 'reviewed') && <StatusBadge status={step.to} />}</div>
          <div className={classes.dim}>
            {step.source === 'service' ? words.byService : step.username || step.clientUserId} · <When iso={step.dateTimeISO} /> · {strings.fields.score} {step.score}
          </div>
          {step.reason && <div className={classes.dim}>{reasonText(step.reason)}</div>}
          {step.clientRiskRating && <div>{words.rating}: {step.clientRiskRating}</div>}
          {step.clientComment && <blockquote><Name>{step.clientComment}</Name></blockquote>}
        </li>
      ))}
    </ol>
  );
}
