import { Button, Group, Modal, SegmentedControl, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { webhooks as api, type Delivery, type DeliveryStatus, type Webhook } from '../../api/webhooks';
import { Empty } from '../../components/empty';
import { FailureBox } from '../../components/failure';
import { Pill } from '../../components/pill';
import { When } from '../../components/when';
import { strings } from '../../strings/en';
import classes from './webhooks.module.css';

const words = strings.webhooks;
const tones = { pending: 'warn', delivered: 'good', dead: 'severe' } as const;
type Filter = DeliveryStatus | 'all';

// What became of each event for one endpoint, newest first.
export function Deliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [filter, setFilter] = useState<Filter>('all');
  const list = useInfiniteQuery({
    queryKey: ['deliveries', webhook.id, filter],
    queryFn: ({ pageParam }) => api.deliveries(webhook.id, filter === 'all' ? undefined : filter, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.hasMore ? last.deliveries.at(-1)?.id : undefined),
    refetchInterval: 5000,
  });
  const again = useMutation({ mutationFn: api.redeliver, onSuccess: () => void list.refetch() });
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries) ?? [];
  const dead = deliveries.some((each) => each.status === 'dead' && each.eventId);
  return (
    <Modal opened onClose={onClose} title={words.deliveriesOf} size="xl">
      <Stack gap="sm">
        <Text size="sm" c="dimmed" className={classes.url}>{webhook.url}</Text>
        <Group justify="space-between">
          <SegmentedControl size="xs" aria-label={words.state} value={filter} onChange={(value) => setFilter(value as Filter)} data={(['all', 'pending', 'delivered', 'dead'] as const).map((value) => ({ value, label: words.statuses[value] }))} />
          <Button size="xs" variant="default" disabled={!dead} loading={again.isPending} onClick={() => again.mutate({ id: webhook.id })}>{words.redeliverAll}</Button>
        </Group>
        {list.isError && <FailureBox problem={list.error} onRetry={() => void list.refetch()} />}
        {again.isError && <FailureBox problem={again.error} title={strings.errors.title} />}
        {list.isLoading && <Skeleton h={160} />}
        {list.data && deliveries.length === 0 && <Empty title={words.noDeliveries}>{words.noDeliveriesText}</Empty>}
        {deliveries.length > 0 && (
          <div className={classes.scroll} tabIndex={0} role="group" aria-label={words.deliveriesOf}>
            <Table>
              <Table.Thead><Table.Tr><Table.Th>{words.event}</Table.Th><Table.Th>{words.state}</Table.Th><Table.Th ta="right">{words.attempts}</Table.Th><Table.Th>{words.lastAttempt}</Table.Th><Table.Th><span className="visually-hidden">{words.redeliver}</span></Table.Th></Table.Tr></Table.Thead>
              <Table.Tbody>{deliveries.map((each) => <Row key={each.id} delivery={each} onAgain={() => again.mutate({ id: webhook.id, deliveryIds: [each.id] })} />)}</Table.Tbody>
            </Table>
          </div>
        )}
        {list.hasNextPage && <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{words.older}</Button>}
      </Stack>
    </Modal>
  );
}

function Row({ delivery, onAgain }: { delivery: Delivery; onAgain: () => void }) {
  return (
    <Table.Tr>
      <Table.Td><Text size="sm" fw={500}>{delivery.type}</Text><Text size="xs" c="dimmed"><When iso={delivery.createdDateTimeISO} full /></Text></Table.Td>
      <Table.Td><Pill tone={tones[delivery.status]}>{words.statuses[delivery.status]}</Pill>{delivery.status === 'pending' && delivery.attempts > 0 && delivery.nextAttemptISO && <Text size="xs" c="dimmed">{words.next} <When iso={delivery.nextAttemptISO} full /></Text>}</Table.Td>
      <Table.Td ta="right">{delivery.attempts}</Table.Td>
      <Table.Td><Text size="sm" className={classes.error}>{delivery.lastError ?? (delivery.lastHttpStatus ? words.answered(delivery.lastHttpStatus) : '')}</Text></Table.Td>
      <Table.Td ta="right">{delivery.eventId && delivery.status !== 'pending' && <Button size="compact-xs" variant="default" onClick={onAgain}>{words.redeliver}</Button>}</Table.Td>
    </Table.Tr>
  );
}
