import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiFailure, onSessionEnd } from '../api/client';
import { session as api, type Session } from '../api/session';
import { SignInAgain } from './sign-in-again';

interface SessionState {
  // Nothing while it is not known yet, null when nobody is signed in.
  session: Session | null | undefined;
  failure: ApiFailure | null;
  signedIn: (session: Session) => void;
  signOut: () => Promise<void>;
}

const Context = createContext<SessionState | null>(null);

export function useSessionState(): SessionState {
  const state = useContext(Context);
  if (!state) throw new Error('outside of SessionProvider');
  return state;
}

// The session is extended while somebody works, at most once in this time.
const extendEveryMs = 5 * 60_000;

export function SessionProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [session, setSession] = useState<Session | null | undefined>();
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [ended, setEnded] = useState(false);
  const waiting = useRef<{ promise: Promise<void>; done: () => void } | null>(null);

  useEffect(() => {
    api.read().then(setSession, (problem: unknown) => {
      if (problem instanceof ApiFailure && problem.status !== 401) setFailure(problem);
      setSession(null);
    });
  }, []);

  // Requests that meet the end of the session wait here until somebody signed in again.
  useEffect(() => {
    onSessionEnd(() => {
      if (!waiting.current) {
        let done = () => {};
        const promise = new Promise<void>((resolve) => { done = resolve; });
        waiting.current = { promise, done };
        setEnded(true);
      }
      return waiting.current.promise;
    });
  }, []);

  const signedIn = useCallback((next: Session) => {
    setSession(next);
    setFailure(null);
    setEnded(false);
    waiting.current?.done();
    waiting.current = null;
  }, []);

  const signOut = useCallback(async () => {
    await api.close().catch(() => undefined);
    queries.clear();
    setEnded(false);
    waiting.current = null;
    setSession(null);
  }, [queries]);

  const isOpen = Boolean(session) && !ended;
  useEffect(() => {
    if (!isOpen) return undefined;
    let last = Date.now();
    const active = () => {
      if (Date.now() - last < extendEveryMs) return;
      last = Date.now();
      api.extend().catch((problem: unknown) => {
        if (problem instanceof ApiFailure && problem.status === 401) setEnded(true);
      });
    };
    window.addEventListener('keydown', active);
    window.addEventListener('pointerdown', active);
    return () => {
      window.removeEventListener('keydown', active);
      window.removeEventListener('pointerdown', active);
    };
  }, [isOpen]);

  const state = useMemo(() => ({ session, failure, signedIn, signOut }), [session, failure, signedIn, signOut]);
  return (
    <Context.Provider value={state}>
      {children}
      {session && ended && <SignInAgain session={session} onSignedIn={signedIn} onLeave={signOut} />}
    </Context.Provider>
  );
}
