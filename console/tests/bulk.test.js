// Many matches are decided with a summary and a reason, by one job of the server.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { barriers, closeBrowser, newPage, openBrowser, photograph, signIn } from './desk.js';
import { activeId, historyOf, openQueue, rowOf, settled, statuses, until } from './queue.js';

before(openBrowser);
after(closeBrowser);

const isAll = async (page, prefix, status) => [...(await statuses(page, prefix)).values()].every((each) => each === status);

for (const colours of ['light', 'dark'])
  test(`more than ten matches need a reason, become one job, and are undone as one (${colours})`, async () => {
    const page = await newPage({ colours });
    await signIn(page);
    const ids = await openQueue(page, `BULK${colours}`, 150);
    await page.keyboard.press('Shift+X');
    await page.getByText('150 selected').waitFor();
    await page.keyboard.press('2');
    const dialog = page.getByRole('dialog', { name: 'Review 150 matches' });
    await dialog.getByRole('table', { name: 'Status' }).getByText('150').waitFor();
    await dialog.getByRole('table', { name: 'List' }).waitFor();
    const submit = dialog.getByRole('button', { name: 'Set 150 matches' });
    assert.equal(await submit.isDisabled(), true);
    assert.deepEqual(await barriers(page), []);
    await photograph(page, `bulk-${colours}`);
    await dialog.getByLabel('Reason').fill('Cleared after the branch audit.');
    let jobs = 0;
    page.on('request', (request) => { if (request.method() === 'POST' && /insertMultipleReviews|reviews\/jobs$/.test(request.url())) jobs += 1; });
    await submit.click();
    await dialog.getByText('150 matches set to “False positive”').waitFor();
    assert.equal(jobs, 1);
    assert.equal(await isAll(page, `BULK${colours}`, 'false-positive'), true);
    assert.equal((await historyOf(page, ids[7])).at(-1).clientComment, 'Cleared after the branch audit.');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('Nothing is waiting').waitFor();
    await page.keyboard.press('u');
    await until(() => isAll(page, `BULK${colours}`, 'open'), 'all are open again');
    await rowOf(page, ids.at(-1)).waitFor();
    assert.deepEqual(page.complaints, []);
  });

test('a true positive among several needs a reason, a few others do not', async () => {
  const page = await newPage();
  await signIn(page);
  await openQueue(page, 'FEW', 6);
  const chosen = [];
  for (let count = 0; count < 3; count += 1) {
    chosen.push(await activeId(page));
    await page.keyboard.press('x');
    await page.keyboard.press('j');
  }
  await page.getByText('3 selected').waitFor();
  await page.keyboard.press('1');
  const dialog = page.getByRole('dialog', { name: 'Review 3 matches' });
  await dialog.getByLabel('Reason').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await isAll(page, 'FEW', 'open'), true);
});
