import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Session } from '../../api/session';
import { users as api } from '../../api/users';
import { sentenceOf } from '../../components/failure';
import { Notice } from '../../components/notice';
import { Panel } from '../../components/page';
import { strings } from '../../strings/en';

const words = strings.account;

export function PasswordPanel({ session }: { session: Session }) {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [tried, setTried] = useState(false);
  const change = useMutation({
    mutationFn: api.changeOwnPassword,
    onSuccess: () => { setCurrent(''); setPassword(''); setAgain(''); setTried(false); },
  });
  const differs = again !== password;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!current || !password || differs) return;
    change.mutate({ currentPassword: current, password });
  };
  const missing = (text: string) => (tried && !text ? strings.signIn.required : undefined);
  return (
    <Panel title={words.password}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm" maw={420}>
          <Text size="sm" c="dimmed">{words.passwordHelp}</Text>
          <input type="text" value={session.username} autoComplete="username" readOnly hidden />
          <PasswordInput label={words.current} value={current} error={missing(current)} autoComplete="current-password"
            onChange={(event) => setCurrent(event.currentTarget.value)} />
          <PasswordInput label={words.next} value={password} error={missing(password)} autoComplete="new-password"
            onChange={(event) => setPassword(event.currentTarget.value)} />
          <PasswordInput label={words.again} value={again} error={tried && differs ? words.differs : undefined} autoComplete="new-password"
            onChange={(event) => setAgain(event.currentTarget.value)} />
          {change.isError && <Notice kind="error">{sentenceOf(change.error)}</Notice>}
          {change.isSuccess && <Notice kind="info">{words.changed(change.data.endedSessions)}</Notice>}
          <Button type="submit" loading={change.isPending}>{words.submit}</Button>
        </Stack>
      </form>
    </Panel>
  );
}
