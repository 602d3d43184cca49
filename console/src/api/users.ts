import { client, dataOf, type Schemas } from './client';

export type User = Schemas['User'];
export type UserChange = Schemas['UserChange'];
export type NewUser = Schemas['NewUser'];
type Changed = { user: User; password?: string };

export const users = {
  list: () => dataOf<{ users: User[] }>(client.GET('/users')),
  add: (body: NewUser) => dataOf<Changed>(client.POST('/users', { body })),
  changeOwnPassword: (body: Schemas['OwnPassword']) => dataOf<{ username: string; endedSessions: number }>(client.PUT('/users/me/password', { body })),
  change: (body: UserChange) => dataOf<Changed>(client.PUT('/users', { body })),
};
