import { Autocomplete, Button, Group, Stack, Textarea } from '@mantine/core';
import { useEffect, useState, type KeyboardEvent } from 'react';
import type { Status } from '../api/types';
import { drafts } from '../domain/drafts';
import { statuses } from '../domain/status';
import { strings } from '../strings/en';
import classes from './review-form.module.css';

const words = strings.match;

export interface Verdict {
  status?: Status | undefined;
  comment: string;
  rating: string;
}

interface Props {
  // Under which what was typed is kept until it is saved (domain/drafts).
  draft: string;
  current?: Status | undefined;
  busy: boolean;
  onSubmit: (verdict: Verdict, next: boolean) => void;
  onCancel?: () => void;
  withNext?: boolean;
  children?: React.ReactNode;
  commentRef?: React.Ref<HTMLTextAreaElement>;
}

const isTyping = (target: EventTarget) => target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'radio');

// Decision, risk rating and comment. A digit decides and saves all of it; Ctrl+Enter saves and goes on.
export function ReviewForm({ draft: key, current, busy, onSubmit, onCancel, withNext, children, commentRef }: Props) {
  const [status, setStatus] = useState<Status | undefined>();
  const [rating, setRating] = useState(() => drafts.of(key).rating);
  const [comment, setComment] = useState(() => drafts.of(key).comment);
  useEffect(() => drafts.keep(key, { comment, rating }), [key, comment, rating]);
  const isEmpty = !status && !comment.trim() && !rating.trim();
  const submit = (next: boolean, decided = status) => {
    if (!busy && (decided || !isEmpty)) onSubmit({ status: decided, comment: comment.trim(), rating: rating.trim() }, next);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit(true);
    }
    const decided = statuses[Number(event.key) - 1];
    if (!decided || event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    // A page that has keys of its own does not decide a second time.
    event.nativeEvent.stopImmediatePropagation();
    setStatus(decided);
    submit(true, decided);
  };
  return (
    <form onSubmit={(event) => { event.preventDefault(); submit(false); }} onKeyDown={pressed}>
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
