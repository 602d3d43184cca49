import { Button, Group, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { records as api } from '../../api/records';
import type { Inquiry } from '../../api/screening';
import type { Family } from '../../api/types';
import { sentenceOf } from '../../components/failure';
import { Name } from '../../components/name';
import { Notice } from '../../components/notice';
import { strings } from '../../strings/en';

const words = strings.screening;

// Makes a monitor record of what was asked. Who asked in both families says what it is.
export function SaveRecord({ question, family: given, onClose }: { question: Inquiry; family: Family; onClose: () => void }) {
  const [family, setFamily] = useState(given);
  const [id, setId] = useState('');
  const [, go] = useLocation();
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => api.save(family, {
      id, name: question.name, countries: question.countries,
      ...(family === 'individual' && question.dob ? { dob: question.dob } : {}), ...(family === 'individual' && question.gender ? { gender: question.gender } : {}),
    }),
    onSuccess: () => {
      void queries.invalidateQueries();
      notifications.show({ message: words.saved(id), color: 'green' });
      onClose();
      go(`/records/${family}/${encodeURIComponent(id)}`);
    },
  });
  return (
    <Modal opened onClose={onClose} title={words.saveTitle}>
      <form onSubmit={(event) => { event.preventDefault(); if (id.trim()) save.mutate(); }}>
        <Stack gap="sm">
          <Text size="sm"><Name strong>{question.name}</Name></Text>
          <SegmentedControl value={family} aria-label={words.saveKind} onChange={(value) => setFamily(value as Family)} data={(['individual', 'business'] as const).map((value) => ({ value, label: strings.family[value] }))} />
          <Text size="sm" c="dimmed">{words.saveText}</Text>
          <TextInput label={words.recordId} description={words.recordIdHelp} value={id} maxLength={255} data-autofocus onChange={(event) => setId(event.currentTarget.value)} />
          {save.isError && <Notice kind="error">{sentenceOf(save.error)}</Notice>}
          <Group justify="flex-end"><Button variant="default" onClick={onClose}>{strings.common.cancel}</Button><Button type="submit" loading={save.isPending} disabled={!id.trim()}>{words.save}</Button></Group>
        </Stack>
      </form>
    </Modal>
  );
}
