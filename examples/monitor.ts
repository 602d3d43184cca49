// Watches two customers, calls the first open match a false positive, and reads what happened.
import { dataOf, vedette } from 'vedette-client';

const { API_URL = 'http://127.0.0.1:8080', API_PROJECT = 'DEMO', API_USER = 'demo', API_PASSWORD = '' } = process.env;
const api = vedette({ url: API_URL, project: API_PROJECT, username: API_USER, password: API_PASSWORD });

await dataOf(api.POST('/monitoring/individual/records/addOrUpdateMultiple', {
  body: {
    monitorRecords: [
      { id: 'ts-1', name: 'Barney Thistlewicke', dob: '1957-02-19' },
      { id: 'ts-2', name: 'Wilhelmina Quarterbrook' },
    ],
  },
}));

const record = { individual_monitor_record_id: 'ts-1' };
const { matches } = await dataOf(api.GET('/monitoring/individual/records/matches/getAll', { params: { query: record } }));
const first = matches[0];
if (!first) throw new Error('the demonstration list has him');
await dataOf(api.POST('/monitoring/individual/records/matches/insertMultipleReviews', {
  body: { ...record, reviews: [{ qrCode: first.qrCode, status: 'false-positive', clientComment: 'Another person: born elsewhere' }] },
}));

const { events } = await dataOf(api.GET('/monitoring/events', { params: { query: { limit: 1000 } } }));
for (const event of events) console.log(event.type);
await api.signOut();
