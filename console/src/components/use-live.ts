import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { canFollow, followEvents } from '../api/events';

// Reads everything anew that may have changed when the server tells of a change, at most once a
// second. Gives whether the server tells; a page that is not told has to ask now and then.
export function useLive(keys: string[]): boolean {
  const queries = useQueryClient();
  const joined = keys.join(' ');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const key of joined.split(' ')) void queries.invalidateQueries({ queryKey: [key] });
      }, 1000);
    };
    const stop = followEvents(changed);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queries, joined]);
  return canFollow;
}
