import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { QueueMatch } from '../../api/queue';
import type { Status } from '../../api/types';
import { sentenceOf } from '../../components/failure';
import type { Verdict } from '../../components/review-form';
import { keyOf, review, undo, type Target } from '../../domain/review';
import { strings } from '../../strings/en';

const words = strings.queue;

interface Done {
  targets: Target[];
  status: Status;
}

// Reviews from the queue: rows leave at once, come back when the server refuses, and the last
// decision can be taken back.
export function useReviews(user: string) {
  const queries = useQueryClient();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<Done | null>(null);
  const [busy, setBusy] = useState(false);

  const refresh = useCallback(async () => {
    await queries.invalidateQueries({ queryKey: ['queue'] });
    setGone(new Set());
    void queries.invalidateQueries({ predicate: ({ queryKey }) => ['overview', 'records', 'record', 'matches', 'history'].includes(String(queryKey[0])) });
  }, [queries]);

  const tell = (message: string, color: string) => notifications.show({ message, color });

  // Whether anything was saved.
  const decide = useCallback(async (matches: QueueMatch[], verdict: Partial<Verdict>): Promise<boolean> => {
    setBusy(true);
    const { status } = verdict;
    if (status) setGone((before) => new Set([...before, ...matches.filter(({ currentStatus }) => currentStatus !== status).map(keyOf)]));
    try {
      const outcome = await review(matches, { ...verdict, user });
      if (outcome.done.length > 0 && status) {
        tell(words.reviewed(outcome.done.length, strings.status[status]), 'green');
        setLast({ targets: outcome.done, status });
      } else if (outcome.done.length > 0) tell(strings.match.saved, 'green');
      if (outcome.conflicts.length > 0) tell(words.conflicts(outcome.conflicts.length), 'orange');
      return outcome.done.length > 0;
    } catch (problem) {
      tell(sentenceOf(problem), 'red');
      return false;
    } finally {
      setBusy(false);
      void refresh();
    }
  }, [refresh, user]);

  const undoLast = useCallback(async () => {
    if (!last) return;
    setBusy(true);
    setLast(null);
    try {
      const outcome = await undo(last.targets, last.status, words.undoComment, user);
      tell(words.undone(outcome.done.length), 'gray');
      if (outcome.conflicts.length > 0) tell(words.conflicts(outcome.conflicts.length), 'orange');
    } catch (problem) {
      tell(sentenceOf(problem), 'red');
    } finally {
      setBusy(false);
      void refresh();
    }
  }, [last, refresh, user]);

  return { gone, decide, undoLast, canUndo: last !== null, busy };
}
