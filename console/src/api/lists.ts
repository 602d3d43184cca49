import { client, dataOf, type Schemas } from './client';

export type Lists = Schemas['Lists']['data'];
export type Generations = Schemas['Generations']['data'];
export type Update = NonNullable<Schemas['ListUpdate']['data']['update']>;
export type ListAccount = Schemas['ListAccount'];

export const lists = {
  read: () => dataOf<Lists>(client.GET('/lists')),
  generations: () => dataOf<Generations>(client.GET('/lists/generations')),
  update: () => dataOf<{ update: Update | null }>(client.GET('/lists/updates')),
  start: () => dataOf<{ update: Update | null }>(client.POST('/lists/updates', { body: {} })),
};
