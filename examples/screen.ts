// Looks for a person and says why each hit is one: screen.js NAME
import { dataOf, vedette } from 'vedette-client';

const { API_URL = 'http://127.0.0.1:8080', API_PROJECT = 'DEMO', API_USER = 'demo', API_PASSWORD = '' } = process.env;
const api = vedette({ url: API_URL, project: API_PROJECT, username: API_USER, password: API_PASSWORD });

const found = await dataOf(api.GET('/screening', {
  params: { query: { search_type: 'individual', name: process.argv[2] ?? '' } },
}));
if (!('hits' in found)) throw new Error('a search for an individual answers with hits');
console.log(found.total_hits, 'hits, ref', found.ref);
for (const hit of found.hits) console.log(Math.round(hit.score * 100), hit.doc.name, '-', hit.explanation);
await api.signOut();
