import { Center, Loader } from '@mantine/core';
import SignInPage from '../pages/sign-in';
import { strings } from '../strings/en';
import { useSessionState } from './session';
import { Shell } from './shell';

export function App() {
  const { session, failure, signedIn, signOut } = useSessionState();
  if (session === undefined)
    return <Center mih="100vh"><Loader aria-label={strings.common.loading} /></Center>;
  if (session === null) return <SignInPage onSignedIn={signedIn} failure={failure} />;
  return <Shell session={session} onSignOut={signOut} />;
}
