import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '@mantine/hooks';
import { strings } from '../strings/en';
import classes from './page.module.css';

// The frame of every page: its title, what can be done with it as a whole, and the content.
export function Page({ title, actions, children, wide, aside }: { title: string; actions?: ReactNode; children: ReactNode; wide?: boolean; aside?: ReactNode }) {
  useDocumentTitle(`${title} · ${strings.product}`);
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <Group justify="space-between" className={classes.head} gap="sm">
        <Group gap="sm" align="center"><Title order={1}>{title}</Title>{aside}</Group>
        {actions && <Group gap="xs" className="no-print">{actions}</Group>}
      </Group>
      {children}
    </div>
  );
}

// A titled part of a page.
export function Panel({ title, actions, children, className, flush }: { title?: ReactNode; actions?: ReactNode; children: ReactNode; className?: string; flush?: boolean }) {
  return (
    <section className={`${classes.panel} ${className ?? ''}`}>
      {(title || actions) && (
        <Group justify="space-between" className={classes.panelHead} gap="sm">
          {typeof title === 'string' ? <Title order={2}>{title}</Title> : title}
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
      )}
      {flush
        // It may be wider than a phone; whoever has no pointer scrolls it by its own focus.
        ? <div className={classes.flush} tabIndex={0} role="group" aria-label={typeof title === 'string' ? title : undefined}>{children}</div>
        : <div className={classes.panelBody}>{children}</div>}
    </section>
  );
}
