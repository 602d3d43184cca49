// A queue of customers under one listed name, told apart by their ids, for the tests of the desk.
import { api, url } from './desk.js';

export const listed = 'Barney Thistlewicke';

const paged = async (page, status) => {
  const rows = [];
  for (let cursor = ''; ;) {
    const answer = await api(page, 'GET', `/monitoring/matches?status=${status}&limit=1000&sort=record${cursor ? `&cursor=${cursor}` : ''}`);
    rows.push(...answer.matches);
    if (!answer.nextCursor) return rows;
    cursor = answer.nextCursor;
  }
};

// Until `holds` gives something true; what it gives.
export async function until(holds, what) {
  for (const end = Date.now() + 2 * Number(process.env.DESK_PATIENCE ?? 60_000); Date.now() < end;) {
    const result = await holds();
    if (result) return result;
    await new Promise((resolve) => { setTimeout(resolve, 100); });
  }
  throw new Error(`never happened: ${what}`);
}

// Sets every open match aside, so that a test meets its own alone.
export async function clear(page) {
  const waiting = await paged(page, 'open');
  await Promise.all(Array.from({ length: 4 }, async () => {
    for (let each = waiting.pop(); each; each = waiting.pop())
      await api(page, 'POST', `/monitoring/${each.family}/records/matches/insertMultipleReviews?partial=true`, { id: each.monitorRecordId, reviews: [{ qrCode: each.match.qrCode, status: 'discarded', clientUserId: 'setup' }] });
  }));
}

export async function add(page, ids, name = listed) {
  for (let at = 0; at < ids.length; at += 2500)
    await api(page, 'POST', '/monitoring/individual/records/addOrUpdateMultiple', { monitorRecords: ids.slice(at, at + 2500).map((id) => ({ id, name })) });
}

export const idsOf = (prefix, count) => Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(4, '0')}`);

// A queue of so many matches on the screen, the first one highlighted.
export async function openQueue(page, prefix, count) {
  await clear(page);
  const ids = idsOf(prefix, count);
  await add(page, ids);
  await page.goto(url + '/console/queue');
  await page.locator('[role=row][data-active]').waitFor();
  return ids;
}

// The status of each record's match, by id.
export const statuses = async (page, prefix) => new Map((await paged(page, 'all')).filter(({ monitorRecordId }) => monitorRecordId.startsWith(`${prefix}-`)).map(({ monitorRecordId, match }) => [monitorRecordId, match.currentStatus]));

export const historyOf = async (page, id) => {
  const { matches } = await api(page, 'GET', `/monitoring/individual/records/matches/getAll?individual_monitor_record_id=${id}`);
  return (await api(page, 'GET', `/monitoring/individual/records/matches/getHistory?individual_monitor_record_id=${id}&match_qrcode=${matches[0].qrCode}`)).history;
};

// The id in the highlighted row.
export const activeId = (page) => page.evaluate(() => document.querySelector('[role=row][data-active] small')?.textContent ?? null);
export const rowOf = (page, id) => page.getByRole('row').filter({ has: page.getByText(id, { exact: true }) });
export const settled = (page, prefix, wanted) => until(async () => {
  const now = await statuses(page, prefix);
  return Object.entries(wanted).every(([id, status]) => now.get(id) === status);
}, JSON.stringify(wanted).slice(0, 300));
