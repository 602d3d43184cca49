import { ActionIcon, Button, Code, Group, Menu, Modal, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { administers, oversees, type Session } from '../../api/session';
import { users as api, type User } from '../../api/users';
import { FailureBox, sentenceOf } from '../../components/failure';
import { Icon } from '../../components/icons';
import { Notice } from '../../components/notice';
import { Panel } from '../../components/page';
import { Pill } from '../../components/pill';
import { When } from '../../components/when';
import { strings } from '../../strings/en';

const words = strings.users;

interface Shown {
  username: string;
  password: string;
}

// The users of the project, for its admins.
export function UsersPanel({ session }: { session: Session }) {
  const queries = useQueryClient();
  const list = useQuery({ queryKey: ['users'], queryFn: api.list, enabled: oversees(session) });
  const [adding, setAdding] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const done = (answer: { user: User; password?: string }) => {
    if (answer.password) setShown({ username: answer.user.username, password: answer.password });
    void queries.invalidateQueries({ queryKey: ['users'] });
  };
  const change = useMutation({ mutationFn: api.change, onSuccess: done });
  const changes = administers(session);
  if (!oversees(session)) return <Panel title={words.title}><Text size="sm" c="dimmed">{words.adminsOnly}</Text></Panel>;
  return (
    <Panel title={words.title} flush
      actions={changes && <Button size="xs" leftSection={<Icon name="plus" size={14} />} onClick={() => setAdding(true)}>{words.add}</Button>}>
      {list.isError && <FailureBox problem={list.error} onRetry={() => void list.refetch()} />}
      {change.isError && <FailureBox problem={change.error} title={strings.errors.title} />}
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.username}</Table.Th><Table.Th>{words.role}</Table.Th><Table.Th>{words.state}</Table.Th><Table.Th>{words.created}</Table.Th>
            <Table.Th><span className="visually-hidden">{words.actions('')}</span></Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {list.data?.users.map((user) => (
            <Table.Tr key={user.username}>
              <Table.Td><Group gap={6}><Text size="sm" fw={500}>{user.username}</Text>{user.username === session.username && <Text size="xs" c="dimmed">({words.you})</Text>}</Group></Table.Td>
              <Table.Td>{words.roles[user.role]}</Table.Td>
              <Table.Td><Pill tone={user.disabled ? 'dim' : 'good'}>{user.disabled ? words.disabled : words.enabled}</Pill></Table.Td>
              <Table.Td><When iso={user.createdDateTimeISO} /></Table.Td>
              <Table.Td ta="right">
                {/* Operators are changed at the command line, save their password by themselves. */}
                {changes && (user.role !== 'operator' || user.username === session.username) && <Menu position="bottom-end">
                  <Menu.Target><ActionIcon variant="subtle" aria-label={words.actions(user.username)}><Icon name="edit" size={16} /></ActionIcon></Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item onClick={() => change.mutate({ username: user.username, generatePassword: true })}>{words.newPassword}</Menu.Item>
                    {user.username !== session.username && (
                      <>
                        {(['analyst', 'auditor', 'admin'] as const).filter((role) => role !== user.role).map((role) => (
                          <Menu.Item key={role} onClick={() => change.mutate({ username: user.username, role })}>{words.make[role]}</Menu.Item>
                        ))}
                        <Menu.Item onClick={() => change.mutate({ username: user.username, disabled: !user.disabled })}>
                          {user.disabled ? words.enable : words.disable}
                        </Menu.Item>
                      </>
                    )}
                  </Menu.Dropdown>
                </Menu>}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {adding && <AddUser onClose={() => setAdding(false)} onAdded={(answer) => { setAdding(false); done(answer); }} />}
      <Modal opened={shown !== null} onClose={() => setShown(null)} title={shown ? words.passwordOf(shown.username) : ''}>
        <Stack gap="sm">
          <Code fz="md" p="sm">{shown?.password}</Code>
          <Text size="sm" c="dimmed">{words.passwordOnce}</Text>
          <Button onClick={() => setShown(null)}>{strings.common.close}</Button>
        </Stack>
      </Modal>
    </Panel>
  );
}

function AddUser({ onClose, onAdded }: { onClose: () => void; onAdded: (answer: { user: User; password?: string }) => void }) {
  const [username, setUsername] = useState('');
  const [role, setRole] = useState<'analyst' | 'auditor' | 'admin'>('analyst');
  const add = useMutation({ mutationFn: api.add, onSuccess: onAdded });
  return (
    <Modal opened onClose={onClose} title={words.add}>
      <form onSubmit={(event) => { event.preventDefault(); add.mutate({ username: username.trim(), role, generatePassword: true }); }}>
        <Stack gap="sm">
          <TextInput label={words.username} value={username} onChange={(event) => setUsername(event.currentTarget.value)} data-autofocus autoComplete="off" />
          <Select label={words.role} description={words.roleHelp} value={role} allowDeselect={false} onChange={(value) => setRole(value as typeof role)}
            data={(['analyst', 'auditor', 'admin'] as const).map((value) => ({ value, label: words.roles[value] }))} />
          {add.isError && <Notice kind="error">{sentenceOf(add.error)}</Notice>}
          <Group justify="flex-end"><Button variant="default" onClick={onClose}>{strings.common.cancel}</Button><Button type="submit" loading={add.isPending}>{words.add}</Button></Group>
        </Stack>
      </form>
    </Modal>
  );
}
