import { client, dataOf, type Schemas } from './client';

export type ListEntry = Schemas['ListEntry'];
export type Suggestion = Schemas['PartySuggestion'];
export type SuggestionPage = Schemas['PartySuggestions']['data'];
export type PartyCounts = Schemas['PartyCounts']['data'];
export type Party = Schemas['PartyAnswer']['data']['party'];
export type PartyVerdict = 'same' | 'different' | 'unsure';
export interface NewJudgement {
  left: string;
  right: string;
  verdict: PartyVerdict | 'withdrawn';
  reason?: string;
}

export const mostJudgements = 1000;

export const parties = {
  counts: () => dataOf<PartyCounts>(client.GET('/parties')),
  suggestions: (offset: number, limit: number) => dataOf<SuggestionPage>(client.GET('/parties/suggestions', { params: { query: { offset, limit } } })),
  party: async (id: string) => (await dataOf<{ party: Party }>(client.GET('/parties/{id}', { params: { path: { id } } }))).party,
  judge: (judgements: NewJudgement[]) => dataOf<{ judgements: unknown[] }>(client.POST('/parties/judgements', { body: { judgements } })),
};
