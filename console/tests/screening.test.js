import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { api, barriers, closeBrowser, newPage, openBrowser, photograph, signIn } from './desk.js';

before(openBrowser);
after(closeBrowser);

test('a name and Enter shows who is meant, on which lists, why, and what is known of them', async () => {
  const page = await newPage();
  await signIn(page, { path: '/console/screening' });
  await page.getByRole('textbox', { name: 'Name' }).fill('Barney Thistlewicke');
  await page.keyboard.press('Enter');
  const first = page.getByRole('listitem').filter({ hasText: 'Barnaby Aldous Thistlewick' });
  await first.getByText('Lists: Vedette Demonstration List (fictional); Demonstration Register of Public Offices').waitFor();
  // Word above word: what was asked and what is listed, with the way they met.
  const words = page.getByRole('table', { name: 'How the words of the two names meet' });
  await words.getByText('thistlewicke').first().waitFor();
  await words.getByText('sounds alike').or(words.getByText('exact')).first().waitFor();
  await page.getByRole('heading', { name: 'Barnaby Aldous Thistlewick' }).waitFor();
  await page.getByRole('button', { name: 'Open the profile of Philippa Rosamund Thistlewick' }).waitFor();
  // Every search is recorded under a reference that can be cited.
  const reference = /Search (\d+-[\w-]{8})/.exec(await page.getByText(/Search \d+-/).first().textContent())[1];
  assert.equal((await api(page, 'GET', `/screening/searches/${reference}`)).ref, reference);
  assert.deepEqual(await barriers(page), []);
  assert.deepEqual(page.complaints, []);
});

test('a profile can be walked to the people and businesses that it is linked to', async () => {
  const page = await newPage();
  await signIn(page, { path: '/console/screening' });
  await page.getByRole('textbox', { name: 'Name' }).fill('Barnaby Aldous Thistlewick');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Open the profile of Philippa Rosamund Thistlewick' }).click();
  await page.getByRole('heading', { level: 1, name: 'Philippa Rosamund Thistlewick' }).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByText('Barnaby Aldous Thistlewick').first().waitFor();
});

test('a name that runs from right to left is shown so, word above word', async () => {
  const page = await newPage();
  await signIn(page, { path: '/console/screening' });
  await page.getByRole('textbox', { name: 'Name' }).fill('منذر خلف الزوبري');
  await page.keyboard.press('Enter');
  const words = page.getByRole('table', { name: 'How the words of the two names meet' });
  const [first, last] = [await words.getByText('منذر').first().boundingBox(), await words.getByText('خلف').first().boundingBox()];
  assert.ok(first.x > last.x, 'the first word stands on the right');
  await page.getByRole('heading', { name: 'Mundhir Khalaf al-Zawbari' }).waitFor();
});

test('a lower threshold shows more distant names, and nothing found says what to do', async () => {
  const page = await newPage();
  await signIn(page, { path: '/console/screening' });
  await page.getByRole('textbox', { name: 'Name' }).fill('Zyxwvut Qponmlk');
  await page.keyboard.press('Enter');
  await page.getByText('Nobody on the lists is that similar').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Roger Thistlewick');
  // The sentence of the search before stands until this one is answered.
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/screening');
  await page.keyboard.press('Enter');
  await answered;
  await page.getByText('No result at 80 or more').waitFor();
  await page.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await page.getByRole('listitem').filter({ hasText: 'Thistlewick' }).first().waitFor();
});

test('a company is found without saying that it is one, and who was searched is told', async () => {
  const page = await newPage();
  await signIn(page, { path: '/console/screening' });
  await page.getByRole('textbox', { name: 'Name' }).fill('Kestrel Harbour Shipping');
  await page.keyboard.press('Enter');
  const first = page.getByRole('listitem').filter({ hasText: 'Kestrel Harbour' }).first();
  await first.getByText('Business', { exact: true }).waitFor();
  await first.getByText(/^Lists: /).waitFor();
  await page.getByText('Searched among people and businesses.').waitFor();
  await page.getByText('Person', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByText('No result at 80 or more among people.').waitFor();
  await page.getByRole('button', { name: 'Search people and businesses' }).click();
  await first.waitFor();
  assert.deepEqual(page.complaints, []);
});

test('an address without a page says so and shows the way back', async () => {
  const page = await newPage();
  await signIn(page, { path: '/console/nonsense' });
  await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
  await page.getByText('Nothing is at /console/nonsense.').waitFor();
  assert.deepEqual(await barriers(page), []);
  await page.getByRole('link', { name: 'Go to the overview' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  assert.deepEqual(page.complaints, []);
});

test('the report that is printed names the question, the reference and every result', async () => {
  const page = await newPage();
  await signIn(page, { path: '/console/screening' });
  await page.getByRole('textbox', { name: 'Name' }).fill('Barney Thistlewicke');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Print' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  const report = await page.locator('body').innerText();
  assert.match(report, /Screening report/);
  assert.match(report, /Barney Thistlewicke/);
  assert.match(report, /ana, Demonstration Bank/);
  assert.match(report, /Barnaby Aldous Thistlewick.*Score \d+/);
  assert.ok(!report.includes('More criteria'));
  // It fills the sheet and nothing of it is cut off.
  const box = await page.getByRole('heading', { name: 'Screening report' }).locator('..').boundingBox();
  assert.ok(box.x < 40 && box.x + box.width <= 1280, JSON.stringify(box));
  await photograph(page, 'screening-report');
});
