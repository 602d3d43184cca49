// A key decides the match that is shown, once, with its comment, and can be taken back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { api, barriers, closeBrowser, newPage, openBrowser, signIn, url } from './desk.js';
import { activeId, add, historyOf, idsOf, openQueue, rowOf, settled, statuses, until } from './queue.js';

before(openBrowser);
after(closeBrowser);

const decided = async (page, prefix) => [...await statuses(page, prefix)].filter(([, status]) => status !== 'open').map(([id]) => id);

test('a match that arrives waits, and the next key decides the match that was highlighted', async () => {
  const page = await newPage();
  await signIn(page);
  await openQueue(page, 'ARRIVE', 5);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const shown = await activeId(page);
  await add(page, ['ARRIVE-NEW']);
  const news = page.getByRole('button', { name: '1 new match' });
  await news.waitFor();
  assert.equal(await activeId(page), shown);
  assert.equal(await rowOf(page, 'ARRIVE-NEW').count(), 0);
  await page.keyboard.press('2');
  await settled(page, 'ARRIVE', { [shown]: 'false-positive' });
  assert.deepEqual(await decided(page, 'ARRIVE'), [shown]);
  await news.click();
  await rowOf(page, 'ARRIVE-NEW').waitFor();
  await rowOf(page, shown).waitFor({ state: 'detached' });
  assert.deepEqual(page.complaints, []);
});

test('a key decides nothing while the highlighted row is out of sight, and brings it back', async () => {
  const page = await newPage();
  await signIn(page);
  await openQueue(page, 'SIGHT', 60);
  const shown = await activeId(page);
  const grid = page.getByRole('grid', { name: 'Queue' });
  await grid.evaluate((element) => { element.scrollTop = element.scrollHeight; });
  await rowOf(page, shown).waitFor({ state: 'detached' });
  await page.keyboard.press('2');
  await rowOf(page, shown).waitFor();
  await page.waitForFunction(() => document.querySelector('[role=grid]').scrollTop === 0);
  assert.deepEqual(await decided(page, 'SIGHT'), []);
  await page.keyboard.press('2');
  await settled(page, 'SIGHT', { [shown]: 'false-positive' });
  assert.deepEqual(await decided(page, 'SIGHT'), [shown]);
});

test('a comment is never lost: not by a click outside, nor by Escape, and a key saves it with the decision', async () => {
  const page = await newPage();
  await signIn(page);
  await openQueue(page, 'WORDS', 4);
  const first = await activeId(page);
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Review 1 match' });
  await dialog.getByLabel('Comment', { exact: true }).fill('Another date of birth.');
  await page.mouse.click(5, 400);
  assert.equal(await dialog.getByLabel('Comment', { exact: true }).inputValue(), 'Another date of birth.');
  assert.deepEqual(await barriers(page), []);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('2');
  await settled(page, 'WORDS', { [first]: 'false-positive' });
  assert.equal((await historyOf(page, first)).at(-1).clientComment, 'Another date of birth.');
  // In the dialog a digit decides and saves all of it; Ctrl+Enter saves from within the comment.
  const second = await activeId(page);
  await page.keyboard.press('c');
  await dialog.getByLabel('Discarded').check();
  await dialog.getByLabel('Comment', { exact: true }).fill('Seen in the branch.');
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await settled(page, 'WORDS', { [second]: 'discarded' });
  assert.equal((await historyOf(page, second)).at(-1).clientComment, 'Seen in the branch.');
  // On the page of a match too.
  const third = await activeId(page);
  await page.keyboard.press('Enter');
  await page.getByText('Match found').waitFor();
  await page.getByLabel('Comment', { exact: true }).fill('The passport was seen.');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('1');
  await settled(page, 'WORDS', { [third]: 'true-positive' });
  assert.equal((await historyOf(page, third)).at(-1).clientComment, 'The passport was seen.');
  assert.deepEqual(page.complaints, []);
});

