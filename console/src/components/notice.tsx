import type { ReactNode } from 'react';
import classes from './notice.module.css';

// A sentence that matters, on the page it belongs to.
export function Notice({ kind, title, children, action }: { kind: 'error' | 'warning' | 'info' | 'good'; title?: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.notice} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      {title && <strong>{title}</strong>}
      <div>{children}</div>
      {action && <div>{action}</div>}
    </div>
  );
}
