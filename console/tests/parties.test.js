// "Same party?": suggested pairs of list entries, judged by keyboard, one by one and many at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { api, barriers, closeBrowser, newPage, openBrowser, photograph, signIn, url } from './desk.js';
import { until } from './queue.js';
import { listsToJudge, people } from './scenes.js';

before(openBrowser);
after(closeBrowser);

const grid = (page) => page.getByRole('grid', { name: 'Same party?' });
const rows = (page) => grid(page).getByRole('row').filter({ has: page.getByRole('gridcell') });
const judgements = async (page) => (await api(page, 'GET', '/parties/judgements?limit=1000')).judgements;
const open = async (username = 'olga') => {
  const page = await newPage();
  await signIn(page, { username });
  await listsToJudge(page);
  await page.goto(url + '/console/parties');
  await rows(page).first().waitFor();
  return page;
};
const highlighted = (page) => page.evaluate(() => [...document.querySelectorAll('[role=row][data-active] bdi')].map((each) => each.textContent));

test('a pair is judged by one key, the next one follows, and undo takes it back', async () => {
  const page = await open();
  await page.getByRole('table', { name: 'Side by side' }).getByText('north').waitFor();
  await page.getByRole('table', { name: 'Entries and parties' }).getByRole('row', { name: /south/ }).waitFor();
  await photograph(page, 'parties');
  assert.deepEqual(await barriers(page), []);
  const before = await judgements(page);
  const [name] = await highlighted(page);
  await page.keyboard.press('2');
  await page.getByText('1 pair judged: Different').waitFor();
  await page.waitForFunction((old) => document.querySelector('[role=row][data-active] bdi')?.textContent !== old, name);
  const stored = await until(async () => (await judgements(page)).slice(before.length), 'it is stored');
  assert.deepEqual(stored.map(({ verdict, user }) => [verdict, user]), [['different', 'olga']]);
  await page.keyboard.press('u');
  await page.getByText('1 judgement undone').waitFor();
  await page.waitForFunction((old) => document.querySelector('[role=row][data-active] bdi')?.textContent === old, name);
  assert.deepEqual((await judgements(page)).slice(before.length).map(({ verdict }) => verdict), ['different', 'withdrawn']);
  // The server suggests it again, too.
  await until(async () => (await api(page, 'GET', '/parties/suggestions?limit=100')).suggestions.some(({ left }) => left.name === name), 'it is suggested again');
  assert.deepEqual(page.complaints, []);
});

test('keys that follow one another judge the pairs that were shown', async () => {
  const page = await open();
  const before = (await judgements(page)).length;
  const plan = new Map();
  // The first pair has a conflict, which asks for a reason.
  await page.keyboard.press('j');
  for (const [key, verdict] of [['1', 'same'], ['3', 'unsure'], ['2', 'different']]) {
    const [name] = await highlighted(page);
    assert.equal(plan.has(name), false, `${name} was shown twice`);
    plan.set(name, verdict);
    await page.keyboard.press(key);
    await page.waitForFunction((old) => document.querySelector('[role=row][data-active] bdi')?.textContent !== old, name);
  }
  const stored = await until(async () => {
    const all = (await judgements(page)).slice(before);
    return all.length === plan.size && all;
  }, 'all are stored');
  for (const { left, verdict } of stored) assert.equal(verdict, plan.get(people[Number(left.id) - 1]));
  await page.keyboard.press('u');
  await page.keyboard.press('u');
  await page.keyboard.press('u');
  await until(async () => (await judgements(page)).slice(before).filter(({ verdict }) => verdict === 'withdrawn').length === 3, 'all are undone');
  assert.deepEqual(page.complaints, []);
});

test('strong evidence against asks for a reason before anything is stored', async () => {
  const page = await open();
  const before = (await judgements(page)).length;
  await rows(page).filter({ hasText: people.at(-1) }).first().click();
  await page.keyboard.press('1');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Strong evidence speaks against one party. Say why they are the same.').waitFor();
  assert.deepEqual(await barriers(page), []);
  await photograph(page, 'parties-reason');
  assert.equal(await dialog.getByRole('button', { name: 'Judge 1 pair' }).isDisabled(), true);
  await dialog.getByLabel('Reason').fill('The second list copied the date of his father.');
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  const [stored] = (await judgements(page)).slice(before);
  assert.deepEqual([stored.verdict, stored.reason], ['same', 'The second list copied the date of his father.']);
  await page.keyboard.press('u');
  await page.getByText('1 judgement undone').waitFor();
  assert.deepEqual(page.complaints, []);
});

test('many pairs are judged at once with one reason, and undone at once', async () => {
  const page = await open();
  const before = (await judgements(page)).length;
  await page.keyboard.press('Shift+X');
  const selected = await page.locator('[role=row][aria-selected=true]').count();
  assert.ok(selected > 10, `${selected} selected`);
  await page.keyboard.press('2');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Checked against the register.');
  await dialog.getByRole('button', { name: `Judge ${selected} pairs` }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('No suggestions', { exact: true }).waitFor();
  await photograph(page, 'parties-none');
  const stored = (await judgements(page)).slice(before);
  assert.equal(stored.length, selected);
  assert.ok(stored.every(({ verdict, reason }) => verdict === 'different' && reason === 'Checked against the register.'));
  await page.keyboard.press('u');
  await page.getByText(`${selected} judgements undone`).waitFor();
  await until(async () => (await api(page, 'GET', '/parties')).suggestions === selected, 'all are suggested again');
  assert.deepEqual(page.complaints, []);
});

test('a judgement that the server refuses brings the pair back', async () => {
  const page = await open();
  await page.keyboard.press('j');
  const [name] = await highlighted(page);
  await page.route('**/parties/judgements', (route) => (route.request().method() === 'POST'
    ? route.fulfill({ status: 409, contentType: 'application/json', body: JSON.stringify({ success: false, error: { code: 'CONTRADICTING_JUDGEMENT', message: 'It contradicts judgement 7.', details: [{ path: 'judgements[0]', code: 'CONTRADICTING_JUDGEMENT', message: '' }] } }) })
    : route.continue()));
  await page.keyboard.press('1');
  await page.getByText('Not saved: the pair is back in the list. It contradicts judgement 7.').waitFor();
  assert.deepEqual((await highlighted(page))[0], name);
  assert.equal(await page.getByRole('button', { name: /^Undo/ }).count(), 0);
});

test('admins read the suggestions, analysts do not', async () => {
  const admin = await open('ana');
  await admin.getByText(/Operators decide/).waitFor();
  const before = (await judgements(admin)).length;
  await admin.keyboard.press('1');
  assert.equal(await admin.getByRole('button', { name: /^Same/ }).isDisabled(), true);
  assert.equal((await judgements(admin)).length, before);
  const analyst = await newPage();
  await signIn(analyst, { username: 'ben', path: '/console/parties' });
  await analyst.getByText('Only admins and operators see the suggestions.').waitFor();
  assert.equal(await analyst.getByRole('link', { name: 'Same party?' }).count(), 0);
});

for (const size of ['desk', 'phone'])
  for (const colours of ['light', 'dark'])
    test(`the page has no barriers: ${size}, ${colours}`, async () => {
      const page = await newPage({ size, colours });
      await signIn(page, { username: 'olga' });
      await listsToJudge(page);
      await page.goto(url + '/console/parties');
      await rows(page).first().waitFor();
      assert.deepEqual(await barriers(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
      assert.deepEqual(page.complaints, []);
    });
