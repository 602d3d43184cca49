import { Button, Code, CopyButton, Group, Modal, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { webhooks as api, type NewWebhook, type Webhook } from '../../api/webhooks';
import { sentenceOf } from '../../components/failure';
import { Notice } from '../../components/notice';
import { strings } from '../../strings/en';
import classes from './webhooks.module.css';

const words = strings.webhooks;
const types = ['match.created', 'match.updated', 'match.reopened', 'match.discarded', 'match.reviewed', 'record.created', 'record.updated', 'record.deleted', 'screening.completed', 'attestation.late', 'validation.weak', 'webhook.disabled'] as const;
type EventType = Webhook['events'][number];

interface Closing<T> {
  onClose: () => void;
  onDone: (webhook: T) => void;
}

// A new endpoint, or another address and other events for one that is there.
export function WebhookForm({ webhook, onClose, onDone }: { webhook?: Webhook } & Closing<Webhook | NewWebhook>) {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<EventType[]>(webhook?.events ?? []);
  const save = useMutation({
    mutationFn: (): Promise<Webhook | NewWebhook> => {
      const wanted = { url: url.trim(), description, events };
      return webhook ? api.change({ id: webhook.id, ...wanted }) : api.add(wanted);
    },
    onSuccess: onDone,
  });
  return (
    <Modal opened onClose={onClose} title={webhook ? words.edit : words.add}>
      <form noValidate onSubmit={(event) => { event.preventDefault(); save.mutate(); }}>
        <Stack gap="sm">
          <TextInput label={words.url} description={words.urlHelp} placeholder={words.urlPlaceholder} type="url" inputMode="url" value={url} onChange={(event) => setUrl(event.currentTarget.value)} data-autofocus autoComplete="off" />
          <MultiSelect label={words.events} description={words.eventsHelp} data={[...types]} value={events} onChange={(value) => setEvents(value as EventType[])} clearable searchable hidePickedOptions />
          <TextInput label={words.description} value={description} maxLength={500} onChange={(event) => setDescription(event.currentTarget.value)} autoComplete="off" />
          {save.isError && <Notice kind="error">{sentenceOf(save.error)}</Notice>}
          <Group justify="flex-end"><Button variant="default" onClick={onClose}>{strings.common.cancel}</Button><Button type="submit" loading={save.isPending}>{webhook ? strings.common.save : words.add}</Button></Group>
        </Stack>
      </form>
    </Modal>
  );
}

export function RotateSecret({ webhook, onClose, onDone }: { webhook: Webhook } & Closing<NewWebhook>) {
  const rotate = useMutation({ mutationFn: api.rotate, onSuccess: onDone });
  return (
    <Modal opened onClose={onClose} title={words.rotate}>
      <Stack gap="sm">
        <Text size="sm">{words.rotateText}</Text>
        {rotate.isError && <Notice kind="error">{sentenceOf(rotate.error)}</Notice>}
        <Group justify="flex-end"><Button variant="default" onClick={onClose}>{strings.common.cancel}</Button><Button loading={rotate.isPending} onClick={() => rotate.mutate(webhook.id)}>{words.rotate}</Button></Group>
      </Stack>
    </Modal>
  );
}

export function RemoveWebhook({ webhook, onClose, onDone }: { webhook: Webhook; onClose: () => void; onDone: () => void }) {
  const remove = useMutation({ mutationFn: api.remove, onSuccess: onDone });
  return (
    <Modal opened onClose={onClose} title={words.remove}>
      <Stack gap="sm">
        <Text size="sm" className={classes.url}>{words.removeText(webhook.url)}</Text>
        {remove.isError && <Notice kind="error">{sentenceOf(remove.error)}</Notice>}
        <Group justify="flex-end"><Button variant="default" onClick={onClose}>{strings.common.cancel}</Button><Button color="red" loading={remove.isPending} onClick={() => remove.mutate(webhook.id)}>{words.remove}</Button></Group>
      </Stack>
    </Modal>
  );
}

// The one time a secret is shown.
export function SecretOnce({ webhook, onClose }: { webhook: NewWebhook; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={words.secret}>
      <Stack gap="sm">
        <Code fz="xs" p="sm" className={classes.secret}>{webhook.secret}</Code>
        <Text size="sm" c="dimmed">{words.secretOnce}</Text>
        <Group justify="flex-end">
          <CopyButton value={webhook.secret}>{({ copied, copy }) => <Button variant="default" onClick={copy}>{copied ? words.copied : words.copy}</Button>}</CopyButton>
          <Button onClick={onClose}>{strings.common.close}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
