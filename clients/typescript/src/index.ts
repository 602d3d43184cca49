// A typed client of every operation of docs/openapi.json: openapi-fetch with the service's tokens.
import createClient, { type Client } from 'openapi-fetch';
import { VedetteError } from './failure.js';
import type { components, paths } from './schema.js';
import { type Account, Tokens } from './tokens.js';

export { VedetteError, type Problem } from './failure.js';
export type { Account } from './tokens.js';
export type { components, paths } from './schema.js';
export type Schemas = components['schemas'];

export interface Vedette extends Client<paths> {
  // Ends the tokens of this client.
  signOut(): Promise<void>;
}

// `GET`, `POST`, ... of the result take a path of the description and its parameters, all typed.
export function vedette(account: Account, send: typeof fetch = fetch): Vedette {
  const tokens = new Tokens(account, send);
  const base = account.url.replace(/\/+$/, '');

  // An Authorization header of the caller's own goes before ours; a refused token is renewed once.
  const signed = async (request: Request): Promise<Response> => {
    if (request.headers.has('Authorization')) return send(request);
    const again = request.clone();
    const token = await tokens.access();
    request.headers.set('Authorization', `Bearer ${token}`);
    const answer = await send(request);
    if (answer.status !== 401) return answer;
    await answer.body?.cancel();
    tokens.refused(token);
    again.headers.set('Authorization', `Bearer ${await tokens.access()}`);
    return send(again);
  };
  const client = createClient<paths>({
    baseUrl: base,
    fetch: signed,
    // One list is one parameter: countries=GB,FR
    querySerializer: { array: { style: 'form', explode: false } },
  });
  return Object.assign(client, { signOut: () => tokens.signOut() });
}

// What a call gives when it went well.
interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

// The answer of a call without its wrapper; failures become VedetteError.
export async function dataOf<T extends { data: unknown }>(call: Promise<Answer<T>>): Promise<T['data']> {
  const answer = await call;
  if (answer.data === undefined) throw VedetteError.of(answer.response.status, answer.error);
  return answer.data.data as T['data'];
}
