import { Autocomplete, Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Status } from '../api/types';
import { statuses } from '../domain/status';
import { strings } from '../strings/en';
import classes from './review-form.module.css';

const words = strings.match;

export interface Verdict {
  status?: Status;
  comment: string;
  rating: string;
}

interface Props {
  current?: Status;
  busy: boolean;
  onSubmit: (verdict: Verdict, next: boolean) => void;
  onCancel?: () => void;
  withNext?: boolean;
  children?: React.ReactNode;
  commentRef?: React.Ref<HTMLTextAreaElement>;
}

// Decision, risk rating and comment. What was typed stays until it is saved.
export function ReviewForm({ current, busy, onSubmit, onCancel, withNext, children, commentRef }: Props) {
  const [status, setStatus] = useState<Status | undefined>();
  const [rating, setRating] = useState('');
  const [comment, setComment] = useState('');
  const isEmpty = !status && !comment.trim() && !rating.trim();
  const submit = (next: boolean) => onSubmit({ status, comment: comment.trim(), rating: rating.trim() }, next);
  return (
    <form onSubmit={(event) => { event.preventDefault(); if (!isEmpty) submit(false); }}>
      <Stack gap="sm">
        <fieldset className={classes.decisions}>
          <legend>{words.decide}</legend>
          {statuses.map((each, index) => (
            <label key={each} className={classes.decision} data-status={each} data-current={each === current || undefined}>
              <input type="radio" name="status" value={each} checked={status === each} onChange={() => setStatus(each)} onClick={() => { if (status === each) setStatus(undefined); }} />
              <span>{strings.status[each]}</span><kbd>{index + 1}</kbd>
            </label>
          ))}
        </fieldset>
        <Autocomplete label={words.rating} data={[...words.ratings]} value={rating} onChange={setRating} maxLength={100} />
        <Textarea ref={commentRef} label={words.comment} placeholder={words.commentHelp} value={comment} onChange={(event) => setComment(event.currentTarget.value)} minRows={3} autosize maxRows={10} maxLength={10000} />
        {children}
        <Group justify="flex-end" gap="xs">
          {onCancel && <Button variant="default" onClick={onCancel}>{strings.common.cancel}</Button>}
          <Button type="submit" loading={busy} disabled={isEmpty} variant={withNext ? 'default' : 'filled'}>{words.submit}</Button>
          {withNext && <Button loading={busy} disabled={isEmpty} onClick={() => submit(true)}>{words.submitNext}</Button>}
        </Group>
      </Stack>
    </form>
  );
}
