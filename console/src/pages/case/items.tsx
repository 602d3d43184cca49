import { ActionIcon, Button, FileButton, Group, Modal, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { cases as api, fileEndings, mostFileBytes, type Case, type CaseItem } from '../../api/cases';
import { administers, type Session } from '../../api/session';
import { download } from '../../components/download';
import { sentenceOf } from '../../components/failure';
import { Icon } from '../../components/icons';
import { Name } from '../../components/name';
import { Panel } from '../../components/page';
import { drafts } from '../../domain/drafts';
import { strings } from '../../strings/en';
import classes from './case.module.css';

const words = strings.case;
export const complain = (problem: unknown) => { notifications.show({ message: sentenceOf(problem), color: 'red', autoClose: 10_000 }); };

// Comments and files that belong to the case and decide nothing.
export function CaseItems({ data, session }: { data: Case; session: Session }) {
  const { family, record } = data;
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState<CaseItem | null>(null);
  const files = data.items.filter(({ kind, removedDateTimeISO }) => kind === 'file' && !removedDateTimeISO);
  const change = async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    try {
      await work();
      await queries.invalidateQueries({ queryKey: ['case', family, record.id] });
      return true;
    } catch (problem) {
      complain(problem);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const attach = (file: File | null) => {
    if (!file) return;
    if (file.size > mostFileBytes) notifications.show({ message: words.fileTooLarge, color: 'red' });
    else void change(() => api.attach(family, record.id, file));
  };
  return (
    <Panel title={words.add}>
      <CommentForm draft={JSON.stringify(['case-comment', family, record.id])} busy={busy} onSubmit={(comment) => change(() => api.comment(family, record.id, comment))} />
      <Group justify="space-between" mt="md" mb={4}>
        <Text size="sm" fw={500} component="h3" m={0}>{words.files}</Text>
        <FileButton onChange={attach} accept={fileEndings} inputProps={{ 'aria-label': words.addFile }}>
          {(props) => <Button {...props} size="compact-xs" variant="default" loading={busy} leftSection={<Icon name="upload" size={14} />}>{words.addFile}</Button>}
        </FileButton>
      </Group>
      {files.length === 0 && <p className={classes.dim}>{words.noFiles}. {words.fileHelp}</p>}
      <ul className={classes.files}>
        {files.map((file) => (
          <li key={file.item}>
            <button type="button" className={classes.file} aria-label={words.downloadFile(file.name ?? '')} onClick={() => void download(api.attachmentPath(family, record.id, file.item), file.name ?? '').catch(complain)}><Name>{file.name}</Name></button>
            <span className={classes.dim}>{words.kilobytes(file.bytes ?? 0)} · {file.username}</span>
            {(file.username === session.username || administers(session)) && <ActionIcon size="sm" variant="subtle" color="gray" aria-label={words.removeItem(file.name ?? '')} onClick={() => setRemoving(file)}><Icon name="trash" size={14} /></ActionIcon>}
          </li>
        ))}
      </ul>
      {removing && (
        <Modal opened onClose={() => setRemoving(null)} title={words.removeTitle(removing.name ?? '')}>
          <Text size="sm">{words.removeText}</Text>
          <Group justify="flex-end" mt="md" gap="xs">
            <Button variant="default" onClick={() => setRemoving(null)}>{strings.common.cancel}</Button>
            <Button color="red" loading={busy} onClick={() => void change(() => api.removeItem(family, record.id, removing.item)).then(() => setRemoving(null))}>{words.remove}</Button>
          </Group>
        </Modal>
      )}
    </Panel>
  );
}

// What is typed stays until it is saved, whatever leaves the page.
function CommentForm({ draft, busy, onSubmit }: { draft: string; busy: boolean; onSubmit: (comment: string) => Promise<boolean> }) {
  const [comment, setComment] = useState(() => drafts.of(draft).comment);
  useEffect(() => drafts.keep(draft, { comment, rating: '' }), [draft, comment]);
  const submit = async () => {
    if (comment.trim() && !busy && await onSubmit(comment.trim())) setComment('');
  };
  return (
    <form onSubmit={(event) => { event.preventDefault(); void submit(); }} onKeyDown={(event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(); }}>
      <Textarea label={words.comment} description={words.commentHelp} value={comment} onChange={(event) => setComment(event.currentTarget.value)} minRows={2} autosize maxRows={8} maxLength={10_000} />
      <Group justify="flex-end" mt="xs"><Button type="submit" size="xs" variant="default" loading={busy} disabled={!comment.trim()}>{words.addComment}</Button></Group>
    </form>
  );
}
