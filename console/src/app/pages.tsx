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
  nav?: { label: string; icon: IconName; admins?: true };
}

// Every page, each loaded when it is first opened.
export const pages: PageRow[] = [
  { path: '/', component: lazy(() => import('../pages/overview')), nav: { label: strings.nav.overview, icon: 'overview' } },
  { path: '/queue', component: lazy(() => import('../pages/queue')), nav: { label: strings.nav.queue, icon: 'queue' } },
  { path: '/cases', component: lazy(() => import('../pages/cases')), nav: { label: strings.nav.cases, icon: 'cases' } },
  { path: '/case/:family/:recordId', component: lazy(() => import('../pages/case')) },
  { path: '/match/:family/:recordId/:qrCode', component: lazy(() => import('../pages/match')) },
  { path: '/records', component: lazy(() => import('../pages/records')), nav: { label: strings.nav.records, icon: 'records' } },
  { path: '/records/:family/:recordId', component: lazy(() => import('../pages/records/record')) },
  { path: '/screening', component: lazy(() => import('../pages/screening')), nav: { label: strings.nav.screening, icon: 'screening' } },
  { path: '/profile/:family/:resourceId', component: lazy(() => import('../pages/profile')) },
  { path: '/parties', component: lazy(() => import('../pages/parties')), nav: { label: strings.nav.parties, icon: 'parties', admins: true } },
  { path: '/lists', component: lazy(() => import('../pages/lists')), nav: { label: strings.nav.lists, icon: 'lists' } },
  { path: '/reports', component: lazy(() => import('../pages/reports')), nav: { label: strings.nav.reports, icon: 'reports', admins: true } },
  { path: '/attestations', component: lazy(() => import('../pages/attestations')), nav: { label: strings.nav.attestations, icon: 'attestations' } },
  { path: '/validation', component: lazy(() => import('../pages/validation')), nav: { label: strings.nav.validation, icon: 'validation' } },
  { path: '/audit', component: lazy(() => import('../pages/audit')), nav: { label: strings.nav.audit, icon: 'audit', admins: true } },
  { path: '/account', component: lazy(() => import('../pages/account')) },
  { path: '/settings', component: lazy(() => import('../pages/settings')), nav: { label: strings.nav.settings, icon: 'settings' } },
];
