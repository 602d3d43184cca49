import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { screening as api } from '../../api/screening';
import type { Family } from '../../api/types';
import { FailureBox } from '../../components/failure';
import { Icon } from '../../components/icons';
import { Page, Panel } from '../../components/page';
import { ProfileHead, ProfileView } from '../../components/profile-view';
import { nameOf } from '../../domain/profile';
import { strings } from '../../strings/en';

export default function ProfilePage({ parameters }: { parameters: Record<string, string> }) {
  const family = parameters.family as Family;
  const resourceId = parameters.resourceId ?? '';
  const [, go] = useLocation();
  const profile = useQuery({ queryKey: ['profile', family, resourceId], queryFn: () => api.profile(family, resourceId) });
  const walk = (uri: string) => go(uri.replace('/individuals/', '/profile/individual/').replace('/businesses/', '/profile/business/'));
  return (
    <Page title={profile.data ? nameOf(profile.data) : strings.profile.title}
      actions={<Button size="xs" variant="default" leftSection={<Icon name="back" size={14} />} onClick={() => window.history.back()}>{strings.profile.back}</Button>}>
      {profile.isError && <FailureBox problem={profile.error} onRetry={() => void profile.refetch()} />}
      {profile.isLoading && <Skeleton h={400} />}
      {profile.data && <Panel title={<ProfileHead profile={profile.data} />}><ProfileView profile={profile.data} onWalk={walk} /></Panel>}
    </Page>
  );
}
