import { consoleHeader } from './client';

// Calls `onEvent` for each event of the project as it happens (GET /monitoring/events/stream). A
// stream that breaks is opened again, later and later. Not an EventSource, which cannot send the
// header that the session needs.
export function followEvents(onEvent: (type: string) => void, onState: (live: boolean) => void): () => void {
  const stopped = new AbortController();
  let pause = 1000;
  const read = async () => {
    const answer = await fetch('/monitoring/events/stream', { headers: { ...consoleHeader, Accept: 'text/event-stream' }, signal: stopped.signal });
    if (!answer.ok || !answer.body) throw new Error(String(answer.status));
    onState(true);
    pause = 1000;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('event:')) onEvent(line.slice(6).trim());
    }
  };
  const run = async () => {
    while (!stopped.signal.aborted) {
      await read().catch(() => undefined);
      if (stopped.signal.aborted) return;
      onState(false);
      await new Promise((resolve) => { setTimeout(resolve, pause); });
      pause = Math.min(pause * 2, 60_000);
      // What happened while nobody listened counts as a change.
      if (!stopped.signal.aborted) onEvent('reconnected');
    }
  };
  void run();
  return () => stopped.abort();
}
