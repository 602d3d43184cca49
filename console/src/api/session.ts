import { client, dataOf, type Schemas } from './client';

export type Session = Schemas['ConsoleSession']['data'] & {};
export type Role = 'analyst' | 'admin' | 'operator';

// An operator may what an admin of the project may.
export const administers = (session: Session) => session.role !== 'analyst';

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
