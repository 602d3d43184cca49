import type { Status } from '../api/types';
import { strings } from '../strings/en';
import classes from './status.module.css';

// A status by colour, shape and word.
export function StatusBadge({ status }: { status: Status }) {
  return <span className={classes.status} data-status={status}>{strings.status[status]}</span>;
}

export function Score({ value, previous }: { value: number; previous?: number }) {
  return (
    <span className={classes.score} data-gone={value === 0 || undefined} title={value === 0 ? strings.match.gone : undefined}>
      <meter min={0} max={100} value={value} aria-hidden="true" />
      <span>{value}</span>
      {previous !== undefined && previous !== value && <small>{strings.match.was(previous)}</small>}
    </span>
  );
}
