// Whether the server answers. Every request reports what became of it.
type Listener = () => void;
const listeners = new Set<Listener>();
let away = false;

export const connection = {
  isAway: () => away,
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => { listeners.delete(listener); };
  },
  report(answered: boolean): void {
    if (away === !answered) return;
    away = !answered;
    for (const each of listeners) each();
  },
  // Asks once; the answer is reported like every other.
  async ask(): Promise<void> {
    await fetch('/health').then((answer) => connection.report(answer.status < 500), () => connection.report(false));
  },
};
