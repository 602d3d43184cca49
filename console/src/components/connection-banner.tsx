import { useEffect, useSyncExternalStore } from 'react';
import { connection } from '../api/connection';
import { strings } from '../strings/en';
import classes from './connection-banner.module.css';

const askEveryMs = 2000;

// Says that the server is away for as long as it is.
export function ConnectionBanner() {
  const away = useSyncExternalStore(connection.subscribe, connection.isAway);
  useEffect(() => {
    if (!away) return undefined;
    const timer = setInterval(() => void connection.ask(), askEveryMs);
    return () => clearInterval(timer);
  }, [away]);
  return <div role="status" className={classes.place}>{away && <div className={classes.banner}>{strings.errors.away}</div>}</div>;
}
