// Signs in on first use and renews the token before it ends. Calls that need a token at the same time
// share one renewal.
import { VedetteError } from './failure.js';

export interface Account {
  url: string;
  project: string;
  username: string;
  password: string;
}

interface Token {
  access_token: string;
  refresh_token: string;
  client_id: string;
  client_secret: string;
  expires_in: number;
}

// A token that ends within this time is renewed before it is used.
const renewEarlyMs = 60_000;

export class Tokens {
  private token: Token | undefined;
  private ends = 0;
  private renewal: Promise<string> | undefined;
  private readonly base: string;

  constructor(
    private readonly account: Account,
    private readonly send: typeof fetch,
  ) {
    this.base = account.url.replace(/\/+$/, '');
  }

  // A token that works for at least a minute.
  async access(): Promise<string> {
    if (this.token && Date.now() < this.ends) return this.token.access_token;
    this.renewal ??= this.renew().finally(() => (this.renewal = undefined));
    return this.renewal;
  }

  // The service refused this token: the next one is new, unless another call has renewed it already.
  refused(accessToken: string): void {
    if (this.token?.access_token === accessToken) this.ends = 0;
  }

  // Ends the tokens of this client.
  async signOut(): Promise<void> {
    const token = this.token;
    this.token = undefined;
    if (!token) return;
    const { refresh_token, client_id, client_secret } = token;
    await this.post('/svc/3.0/api/revoke', { token: refresh_token, client_id, client_secret });
  }

  private async renew(): Promise<string> {
    if (this.token) {
      const { refresh_token, client_id, client_secret } = this.token;
      try {
        return this.keep(await this.post('/svc/3.0/api/refresh', { refresh_token, client_id, client_secret }));
      } catch (problem) {
        if (!(problem instanceof VedetteError) || problem.status !== 401) throw problem;
      }
    }
    const { project, username, password } = this.account;
    const basic = btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
    const path = `/svc/3.0/api/token/${encodeURIComponent(project)}`;
    return this.keep(await this.ask(path, { headers: { Authorization: `Basic ${basic}` } }));
  }

  private keep(fresh: Partial<Token>): string {
    const token = { ...this.token, ...fresh } as Token;
    this.token = token;
    this.ends = Date.now() + token.expires_in * 1000 - renewEarlyMs;
    return token.access_token;
  }

  private post(path: string, body: object): Promise<Partial<Token>> {
    return this.ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  }

  private async ask(path: string, init: RequestInit): Promise<Partial<Token>> {
    const answer = await this.send(this.base + path, init);
    const body: unknown = await answer.json().catch(() => undefined);
    if (!answer.ok) throw VedetteError.of(answer.status, body);
    return body as Partial<Token>;
  }
}
