// A project at work, for pictures and for the rules of accessibility.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api, vedette } from './desk.js';
import { until } from './queue.js';

export const settled = async (page) => {
  // Nothing is loading any more, and has not been for a moment.
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => {
    const busy = document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root, [aria-busy=true]');
    globalThis.quiet = busy ? 0 : (globalThis.quiet ?? 0) + 1;
    return globalThis.quiet > 20;
  });
  await page.evaluate(() => { globalThis.quiet = 0; });
};

// A project that is at work: people and businesses in several scripts, some of them decided.
export async function fill(page) {
  const names = ['Barney Thistlewicke', 'Götz Kuehnapfel', 'Ghislain Lhermiteau', 'Achille Nkoulou Mbarga', 'Наргиз Хазарбейли', 'Золотухов Аркадий', 'Annegret Muessigbrodt', 'Tobias Hollingberry', 'Wolfram Stroessenreuther', 'Niamh O\'Callaghan-Deasy', 'Edeltraud Oehme', 'Rupert Fenwright', 'Jane Nobody'];
  await api(page, 'POST', '/monitoring/individual/records/addOrUpdateMultiple', { monitorRecords: names.map((name, index) => ({ id: `C-${1000 + index}`, name, ...(index === 0 ? { dob: '1957-02-19', gender: 'male', countries: ['GB'] } : {}), ...(index === 1 ? { dob: '1980', countries: ['FR'] } : {}) })) });
  await api(page, 'POST', '/monitoring/business/records/addOrUpdateMultiple', { monitorRecords: [{ id: 'B-1', name: 'Thistlewick Lantern Trust', countries: ['GB'] }, { id: 'B-2', name: 'Al Manara Exchange' }, { id: 'B-3', name: 'Vega Lantern' }] });
  for (const [id, status, clientComment] of [['C-1002', 'true-positive', 'Passport number agrees with the list.'], ['C-1007', 'false-positive', 'Another date of birth and another country.'], ['C-1010', 'false-positive', 'Different person.']]) {
    const { matches } = await api(page, 'GET', `/monitoring/individual/records/matches/getAll?individual_monitor_record_id=${id}`);
    await api(page, 'POST', '/monitoring/individual/records/matches/insertMultipleReviews', { individual_monitor_record_id: id, reviews: matches.map(({ qrCode }) => ({ qrCode, status, clientComment, clientRiskRating: 'Low-Risk', clientUserId: 'ana' })) });
  }
  if ((await api(page, 'GET', '/monitoring/webhooks')).webhooks.length > 0) return;
  for (const [url, description, active] of [['https://hooks.invalid/vedette/matches', 'Case management', true], ['https://hooks.invalid/a/rather/long/path/that/has/to/break/somewhere/on/a/phone', '', false]])
    await api(page, 'POST', '/monitoring/webhooks', { url, description, active, events: active ? ['match.created', 'match.reopened', 'match.discarded'] : [] });
}
export const matchOf = async (page, id) => (await api(page, 'GET', `/monitoring/individual/records/matches/getAll?individual_monitor_record_id=${id}`)).matches[0];


export const people = ['Ottoline Quenneborough', 'Peregrine Abingworth', 'Hyacinthe Dornvale', 'Balthazar Wexcombe', 'Rosamund Thackerby', 'Leopold Sandringworth', 'Clementine Ashdowner', 'Ferdinand Marlinspike', 'Wilhelmina Crosshaven', 'Augustin Pellworth', 'Theodora Langmere', 'Cornelius Brackenwell', 'Octavia Fenningham', 'Bartholomew Greycastle'];
// Another country each: enough to suggest that two are one, not to decide it. The last pair has two birth
// dates and one passport.
const entriesOf = (list, change) => [
  { listHeader: { list, name: `${list} (fictional)`, date: '2026-01-15' } },
  ...people.map((text, index) => ({ kind: 'person', list, record: String(index + 1), names: [{ text }], sources: [{ key: list, name: list, datasets: 'SAN-CURRENT' }], datasets: 'SAN-CURRENT', ...change(index) })),
].map((line) => JSON.stringify(line)).join('\n');

let made;
// Imports two lists with pairs to judge, once.
export function listsToJudge(page) {
  made ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parties-'));
    const last = people.length - 1;
    const passport = { identifiers: [{ category: 'Passport', value: 'XK5550123', country: 'GB' }] };
    writeFileSync(join(folder, 'north.jsonl'), entriesOf('north', (index) => (index === last ? { births: ['1961-07-14'], ...passport } : { nationalities: ['GB'] })));
    writeFileSync(join(folder, 'south.jsonl'), entriesOf('south', (index) => (index === last ? { births: ['1948-11-30'], ...passport } : { nationalities: ['FR'] })));
    await vedette('lists', 'import', join(folder, 'north.jsonl'));
    await vedette('lists', 'import', join(folder, 'south.jsonl'));
    return until(async () => {
      const counts = await api(page, 'GET', '/parties');
      return counts.lists.some(({ list }) => list === 'south') && counts.suggestions >= 10 && counts;
    }, 'pairs are suggested');
  })();
  return made;
}
