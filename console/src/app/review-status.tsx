import { Button, Kbd } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import type { Session } from '../api/session';
import { sentenceOf } from '../components/failure';
import { useDesk, useDeskEvents, useTold } from '../components/use-desk';
import { useKeys } from '../components/use-keys';
import { desk, type Told } from '../domain/review-desk';
import { strings } from '../strings/en';
import classes from './shell.module.css';

const words = strings.queue;

function lineOf(told: Told): string | null {
  if (told.line) return told.line;
  if (told.kind === 'done' && told.status) return words.reviewed(told.count, strings.status[told.status]);
  return told.kind === 'undone' ? words.undone(told.count) : null;
}

// What was wrong with a decision needs more than a line: it stays until it was read.
function complain(told: Told): void {
  if (told.kind === 'failure') notifications.show({ message: words.notSaved(sentenceOf(told.outcome?.failure)), color: 'red', autoClose: 10_000 });
  if (told.kind !== 'conflict') return;
  const [first] = told.outcome?.conflicts ?? [];
  const message = told.count > 1 || !first ? words.conflicts(told.count) : first.changed ? strings.match.conflictVersion : words.conflict(strings.status[first.status], first.who);
  notifications.show({ message, color: 'orange', autoClose: 10_000 });
}

// On every page: what was decided last, and Undo.
export function ReviewStatus({ session }: { session: Session }) {
  useDesk();
  useDeskEvents();
  const line = useTold(lineOf);
  useEffect(() => desk.onTold(complain), []);
  const canUndo = desk.canUndo();
  const undo = () => void desk.undo(session.username, words.undoComment);
  useKeys([{ key: 'u', run: undo }]);
  return (
    <div className={classes.review}>
      <span role="status" className={classes.line}>{line}</span>
      {canUndo && <Button size="compact-xs" variant="default" onClick={undo} rightSection={<Kbd size="xs">u</Kbd>}>{strings.common.undo}</Button>}
    </div>
  );
}
