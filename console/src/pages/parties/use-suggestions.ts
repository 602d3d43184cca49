import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { parties as api, type Suggestion } from '../../api/parties';
import { pairKey, partyDesk } from '../../domain/party-desk';

const pageSize = 50;
const askEveryMs = 5_000;

// The suggestions that are loaded and not judged yet. What the server decides anew after a judgement
// or an import waits until it is taken, so that rows do not move under the hand.
export function useSuggestions() {
  const moved = useSyncExternalStore(partyDesk.subscribe, partyDesk.version);
  const counts = useQuery({ queryKey: ['parties'], queryFn: api.counts, refetchInterval: askEveryMs });
  const pages = useInfiniteQuery({
    queryKey: ['party-suggestions'], initialPageParam: 0, staleTime: Infinity, gcTime: 0,
    queryFn: ({ pageParam }) => api.suggestions(pageParam, pageSize),
    getNextPageParam: ({ total, suggestions }, _, offset) => (suggestions.length > 0 && offset + suggestions.length < total ? offset + suggestions.length : null),
  });
  const rows = useMemo(() => {
    const unique = new Map<string, Suggestion>();
    for (const each of (pages.data?.pages ?? []).flatMap(({ suggestions }) => suggestions)) if (!partyDesk.isJudged(each)) unique.set(pairKey(each), each);
    return [...unique.values()];
    // `moved` stands for what the desk holds.
  }, [pages.data, moved]);
  const last = pages.data?.pages.at(-1);
  const isOld = Boolean(last && counts.data && (last.revision !== counts.data.revision || last.generation !== counts.data.generation));
  const { refetch, isFetching } = pages;
  useEffect(() => { if (isOld && rows.length === 0 && !isFetching) void refetch(); }, [isOld, rows.length, isFetching, refetch]);
  return { counts, pages, rows, isOld, take: () => void refetch() };
}
