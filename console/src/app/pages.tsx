import { lazy, type ComponentType } from 'react';
import type { Session } from '../api/session';
import type { IconName } from '../components/icons';
import { strings } from '../strings/en';

export interface PageProps {
  session: Session;
  parameters: Record<string, string>;
}

interface PageRow {
  path: string;
  component: ComponentType<PageProps>;
  nav?: { label: string; icon: IconName };
}

// Every page, each loaded when it is first opened.
export const pages: PageRow[] = [
  { path: '/settings', component: lazy(() => import('../pages/settings')), nav: { label: strings.nav.settings, icon: 'settings' } },
];
