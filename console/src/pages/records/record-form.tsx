import { Button, Group, Modal, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../api/client';
import { records as api } from '../../api/records';
import type { Family, MonitorRecord } from '../../api/types';
import { sentenceOf } from '../../components/failure';
import { Notice } from '../../components/notice';
import { CountryPicker } from '../../components/pickers';
import { isPartialDate } from '../../domain/birth-date';
import { strings } from '../../strings/en';

const words = strings.records;

// Adds a record, or edits one.
export function RecordForm({ family: given, record, onClose, onSaved }: { family: Family; record?: MonitorRecord; onClose: () => void; onSaved?: (family: Family, id: string) => void }) {
  const queries = useQueryClient();
  const [family, setFamily] = useState(given);
  const [id, setId] = useState(record?.id ?? '');
  const [name, setName] = useState(record?.name ?? '');
  const [countries, setCountries] = useState(record?.countries.map((code) => code.toUpperCase()) ?? []);
  const [dob, setDob] = useState(record?.dob ?? '');
  const [gender, setGender] = useState(record?.gender ?? '');
  const isPerson = family === 'individual';
  const wrongDob = isPerson && dob !== '' && !isPartialDate(dob);
  const save = useMutation({
    mutationFn: () => api.save(family, { id, name, countries, ...(isPerson ? { dob, gender } : {}) }),
    onSuccess: (saved) => {
      notifications.show({ message: words.saved(saved.id, saved.openCount), color: saved.openCount > 0 ? 'orange' : 'green' });
      void queries.invalidateQueries({ predicate: ({ queryKey }) => ['queue', 'overview', 'records', 'record', 'matches', 'history'].includes(String(queryKey[0])) });
      onClose();
      onSaved?.(family, saved.id);
    },
  });
  const problemAt = (path: string) => (save.error instanceof ApiFailure ? save.error.problems.find((each) => each.path === path)?.message : undefined);
  return (
    <Modal opened onClose={onClose} title={record ? words.editTitle(record.id) : words.addTitle[family]}>
      <form onSubmit={(event) => { event.preventDefault(); if (!wrongDob) save.mutate(); }}>
        <Stack gap="sm">
          {!record && <SegmentedControl value={family} aria-label={strings.screening.kind} onChange={(value) => setFamily(value as Family)} data={(['individual', 'business'] as const).map((value) => ({ value, label: strings.family[value] }))} />}
          {!record && <TextInput label={strings.fields.id} description={strings.screening.recordIdHelp} value={id} maxLength={255} onChange={(event) => setId(event.currentTarget.value)} data-autofocus autoComplete="off" />}
          <TextInput label={strings.fields.name} value={name} maxLength={512} dir="auto" error={problemAt('name')} onChange={(event) => setName(event.currentTarget.value)} autoComplete="off" />
          <CountryPicker value={countries} onChange={setCountries} />
          {isPerson && <TextInput label={strings.fields.dob} placeholder={strings.fields.dobHelp} value={dob} error={wrongDob ? strings.screening.dobInvalid : problemAt('dob')} onChange={(event) => setDob(event.currentTarget.value.trim())} />}
          {isPerson && <Select label={strings.fields.gender} clearable value={gender || null} onChange={(value) => setGender(value ?? '')} clearButtonProps={{ 'aria-label': strings.common.clear }} data={Object.entries(strings.fields.genders).map(([value, label]) => ({ value, label }))} />}
          {save.isError && <Notice kind="error">{sentenceOf(save.error)}</Notice>}
          <Group justify="flex-end"><Button variant="default" onClick={onClose}>{strings.common.cancel}</Button><Button type="submit" loading={save.isPending} disabled={!id.trim() || !name.trim()}>{strings.common.save}</Button></Group>
        </Stack>
      </form>
    </Modal>
  );
}
