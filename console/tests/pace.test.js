// A working day in short: alerts by keyboard, three a second over a link of 200 ms, while matches arrive
// and a second analyst works on the same queue. Every decision lands on the match that was shown.
// DESK_ALERTS=60 is a short form.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { api, closeBrowser, newPage, openBrowser, signIn } from './desk.js';
import { add, historyOf, openQueue, statuses, until } from './queue.js';

before(openBrowser);
after(closeBrowser);

const alerts = Number(process.env.DESK_ALERTS ?? 300);
const paceMs = 333;
const linkMs = 200;
const keys = { 2: 'false-positive', 3: 'discarded' };

test(`${alerts} alerts by keyboard land on the matches that were shown`, async () => {
  const [page, other, office] = [await newPage(), await newPage(), await newPage()];
  await signIn(office);
  await signIn(page);
  await signIn(other, { username: 'ben' });
  const ids = await openQueue(page, 'PACE', Math.ceil(alerts * 1.5));
  await page.route(/\/monitoring\//, async (route) => {
    if (/events\/stream/.test(route.request().url())) return route.continue();
    await new Promise((resolve) => { setTimeout(resolve, linkMs); });
    return route.continue().catch(() => undefined);
  });
  const plan = new Map();
  const bens = new Map();
  let working = true;
  // Rows are ordered with the newest record first: Ben goes some rows ahead of Ana.
  const colleague = (async () => {
    for (let turn = 0; working && turn < ids.length; turn += 1) {
      const id = ids[(ids.length * 3 - 10 - turn * 5) % ids.length];
      const { matches: [match] } = await api(other, 'GET', `/monitoring/individual/records/matches/getAll?individual_monitor_record_id=${id}`);
      const { results } = await api(other, 'POST', '/monitoring/individual/records/matches/insertMultipleReviews?partial=true', { individual_monitor_record_id: id, reviews: [{ qrCode: match.qrCode, status: 'true-positive', expectedStatus: 'open', clientUserId: 'ben' }] });
      if (results[0].statusCode === 200) bens.set(id, 'true-positive');
      if (turn % 3 === 0) await add(office, [`PACE-NEW${turn}`]);
      await new Promise((resolve) => { setTimeout(resolve, 4 * paceMs); });
    }
  })();
  let pressed = 0;
  let keystrokes = 0;
  const began = performance.now();
  let due = began;
  for (let turn = 0; pressed < alerts && turn < 3 * alerts; turn += 1) {
    const key = turn % 2 === 0 ? '2' : '3';
    const shown = await page.evaluate(() => {
      const row = document.querySelector('[role=row][data-active]');
      return row ? { id: row.querySelector('small').textContent, marked: row.hasAttribute('data-note') } : null;
    });
    if (!shown) break;
    await page.keyboard.press(key);
    keystrokes += 1;
    if (!shown.marked) {
      assert.equal(plan.has(shown.id), false, `${shown.id} was shown twice`);
      plan.set(shown.id, keys[key]);
      pressed += 1;
    }
    due += paceMs;
    await new Promise((resolve) => { setTimeout(resolve, due - performance.now()); });
  }
  const seconds = (performance.now() - began) / 1000;
  working = false;
  await colleague;
  const now = await until(async () => {
    const all = await statuses(other, 'PACE');
    return [...plan].every(([id, status]) => all.get(id) === (bens.get(id) ?? status)) && all;
  }, 'every decision is stored');
  for (const [id, status] of now) {
    if (plan.has(id) || bens.has(id)) continue;
    assert.equal(status, 'open', `${id} was never shown`);
  }
  // No decision went over another analyst's.
  for (const id of bens.keys()) assert.deepEqual((await historyOf(other, id)).filter(({ username }) => username).map(({ username }) => username), ['ben'], id);
  console.log(`figure: ${pressed} alerts by keyboard in ${seconds.toFixed(0)} s (${(keystrokes / seconds).toFixed(1)} keys a second) over a link of ${linkMs} ms, ${bens.size} by a colleague, ${[...plan.keys()].filter((id) => bens.has(id)).length} met by both`);
  assert.ok(pressed >= alerts * 0.8, `${pressed} were shown`);
  assert.deepEqual(page.complaints, []);
});
