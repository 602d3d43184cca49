// The one way to the server: a client generated from docs/openapi.json. The session travels in a
// cookie that scripts cannot read; the header tells the server that the request is our own.
import createClient from 'openapi-fetch';
import { connection } from './connection';
import type { components, paths } from './schema';

export type Schemas = components['schemas'];

export const consoleHeader = { 'X-Vedette-Console': '1' };

// One offending input, as the server names it.
export interface Problem {
  path: string;
  code: string;
  message: string;
  id?: string;
  current?: { currentStatus: string; matchVersion: number; score: number; review?: { clientUserId?: string } };
}

// A request that was answered with a failure, or not at all (status 0).
export class ApiFailure extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly problems: Problem[] = [],
    readonly requestId = '',
  ) {
    super(message);
  }
}

let signInAgain: (() => Promise<void>) | undefined;
// Called when a session has ended; the promise it gives is kept once somebody has signed in again,
// and the requests that waited for it are sent once more.
export function onSessionEnd(ask: () => Promise<void>): void {
  signInAgain = ask;
}

async function send(request: Request): Promise<Response> {
  const again = request.clone();
  const answer = await fetch(request).catch((problem: unknown) => {
    if (!(problem instanceof DOMException && problem.name === 'AbortError')) connection.report(false);
    throw problem;
  });
  // A proxy answers 502 and 504 in place of a server that is away.
  connection.report(answer.status !== 502 && answer.status !== 504);
  if (answer.status !== 401 || !signInAgain || new URL(request.url).pathname === '/console/session') return answer;
  await signInAgain();
  return fetch(again);
}

export const client = createClient<paths>({
  baseUrl: window.location.origin,
  headers: consoleHeader,
  credentials: 'same-origin',
  fetch: send,
  // One list is one parameter: countries=GB,FR
  querySerializer: { array: { style: 'form', explode: false } },
});

// What the generated client gives: an answer of the shape that the description promises, or not.
interface Answer<T> {
  data?: { data: T };
  error?: unknown;
  response: Response;
}

function failureOf(status: number, body: unknown): ApiFailure {
  const error = (body as { error?: Record<string, unknown> } | undefined)?.error;
  if (!error || typeof error !== 'object') return new ApiFailure(status, 'INTERNAL_ERROR', `HTTP ${status}`);
  const { code, message, details, requestId } = error;
  return new ApiFailure(status, String(code), String(message), (details as Problem[] | undefined) ?? [], String(requestId ?? ''));
}

// The `data` of an answer; failures become ApiFailure.
export async function dataOf<T>(call: Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>;
  try {
    answer = await call;
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === 'AbortError') throw problem;
    throw new ApiFailure(0, 'NO_ANSWER', '');
  }
  if (!answer.data) throw failureOf(answer.response.status, answer.error);
  return answer.data.data;
}
