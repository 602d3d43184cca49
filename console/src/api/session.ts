import { client, dataOf, type Schemas } from './client';

export type Session = Schemas['ConsoleSession']['data'] & {};
export type Role = 'analyst' | 'auditor' | 'admin' | 'operator';

// What a role may is decided by the server (docs/roles.md); these show only what it lets through.
// An operator may what an admin of the project may.
export const administers = (session: Session) => session.role === 'admin' || session.role === 'operator';
// Reads what is for admins: reports, the audit chain, users, webhooks.
export const oversees = (session: Session) => session.role === 'auditor' || administers(session);

export interface Credentials {
  project: string;
  username: string;
  password: string;
}

export const session = {
  read: () => dataOf<Session>(client.GET('/console/session')),
  open: (body: Credentials) => dataOf<Session>(client.POST('/console/session', { body })),
  extend: () => dataOf<Session>(client.PUT('/console/session')),
  close: () => dataOf<{ signedOut: true }>(client.DELETE('/console/session')),
};
