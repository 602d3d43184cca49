import { ApiFailure, consoleHeader } from '../api/client';

// Saves what the server answers under the name that it gives. The session needs its header, so a
// plain link does not do.
export async function download(path: string, name: string): Promise<void> {
  const answer = await fetch(path, { headers: consoleHeader, credentials: 'same-origin' });
  if (!answer.ok) throw new ApiFailure(answer.status, 'INTERNAL_ERROR', `HTTP ${answer.status}`);
  const disposition = answer.headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1];
  const given = encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(disposition)?.[1];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = given ?? name;
  link.click();
  URL.revokeObjectURL(link.href);
}
