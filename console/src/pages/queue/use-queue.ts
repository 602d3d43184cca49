import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { canFollow, followEvents } from '../../api/events';
import { queue as api, type QueueMatch, type QueuePage, type QueueQuery } from '../../api/queue';
import type { Family, Status } from '../../api/types';
import { useDesk } from '../../components/use-desk';
import { setQueueOrder } from '../../domain/queue-order';
import { keyOf } from '../../domain/review';
import { desk } from '../../domain/review-desk';

const pageSize = 200;
const newestSize = 100;
const lookEveryMs = 20_000;

interface Page extends QueuePage {
  readAt: number;   // by performance.now()
  newest?: string;  // when the newest match was found that there was before
}
export interface Row extends QueueMatch {
  readAt: number;
}
let round = 0;
let jobsSeen = 0;

const read = async (query: QueueQuery): Promise<Page> => {
  const readAt = performance.now();
  return { ...(await api.page(query)), readAt };
};

// The rows of the queue: what was read, as the desk knows it. Rows come and go by what the analyst does
// alone; what arrives meanwhile is counted and waits until it is asked for.
export function useQueue(filters: QueueQuery) {
  const queries = useQueryClient();
  const moved = useDesk();
  const [taken, setTaken] = useState(round);
  const query: QueueQuery = { ...filters, limit: pageSize };
  const pages = useInfiniteQuery({
    queryKey: ['desk', taken, query], initialPageParam: '', placeholderData: keepPreviousData,
    queryFn: async ({ pageParam }): Promise<Page> => {
      if (pageParam) return read({ ...query, cursor: pageParam });
      const { matches } = await api.page({ ...query, sort: 'newest', limit: 1 });
      return { ...(await read(query)), newest: matches[0]?.createdDateTimeISO ?? '' };
    },
    getNextPageParam: (page) => page.nextCursor ?? null,
    staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false,
  });
  const loaded = useMemo(() => {
    const seen = new Set<string>();
    const isNew = (match: QueueMatch) => !seen.has(keyOf(match)) && Boolean(seen.add(keyOf(match)));
    return (pages.data?.pages ?? []).flatMap(({ matches, readAt }) => matches.filter(isNew).map((match): Row => ({ ...match, readAt })));
  }, [pages.data]);
  const fits = useCallback((match: Row) => filters.status === 'all' || match.currentStatus === filters.status || desk.otherOf(match, match.readAt) !== null, [filters.status]);
  // `moved` stands for what the desk knows.
  const rows = useMemo(() => loaded.map((match) => desk.seen(match, match.readAt)).filter(fits), [loaded, fits, moved]);
  const last = pages.data?.pages.at(-1);
  const left = last ? loaded.filter((match) => desk.movedSince(match, last.readAt) && !fits(desk.seen(match, match.readAt))).length : 0;
  const total = Math.max(rows.length, (last?.total ?? 0) - left);
  useEffect(() => setQueueOrder(rows), [rows]);

  const news = useNews(query, loaded, pages.data?.pages[0]);
  const take = useCallback(() => {
    round += 1;
    setTaken(round);
    queries.removeQueries({ queryKey: ['desk'], type: 'inactive' });
  }, [queries]);
  const jobs = desk.jobs();
  useEffect(() => { if (jobs !== jobsSeen) { jobsSeen = jobs; take(); } }, [jobs, take]);
  // A list without rows misleads no key: it fills by itself.
  const isEmpty = pages.data !== undefined && !pages.isFetching && rows.length === 0;
  useEffect(() => { if (isEmpty && news > 0) take(); }, [isEmpty, news, take]);
  return { pages, rows, total, news, take };
}

interface MatchEvent {
  data?: { family: Family; monitorRecordId: string; currentStatus: Status; match?: { qrCode: string } };
}
const tells = ['opened', 'match.created', 'match.reopened', 'match.reviewed'];

// How many matches would be in the queue that are not: those found since its rows were read, and those
// that came back. Looks when the server tells of a change, and now and then where it cannot tell.
function useNews(query: QueueQuery, loaded: Row[], start: Page | undefined): number {
  const [told, setTold] = useState(0);
  const [back, setBack] = useState<ReadonlySet<string>>(new Set());
  const { status, family } = query;
  const since = start?.readAt ?? 0;
  useEffect(() => {
    setBack(new Set());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = followEvents((type, text) => {
      if (!tells.includes(type)) return;
      timer ??= setTimeout(() => { timer = undefined; setTold((count) => count + 1); }, 1000);
      const data = type === 'opened' || type === 'match.created' ? undefined : (JSON.parse(text) as MatchEvent).data;
      if (data?.match && data.currentStatus === status && (!family || data.family === family)) {
        const key = keyOf({ ...data, qrCode: data.match.qrCode });
        setBack((before) => new Set([...before, key]));
      }
    });
    return () => { stop(); clearTimeout(timer); };
  }, [status, family, since]);
  const newest = useQuery({
    queryKey: ['desk-news', told, since, query], enabled: since > 0, placeholderData: keepPreviousData,
    queryFn: () => read({ ...query, sort: 'newest', limit: newestSize }), staleTime: Infinity, gcTime: 0, refetchInterval: canFollow ? false : lookEveryMs,
  });
  const known = useMemo(() => new Set(loaded.map(keyOf)), [loaded]);
  if (!start || !newest.data || newest.data.readAt < since) return 0;
  const arrived = newest.data.matches.filter((match) => match.createdDateTimeISO > (start.newest ?? '')).map(keyOf);
  const returned = query.search || query.datasets ? [] : back;
  return [...new Set([...arrived, ...returned])].filter((key) => !known.has(key)).length;
}
