import { ActionIcon, Button, Group, Modal, Skeleton, Table, Text, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { records as api } from '../../api/records';
import { administers, type Session } from '../../api/session';
import type { Family } from '../../api/types';
import { Datasets } from '../../components/datasets';
import { Empty } from '../../components/empty';
import { FailureBox, sentenceOf } from '../../components/failure';
import { Icon } from '../../components/icons';
import { Name } from '../../components/name';
import { Notice } from '../../components/notice';
import { Page, Panel } from '../../components/page';
import { Facts } from '../../components/profile-view';
import { useCountryName } from '../../components/reference-data';
import { Score, StatusBadge } from '../../components/status';
import { When } from '../../components/when';
import { useLive } from '../../components/use-live';
import { matchPath, setQueueOrder } from '../../domain/queue-order';
import { strings } from '../../strings/en';
import { RecordForm } from './record-form';

const words = strings.records;

export default function RecordPage({ session, parameters }: { session: Session; parameters: Record<string, string> }) {
  const family = parameters.family as Family;
  const id = decodeURIComponent(parameters.recordId ?? '');
  const [, go] = useLocation();
  const queries = useQueryClient();
  const country = useCountryName();
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  useLive(['record', 'matches']);
  const record = useQuery({ queryKey: ['record', family, id], queryFn: () => api.read(family, id) });
  const matches = useQuery({ queryKey: ['matches', family, id], queryFn: () => api.matches(family, id) });
  const rows = matches.data?.matches;
  useEffect(() => { if (rows) setQueueOrder(rows.map(({ qrCode }) => ({ family, monitorRecordId: id, qrCode }))); }, [rows, family, id]);
  const remove = useMutation({
    mutationFn: () => api.remove(family, id),
    onSuccess: () => {
      notifications.show({ message: words.deleted(id), color: 'gray' });
      void queries.invalidateQueries();
      go('/records');
    },
  });
  return (
    <Page title={record.data?.name ?? id} aside={<Text size="sm" c="dimmed">{strings.family[family]} · {id}</Text>}
      actions={administers(session) && record.data && (
        <>
          <Button size="xs" variant="default" leftSection={<Icon name="edit" size={14} />} onClick={() => setEditing(true)}>{words.edit}</Button>
          <Tooltip label={strings.common.delete}><ActionIcon variant="default" size="md" aria-label={strings.common.delete} onClick={() => setDeleting(true)}><Icon name="trash" size={15} /></ActionIcon></Tooltip>
        </>
      )}>
      {record.isError && <FailureBox problem={record.error} onRetry={() => void record.refetch()} />}
      <Panel title={words.criteria}>
        {record.isLoading && <Skeleton h={80} />}
        {record.data && <Facts rows={[
          [strings.fields.name, <Name key="name" strong>{record.data.name}</Name>],
          [strings.fields.dob, record.data.dob],
          [strings.fields.gender, record.data.gender],
          [strings.fields.countries, record.data.countries.map(country).join(', ')],
          [words.created, <When key="created" iso={record.data.createdDateTimeISO} full />],
          [words.screened, record.data.lastScreenedDateTimeISO && <When key="screened" iso={record.data.lastScreenedDateTimeISO} />],
        ]} />}
      </Panel>
      <Panel title={words.matches} flush>
        {matches.isError && <FailureBox problem={matches.error} onRetry={() => void matches.refetch()} />}
        {matches.isLoading && <Skeleton h={120} m="sm" />}
        {rows && rows.length === 0 && <Empty title={words.noMatches} />}
        {rows && rows.length > 0 && (
          <Table highlightOnHover>
            <Table.Thead><Table.Tr><Table.Th>{strings.fields.score}</Table.Th><Table.Th>{strings.queue.columns.name}</Table.Th><Table.Th>{strings.queue.columns.datasets}</Table.Th><Table.Th>{strings.queue.columns.countries}</Table.Th><Table.Th>{strings.fields.status}</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>
              {rows.map((match) => (
                <Table.Tr key={match.qrCode}>
                  <Table.Td><Score value={match.score} /></Table.Td>
                  <Table.Td><Link href={matchPath({ family, monitorRecordId: id, qrCode: match.qrCode })}><Name strong>{match.match}</Name></Link>{match.match !== match.name && <Text size="xs" c="dimmed"><Name>{match.name}</Name></Text>}</Table.Td>
                  <Table.Td><Datasets codes={match.datasets} /></Table.Td>
                  <Table.Td>{match.countries.map((code) => code.toUpperCase()).join(' ')}</Table.Td>
                  <Table.Td><StatusBadge status={match.currentStatus} /></Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Panel>
      {editing && record.data && <RecordForm family={family} record={record.data} onClose={() => setEditing(false)} />}
      <Modal opened={deleting} onClose={() => setDeleting(false)} title={words.deleteTitle(id)}>
        <Text size="sm" mb="md">{words.deleteText}</Text>
        {remove.isError && <Notice kind="error">{sentenceOf(remove.error)}</Notice>}
        <Group justify="flex-end"><Button variant="default" onClick={() => setDeleting(false)}>{strings.common.cancel}</Button><Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>{strings.common.delete}</Button></Group>
      </Modal>
    </Page>
  );
}
