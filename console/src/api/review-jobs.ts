import { client, dataOf, type Schemas } from './client';

export type ReviewJob = Schemas['ReviewJob'];
export type ReviewJobInput = Schemas['ReviewJobInput'];

export const mostJobMatches = 10_000;

// Many reviews as one job of the server.
export const reviewJobs = {
  start: (body: ReviewJobInput, key: string) => dataOf<{ job: ReviewJob }>(client.POST('/monitoring/reviews/jobs', { params: { header: { 'Idempotency-Key': key } }, body })),
  read: (id: string) => dataOf<{ job: ReviewJob }>(client.GET('/monitoring/reviews/jobs/{id}', { params: { path: { id } } })),
  undo: (id: string, clientComment: string) => dataOf<{ job: ReviewJob }>(client.POST('/monitoring/reviews/jobs/{id}/undo', { params: { path: { id } }, body: { clientComment } })),
};