test('undo goes several decisions back, on every page', async () => {
  const page = await newPage();
  await signIn(page);
  await openQueue(page, 'BACK', 5);
  const plan = {};
  for (const [key, status] of [['1', 'true-positive'], ['2', 'false-positive'], ['3', 'discarded']]) {
    plan[await activeId(page)] = status;
    await page.keyboard.press(key);
  }
  const [first, second, third] = Object.keys(plan);
  await settled(page, 'BACK', plan);
  await page.keyboard.press('u');
  await settled(page, 'BACK', { [third]: 'open', [second]: 'false-positive' });
  await rowOf(page, third).waitFor();
  await page.getByRole('link', { name: 'Lists' }).click();
  await page.getByRole('heading', { name: 'Sources' }).waitFor();
  await page.keyboard.press('u');
  await settled(page, 'BACK', { [second]: 'open', [first]: 'true-positive' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await settled(page, 'BACK', { [first]: 'open' });
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
  assert.deepEqual(page.complaints, []);
});

test('fast keys over a slow link are no conflicts with oneself', async () => {
  const page = await newPage();
  await signIn(page);
  await openQueue(page, 'FAST', 20);
  await page.route('**/insertMultipleReviews*', async (route) => {
    await new Promise((resolve) => { setTimeout(resolve, 350); });
    await route.continue();
  });
  const plan = {};
  for (let count = 0; count < 15; count += 1) {
    plan[await activeId(page)] = 'false-positive';
    await page.keyboard.press('2');
  }
  assert.equal(Object.keys(plan).length, 15);
  // Back and forth on one match, faster than the server answers.
  const same = await activeId(page);
  for (const key of ['2', 'u', '3', 'u', '3']) {
    await until(async () => key === 'u' || (await activeId(page)) === same || rowOf(page, same).click().then(() => false), `${same} is highlighted`);
    await page.keyboard.press(key);
  }
  plan[same] = 'discarded';
  // The match passes through its last status once on the way there: its history tells when all keys have arrived.
  await until(async () => (await historyOf(page, same)).length === 6, 'every key has reached the server');
  await settled(page, 'FAST', plan);
  assert.equal(await page.getByText(/somebody else|first\. Your decision/).count(), 0);
  assert.deepEqual((await decided(page, 'FAST')).sort(), Object.keys(plan).sort());
  assert.deepEqual((await historyOf(page, same)).slice(1).map(({ to }) => to), ['false-positive', 'open', 'discarded', 'open', 'discarded']);
  assert.deepEqual(page.complaints, []);
});

test('while the server is away a banner says so, and what could not be saved returns', async () => {
  const page = await newPage();
  await signIn(page);
  await openQueue(page, 'AWAY', 3);
  const shown = await activeId(page);
  await page.context().setOffline(true);
  await page.keyboard.press('2');
  await rowOf(page, shown).waitFor({ state: 'detached' });
  await page.getByText('The server does not answer. What you decide').waitFor();
  await rowOf(page, shown).waitFor();
  await page.getByText('Not saved: the matches are back in the queue').waitFor();
  await page.context().setOffline(false);
  await page.getByText('The server does not answer. What you decide').waitFor({ state: 'detached' });
  assert.deepEqual(await decided(page, 'AWAY'), []);
  await rowOf(page, shown).click();
  await page.keyboard.press('2');
  await settled(page, 'AWAY', { [shown]: 'false-positive' });
});

test('what a colleague decides stays in its place, marked, and a key leaves it alone', async () => {
  const [page, other] = [await newPage(), await newPage()];
  await signIn(page);
  await signIn(other, { username: 'ben' });
  await openQueue(page, 'TWO', 4);
  const shown = await activeId(page);
  const { matches } = await api(other, 'GET', `/monitoring/individual/records/matches/getAll?individual_monitor_record_id=${shown}`);
  await api(other, 'POST', '/monitoring/individual/records/matches/insertMultipleReviews', { individual_monitor_record_id: shown, reviews: [{ qrCode: matches[0].qrCode, status: 'true-positive', clientUserId: 'ben' }] });
  await page.locator('[role=row][data-active][data-note]').waitFor();
  assert.equal(await activeId(page), shown);
  await page.keyboard.press('2');
  await rowOf(page, shown).waitFor({ state: 'detached' });
  assert.deepEqual(await decided(page, 'TWO'), [shown]);
  assert.equal((await statuses(page, 'TWO')).get(shown), 'true-positive');
  assert.deepEqual([...page.complaints, ...other.complaints], []);
});

test('Enter on a link, a button or a menu does that thing and opens no match', async () => {
  const page = await newPage();
  await signIn(page);
  await openQueue(page, 'ENTER', 3);
  await page.getByRole('button', { name: 'Keyboard' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Account of ana' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await page.keyboard.press('Escape');
  assert.match(page.url(), /\/console\/queue$/);
  await page.getByRole('link', { name: 'Records' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Records' }).waitFor();
  assert.match(page.url(), /\/console\/records$/);
  assert.deepEqual(page.complaints, []);
});

test('one decision with many rows loaded reads none of them again', async () => {
  const page = await newPage();
  await signIn(page);
  const ids = await openQueue(page, 'MANY', 450);
  const grid = page.getByRole('grid', { name: 'Queue' });
  await until(async () => {
    await grid.evaluate((element) => { element.scrollTop = element.scrollHeight; });
    return rowOf(page, ids[0]).count();
  }, 'the last row is loaded');
  await grid.evaluate((element) => { element.scrollTop = 0; });
  const shown = await until(() => activeId(page), 'the highlighted row is in sight again');
  const read = [];
  page.on('request', (request) => { if (/\/monitoring\/matches\?/.test(request.url())) read.push(request.url()); });
  // The look at what is new, which follows each change, is the last thing that a decision brings about.
  const looked = page.waitForResponse((response) => /\/monitoring\/matches\?.*sort=newest/.test(response.url()));
  await page.keyboard.press('2');
  await settled(page, 'MANY', { [shown]: 'false-positive' });
  await looked;
  assert.deepEqual(read.filter((address) => !/sort=newest/.test(address) && !/sort=record/.test(address)), []);
  assert.deepEqual(page.complaints, []);
});

test('nothing covers Undo, and the filter by family says what it is', async () => {
  const page = await newPage();
  await signIn(page);
  await openQueue(page, 'COVER', 5);
  await page.getByRole('combobox', { name: 'People or businesses' }).waitFor();
  for (const key of ['2', '2', '3']) await page.keyboard.press(key);
  const box = await page.getByRole('button', { name: 'Undo' }).boundingBox();
  assert.equal(await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('button')?.textContent?.startsWith('Undo'), [box.x + box.width / 2, box.y + box.height / 2]), true);
});

test('records are searched by the server, beyond those that are loaded', async () => {
  const page = await newPage();
  await signIn(page);
  await add(page, idsOf('PLAIN', 700), 'Nobody Atallsson');
  await add(page, ['PLAIN-LAST'], 'Wilhelmina Quarterbrook');
  await page.goto(url + '/console/records');
  await page.getByRole('gridcell').first().waitFor();
  assert.equal(await page.getByRole('link', { name: 'PLAIN-LAST' }).count(), 0);
  await page.getByRole('textbox', { name: 'Part of a name, or a whole id' }).fill('quarterBROOK');
  await page.getByRole('link', { name: 'PLAIN-LAST' }).waitFor();
  await page.getByRole('textbox', { name: 'Part of a name, or a whole id' }).fill('nobody of that name');
  await page.getByText('No record fits.').waitFor();
  assert.deepEqual(page.complaints, []);
});

test('a list that was never fetched is not called up to date', async () => {
  const page = await newPage();
  await signIn(page, { path: '/console/lists' });
  const row = page.getByRole('row').filter({ hasText: 'Never fetched' }).first();
  await row.waitFor();
  assert.equal(await row.getByText('Up to date').count(), 0);
});
