import type { Session } from '../../api/session';
import { Page } from '../../components/page';
import { strings } from '../../strings/en';
import { PasswordPanel } from './password';

// What everybody changes of their own sign-in.
export default function AccountPage({ session }: { session: Session }) {
  return (
    <Page title={strings.account.title}>
      <PasswordPanel session={session} />
    </Page>
  );
}
