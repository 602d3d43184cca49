import { ActionIcon, AppShell, Burger, Button, Group, Loader, Menu, SegmentedControl, Text, UnstyledButton, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, Route, Router, Switch, useLocation } from 'wouter';
import { oversees, type Session } from '../api/session';
import { ConnectionBanner } from '../components/connection-banner';
import { Empty } from '../components/empty';
import { Icon } from '../components/icons';
import { Page } from '../components/page';
import { strings } from '../strings/en';
import { pages } from './pages';
import { ReviewStatus } from './review-status';
import classes from './shell.module.css';
import { Boundary } from './boundary';
import { TourInvitation } from './tour-invitation';
import { noteTourSeen, tourSeen } from './tour-seen';

const Tour = lazy(() => import('./tour'));

export function Shell({ session, onSignOut }: { session: Session; onSignOut: () => void }) {
  return (
    <Router base="/console">
      <Frame session={session} onSignOut={onSignOut} />
    </Router>
  );
}

function Frame({ session, onSignOut }: { session: Session; onSignOut: () => void }) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const [location] = useLocation();
  useEffect(close, [location, close]);
  const [tour, setTour] = useState<'offered' | 'running' | 'none'>(() => (tourSeen() ? 'none' : 'offered'));
  const changeTour = (to: 'running' | 'none') => {
    noteTourSeen();
    setTour(to);
  };
  return (
    <AppShell header={{ height: 48 }} navbar={{ width: 188, breakpoint: 'sm', collapsed: { mobile: !opened } }} padding={0}>
      <a className="skip" href="#content">{strings.nav.skip}</a>
      <AppShell.Header className={`${classes.header} no-print`}>
        <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={opened ? strings.nav.closeMenu : strings.nav.openMenu} />
        <Link href="/" className={classes.brand}>
          <img src="/console/icon.svg" alt="" width={24} height={24} />
          <span>{strings.product}</span>
        </Link>
        <Text size="sm" c="dimmed" className={classes.company} truncate>{session.company}</Text>
        <ReviewStatus session={session} />
        <Account session={session} onSignOut={onSignOut} onTour={() => changeTour('running')} />
      </AppShell.Header>
      <AppShell.Navbar className={`${classes.navbar} no-print`} aria-label={strings.nav.label}>
        {pages.filter(({ nav }) => nav && (!nav.admins || oversees(session))).map((page) => {
          const here = page.path === '/' ? location === '/' : location === page.path || location.startsWith(`${page.path}/`);
          return (
            <Link key={page.path} href={page.path} className={classes.link} aria-current={here ? 'page' : undefined}>
              <Icon name={page.nav!.icon} />
              <span>{page.nav!.label}</span>
            </Link>
          );
        })}
        <a href="/docs" className={`${classes.link} ${classes.last}`} target="_blank" rel="noreferrer">
          <Icon name="docs" />
          <span>{strings.nav.docs}</span>
        </a>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <ConnectionBanner />
        {tour === 'offered' && location === '/' && <TourInvitation onStart={() => changeTour('running')} onSkip={() => changeTour('none')} />}
        <Boundary key={location}>
          <Suspense fallback={<Group p="md" gap="xs"><Loader size="sm" /><Text size="sm" c="dimmed">{strings.common.loading}</Text></Group>}>
            <Switch>
              {pages.map((page) => (
                <Route key={page.path} path={page.path}>
                  {(parameters) => <page.component session={session} parameters={parameters as Record<string, string>} />}
                </Route>
              ))}
              <Route><NoPage address={location} /></Route>
            </Switch>
          </Suspense>
        </Boundary>
        {tour === 'running' && <Suspense fallback={null}><Tour onEnd={() => changeTour('none')} /></Suspense>}
      </AppShell.Main>
    </AppShell>
  );
}

function NoPage({ address }: { address: string }) {
  return <Page title={strings.errors.noPageTitle}><Empty title={strings.errors.noPage(`/console${address}`)} action={<Button component={Link} href="/" size="xs">{strings.errors.toOverview}</Button>} /></Page>;
}

function Account({ session, onSignOut, onTour }: { session: Session; onSignOut: () => void; onTour: () => void }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={240} withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.account} aria-label={strings.nav.account(session.username)}>
          <ActionIcon component="span" variant="light" radius="xl" size="md"><Icon name="user" size={16} /></ActionIcon>
          <span className={classes.username}>{session.username}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{session.username} · {session.role} · {session.project}</Menu.Label>
        <div className={classes.colours}>
          <Text size="xs" c="dimmed" mb={4} id="colours-label">{strings.nav.theme}</Text>
          <SegmentedControl fullWidth size="xs" value={colorScheme} aria-labelledby="colours-label"
            onChange={(value) => setColorScheme(value as MantineColorScheme)}
            data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: strings.nav.themes[value] }))} />
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} href="/account">{strings.nav.ownAccount}</Menu.Item>
        <Menu.Item onClick={onTour}>{strings.tour.start}</Menu.Item>
        <Menu.Item onClick={onSignOut}>{strings.nav.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

