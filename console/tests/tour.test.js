// The guided tour, and a picture for the README of the bank that `vedette demo` makes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { join } from 'node:path';
import { api, barriers, closeBrowser, newPage, openBrowser, photograph, repository, signIn, url, vedette } from './desk.js';

before(openBrowser);
after(closeBrowser);

test('the tour is offered once, goes from page to page, and can be taken again from the menu', async () => {
  const page = await newPage();
  await signIn(page);
  await page.getByRole('button', { name: 'Take the tour' }).click();
  const tour = page.getByRole('complementary', { name: 'Tour' });
  for (const [number, path, name] of [[1, '/console/', 'Overview'], [2, '/console/cases', 'Cases'], [3, '/console/screening', 'Screening'], [4, '/console/records', 'Records'], [5, '/console/lists', 'Lists'], [6, '/console/settings', 'Settings']]) {
    await tour.getByRole('heading', { name }).waitFor();
    await tour.getByText(`Step ${number} of 6`).waitFor();
    await page.waitForURL((address) => address.pathname.replace(/\/$/, '').startsWith(path.replace(/\/$/, '')));
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.deepEqual(await barriers(page), [], `step ${number}`);
    if (number < 6) await tour.getByRole('button', { name: 'Next' }).click();
  }
  await tour.getByRole('button', { name: 'Back' }).click();
  await tour.getByRole('heading', { name: 'Lists' }).waitFor();
  await tour.getByRole('button', { name: 'End the tour' }).click();
  await tour.waitFor({ state: 'detached' });
  await page.goto(url + '/console/');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  assert.equal(await page.getByText('New here?').count(), 0);
  await page.getByRole('button', { name: 'Account of ana' }).click();
  await page.getByRole('menuitem', { name: 'Take the tour' }).click();
  await tour.waitFor();
  await page.keyboard.press('Escape');
  await tour.waitFor({ state: 'detached' });
  assert.deepEqual(page.complaints, []);
});

test('whoever skips the tour is not offered it again', async () => {
  const page = await newPage();
  await signIn(page);
  await page.getByRole('button', { name: 'No, thanks' }).click();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  assert.equal(await page.getByText('New here?').count(), 0);
});

test('the bank of `vedette demo` has cases to look at', async () => {
  await vedette('demo', '--project', 'BANK', '--lists', join(repository, 'data/demo'));
  const { stdout } = await vedette('user', 'add', '--project', 'BANK', '--username', 'vera', '--role', 'admin', '--generate', '--json');
  const bank = await newPage();
  await bank.goto(url + '/console/');
  await bank.getByLabel('Project').fill('BANK');
  await bank.getByLabel('User name').fill('vera');
  await bank.getByLabel('Password', { exact: true }).fill(JSON.parse(stdout).password);
  await bank.getByRole('button', { name: 'Sign in' }).click();
  await bank.getByRole('button', { name: 'No, thanks' }).click();
  const { total } = await api(bank, 'GET', '/monitoring/matches?limit=1');
  assert.ok(total >= 10, `${total} open matches`);
  await bank.goto(url + '/console/cases');
  await bank.getByText('Peggy Penhallowell').first().waitFor();
  await photograph(bank, 'readme');
});
