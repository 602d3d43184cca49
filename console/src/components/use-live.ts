import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { followEvents } from '../api/events';

// Reads everything anew that may have changed when the server tells of a change, at most once a
// second. Gives whether the server is being listened to.
export function useLive(keys: string[]): boolean {
  const queries = useQueryClient();
  const [live, setLive] = useState(false);
  const joined = keys.join(' ');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        for (const key of joined.split(' ')) void queries.invalidateQueries({ queryKey: [key] });
      }, 1000);
    };
    const stop = followEvents(changed, setLive);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [queries, joined]);
  return live;
}
