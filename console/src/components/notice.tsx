import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';

// A sentence that matters, on the page it belongs to.
export function Notice({ kind, title, children, action }: { kind: 'error' | 'warning' | 'info' | 'good'; title?: string; children: ReactNode; action?: ReactNode }) {
  const colour = { error: 'red', warning: 'orange', info: 'petrol', good: 'green' }[kind];
  return (
    <Alert color={colour} variant="light" title={title} role={kind === 'error' ? 'alert' : 'status'} styles={{ message: { color: 'inherit' } }}>
      {children}
      {action && <div style={{ marginTop: 8 }}>{action}</div>}
    </Alert>
  );
}
