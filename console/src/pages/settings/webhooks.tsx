import { ActionIcon, Button, Menu, Skeleton, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { administers, type Session } from '../../api/session';
import { webhooks as api, type Delivery, type NewWebhook, type Webhook } from '../../api/webhooks';
import { Empty } from '../../components/empty';
import { FailureBox } from '../../components/failure';
import { Icon } from '../../components/icons';
import { Panel } from '../../components/page';
import { Pill } from '../../components/pill';
import { When } from '../../components/when';
import { strings } from '../../strings/en';
import { Deliveries } from './deliveries';
import { RemoveWebhook, RotateSecret, SecretOnce, WebhookForm } from './webhook-forms';
import classes from './webhooks.module.css';

const words = strings.webhooks;

// What is open over the list.
type Open = { kind: 'add' } | { kind: 'edit' | 'rotate' | 'remove' | 'deliveries'; webhook: Webhook };

// The endpoints that events are pushed to, for admins of the project.
export function WebhooksPanel({ session }: { session: Session }) {
  const queries = useQueryClient();
  const list = useQuery({ queryKey: ['webhooks'], queryFn: api.list, enabled: administers(session), refetchInterval: 15_000 });
  const [open, setOpen] = useState<Open | null>(null);
  const [shown, setShown] = useState<NewWebhook | null>(null);
  const refresh = () => void queries.invalidateQueries({ queryKey: ['webhooks'] });
  const done = (webhook?: Webhook | NewWebhook) => {
    setOpen(null);
    if (webhook && 'secret' in webhook) setShown(webhook);
    refresh();
  };
  const test = useMutation({ mutationFn: api.test, onSuccess: ({ delivery }) => { tell(delivery); refresh(); } });
  const change = useMutation({ mutationFn: api.change, onSuccess: refresh });
  if (!administers(session)) return <Panel title={words.title}><Text size="sm" c="dimmed">{words.adminsOnly}</Text></Panel>;
  return (
    <Panel title={words.title} flush={Boolean(list.data?.webhooks.length)}
      actions={<Button size="xs" leftSection={<Icon name="plus" size={14} />} onClick={() => setOpen({ kind: 'add' })}>{words.add}</Button>}>
      {list.isError && <FailureBox problem={list.error} onRetry={() => void list.refetch()} />}
      {(test.isError || change.isError) && <FailureBox problem={test.error ?? change.error} title={strings.errors.title} />}
      {list.isLoading && <Skeleton h={120} />}
      {list.data?.webhooks.length === 0 && <Empty title={words.none}>{words.noneText}</Empty>}
      {list.data && list.data.webhooks.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.endpoint}</Table.Th><Table.Th>{words.state}</Table.Th><Table.Th visibleFrom="sm" className={classes.nowrap}>{words.lastDelivery}</Table.Th><Table.Th visibleFrom="sm" ta="right">{words.pending}</Table.Th><Table.Th visibleFrom="sm" ta="right" className={classes.nowrap}>{words.dead}</Table.Th>
              <Table.Th><span className="visually-hidden">{words.actions('')}</span></Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.data.webhooks.map((webhook) => (
              <Table.Tr key={webhook.id}>
                <Table.Td>
                  <Text size="sm" fw={500} className={classes.url}>{webhook.url}</Text>
                  <Text size="xs" c="dimmed">{[webhook.description, webhook.events.length === 0 ? words.allEvents : webhook.events.join(', ')].filter(Boolean).join(' · ')}</Text>
                </Table.Td>
                <Table.Td><State webhook={webhook} /></Table.Td>
                <Table.Td visibleFrom="sm" className={classes.nowrap}>{webhook.lastDeliveryDateTimeISO ? <When iso={webhook.lastDeliveryDateTimeISO} /> : words.never}</Table.Td>
                <Table.Td visibleFrom="sm" ta="right">{webhook.pendingCount}</Table.Td>
                <Table.Td visibleFrom="sm" ta="right">{webhook.deadCount}</Table.Td>
                <Table.Td>
                  <div className={classes.actions}>
                    <Button size="compact-xs" variant="default" loading={test.isPending && test.variables === webhook.id} onClick={() => test.mutate(webhook.id)}>{words.test}</Button>
                    <Button size="compact-xs" variant="default" onClick={() => setOpen({ kind: 'deliveries', webhook })}>{words.deliveries}</Button>
                    <Menu position="bottom-end">
                      <Menu.Target><ActionIcon variant="subtle" aria-label={words.actions(webhook.url)}><Icon name="edit" size={16} /></ActionIcon></Menu.Target>
                      <Menu.Dropdown>
                        <Menu.Item onClick={() => setOpen({ kind: 'edit', webhook })}>{words.edit}</Menu.Item>
                        <Menu.Item onClick={() => setOpen({ kind: 'rotate', webhook })}>{words.rotate}</Menu.Item>
                        <Menu.Item onClick={() => change.mutate({ id: webhook.id, active: !webhook.active })}>{webhook.active ? words.switchOff : words.switchOn}</Menu.Item>
                        <Menu.Item color="red" onClick={() => setOpen({ kind: 'remove', webhook })}>{words.remove}</Menu.Item>
                      </Menu.Dropdown>
                    </Menu>
                  </div>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {open?.kind === 'add' && <WebhookForm onClose={() => setOpen(null)} onDone={done} />}
      {open?.kind === 'edit' && <WebhookForm webhook={open.webhook} onClose={() => setOpen(null)} onDone={done} />}
      {open?.kind === 'rotate' && <RotateSecret webhook={open.webhook} onClose={() => setOpen(null)} onDone={done} />}
      {open?.kind === 'remove' && <RemoveWebhook webhook={open.webhook} onClose={() => setOpen(null)} onDone={() => done()} />}
      {open?.kind === 'deliveries' && <Deliveries webhook={open.webhook} onClose={() => { setOpen(null); refresh(); }} />}
      {shown && <SecretOnce webhook={shown} onClose={() => setShown(null)} />}
    </Panel>
  );
}

function tell(delivery: Delivery) {
  const good = delivery.status === 'delivered';
  notifications.show({
    message: good ? words.testGood(delivery.lastHttpStatus ?? 0, delivery.lastDurationMs ?? 0) : words.testBad(delivery.lastError ?? ''),
    color: good ? 'green' : 'red',
    autoClose: good ? 5000 : 15_000,
  });
}

function State({ webhook }: { webhook: Webhook }) {
  if (webhook.disabledReason) return <><Pill tone="severe">{words.disabled}</Pill><Text size="xs" c="dimmed">{webhook.disabledReason}</Text></>;
  if (!webhook.active) return <Pill tone="dim">{words.off}</Pill>;
  if (webhook.failingSinceISO) return <><Pill tone="warn">{words.failing}</Pill><Text size="xs" c="dimmed">{words.since} <When iso={webhook.failingSinceISO} /></Text></>;
  return <Pill tone="good">{words.on}</Pill>;
}
