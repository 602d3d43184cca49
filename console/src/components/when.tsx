import { ago, dateTime } from '../domain/time';

// A moment: how long ago, with the full time on hover and for screen readers.
export function When({ iso, full }: { iso: string | undefined; full?: boolean }) {
  if (!iso) return null;
  return <time dateTime={iso} title={dateTime(iso)}>{full ? dateTime(iso) : ago(iso)}</time>;
}
