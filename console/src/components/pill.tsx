import type { ReactNode } from 'react';
import classes from './pill.module.css';

// A short word on the state of something.
export function Pill({ tone, children }: { tone: 'good' | 'warn' | 'severe' | 'dim'; children: ReactNode }) {
  return <span className={classes.pill} data-tone={tone}>{children}</span>;
}
