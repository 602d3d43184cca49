import { Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { ApiFailure } from '../api/client';
import { session as api, type Session } from '../api/session';
import { FailureBox, sentenceOf } from '../components/failure';
import { Notice } from '../components/notice';
import { strings } from '../strings/en';
import classes from './sign-in.module.css';

const remembered = 'vedette.project';

export default function SignInPage({ onSignedIn, failure }: { onSignedIn: (session: Session) => void; failure: ApiFailure | null }) {
  const [project, setProject] = useState(() => localStorage.getItem(remembered) ?? '');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const missing = (text: string) => (tried && !text ? strings.signIn.required : undefined);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!project || !username || !password) return;
    setBusy(true);
    setProblem('');
    try {
      const opened = await api.open({ project, username, password });
      localStorage.setItem(remembered, project);
      onSignedIn(opened);
    } catch (refusal) {
      setProblem(sentenceOf(refusal));
      setBusy(false);
    }
  };
  return (
    <main className={classes.page}>
      <div className={classes.brand}>
        <img src="/console/icon.svg" alt="" width={40} height={40} />
        <div>
          <Title order={1}>{strings.product}</Title>
          <Text size="sm" c="dimmed">{strings.tagline}</Text>
        </div>
      </div>
      <Paper withBorder p="lg" className={classes.card}>
        <form onSubmit={submit} noValidate>
          <Stack gap="sm">
            <Title order={2}>{strings.signIn.title}</Title>
            {failure && <FailureBox problem={failure} />}
            <TextInput label={strings.signIn.project} value={project} error={missing(project)} autoComplete="organization" autoFocus={!project}
              onChange={(event) => setProject(event.currentTarget.value)} />
            <TextInput label={strings.signIn.username} value={username} error={missing(username)} autoComplete="username" autoFocus={Boolean(project)}
              onChange={(event) => setUsername(event.currentTarget.value)} />
            <PasswordInput label={strings.signIn.password} value={password} error={missing(password)} autoComplete="current-password"
              onChange={(event) => setPassword(event.currentTarget.value)} />
            {problem && <Notice kind="error">{problem}</Notice>}
            <Button type="submit" loading={busy} mt="xs">{strings.signIn.submit}</Button>
          </Stack>
        </form>
      </Paper>
    </main>
  );
}
