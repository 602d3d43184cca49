import { Button, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { session as api, type Session } from '../api/session';
import { Notice } from '../components/notice';
import { sentenceOf } from '../components/failure';
import { strings } from '../strings/en';

interface Props {
  session: Session;
  onSignedIn: (session: Session) => void;
  onLeave: () => void;
}

// Over the page, which stays as it is: what was typed is there when the dialog closes.
export function SignInAgain({ session, onSignedIn, onLeave }: Props) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      onSignedIn(await api.open({ project: session.project, username: session.username, password }));
    } catch (failure) {
      setProblem(sentenceOf(failure));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={() => undefined} withCloseButton={false} closeOnEscape={false} title={strings.signIn.againTitle} zIndex={1000}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{strings.signIn.again}</Text>
          <Text size="sm" c="dimmed">{session.username} · {session.project}</Text>
          <PasswordInput label={strings.signIn.password} value={password} autoComplete="current-password" data-autofocus
            onChange={(event) => setPassword(event.currentTarget.value)} />
          {problem && <Notice kind="error">{problem}</Notice>}
          <Button type="submit" loading={busy}>{strings.signIn.submit}</Button>
          <Button variant="subtle" onClick={onLeave}>{strings.signIn.otherUser}</Button>
        </Stack>
      </form>
    </Modal>
  );
}
