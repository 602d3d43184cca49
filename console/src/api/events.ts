// Events of the project as they happen (GET /monitoring/events/stream). A browser opens few
// connections to one server, so of all tabs of the console one listens and tells the others. Not an
// EventSource, which cannot send the header that the session needs.
import { consoleHeader } from './client';

type Listener = (type: string, data: string) => void;
const listeners = new Set<Listener>();
const channel = 'BroadcastChannel' in window ? new BroadcastChannel('vedette.events') : null;
let stop: AbortController | null = null;

const tell: Listener = (type, data) => { for (const each of listeners) each(type, data); };
channel?.addEventListener('message', ({ data: [type, data] }: MessageEvent<[string, string]>) => tell(type, data));

async function read(signal: AbortSignal, onOpen: () => void, onEvent: Listener): Promise<void> {
  const answer = await fetch('/monitoring/events/stream', { headers: { ...consoleHeader, Accept: 'text/event-stream' }, signal });
  if (!answer.ok || !answer.body) throw new Error(String(answer.status));
  onOpen();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let type = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('event:')) type = line.slice(6).trim();
      else if (line.startsWith('data:') && type) onEvent(type, line.slice(5).trim());
      else if (line === '') type = '';
    }
  }
}

// Until it is stopped; a stream that breaks is opened again, later and later.
async function listen(signal: AbortSignal): Promise<void> {
  const shortest = 1000;
  let pause = shortest;
  const spread: Listener = (type, data) => {
    pause = shortest;
    tell(type, data);
    channel?.postMessage([type, data]);
  };
  // What happened until somebody listened counts as a change: a page reads its rows before that.
  const opened = () => {
    tell('opened', '');
    channel?.postMessage(['opened', '']);
  };
  while (!signal.aborted) {
    await read(signal, opened, spread).catch(() => undefined);
    if (signal.aborted) return;
    await new Promise((resolve) => { setTimeout(resolve, pause); });
    pause = Math.min(pause * 2, 60_000);
  }
}

// Whether this browser can share one stream between its tabs; pages ask now and then where it cannot.
export const canFollow = Boolean(channel && navigator.locks);

// Calls `onEvent` with the type and the data (JSON) of each event, until the function that it gives is called.
export function followEvents(onEvent: Listener): () => void {
  listeners.add(onEvent);
  if (!stop && canFollow) {
    stop = new AbortController();
    const { signal } = stop;
    navigator.locks.request('vedette.events', { signal }, () => listen(signal)).catch(() => undefined);
  }
  return () => {
    listeners.delete(onEvent);
    if (listeners.size > 0) return;
    stop?.abort();
    stop = null;
  };
}
