import type { Session } from '../../api/session';
import { Page } from '../../components/page';
import { strings } from '../../strings/en';
import { MonitoringPanel } from './monitoring';
import { UsersPanel } from './users';
import { WebhooksPanel } from './webhooks';

export default function SettingsPage({ session }: { session: Session }) {
  return (
    <Page title={strings.settings.title}>
      <MonitoringPanel session={session} />
      <WebhooksPanel session={session} />
      <UsersPanel session={session} />
    </Page>
  );
}
