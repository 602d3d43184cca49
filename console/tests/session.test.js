import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { barriers, closeBrowser, newPage, openBrowser, password, photograph, signIn, url, vedette } from './desk.js';

before(openBrowser);
after(closeBrowser);

test('the root leads to the sign-in page, which says what is missing and refuses a wrong password', async () => {
  const page = await newPage();
  await page.goto(url + '/');
  assert.equal(new URL(page.url()).pathname, '/console/');
  await page.getByRole('button', { name: 'Sign in' }).click();
  assert.equal(await page.getByText('Please fill this in.').count(), 3);
  await page.getByLabel('Project').fill('DEMO');
  await page.getByLabel('User name').fill('ana');
  await page.getByLabel('Password', { exact: true }).fill('a wrong password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The project, user name or password is wrong.').waitFor();
  assert.deepEqual(await barriers(page), []);
  assert.deepEqual(page.complaints, []);
});

test('no token reaches the scripts of the page', async () => {
  const page = await newPage();
  const answers = [];
  page.on('response', async (response) => { if (response.url().includes('/console/session')) answers.push(await response.text()); });
  await signIn(page);
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'vedette');
  assert.ok(cookie.httpOnly);
  assert.equal(cookie.sameSite, 'Strict');
  assert.equal(await page.evaluate(() => document.cookie), '');
  assert.ok(!JSON.stringify(await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))).includes(cookie.value));
  assert.ok(answers.length > 0 && answers.every((text) => !text.includes(cookie.value)));
});

test('signing out ends the session for good', async () => {
  const page = await newPage();
  await signIn(page);
  const cookies = await page.context().cookies();
  await page.getByRole('button', { name: 'Account of ana' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.context().addCookies(cookies);
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});

test('a session that ends asks for the password and loses nothing that was typed', async () => {
  const page = await newPage();
  await signIn(page, { path: '/console/settings' });
  await page.getByRole('button', { name: 'Add a user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a user' });
  await dialog.getByLabel('User name').fill('newcomer');
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Add a user' }).click();
  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  await again.waitFor();
  await photograph(page, 'session-ended');
  await again.getByLabel('Password', { exact: true }).fill(password);
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  // The request that waited goes through by itself.
  await page.getByRole('dialog', { name: 'The password of newcomer' }).waitFor();
  assert.match((await vedette('user', 'list', '--project', 'DEMO')).stdout, /newcomer/);
  assert.deepEqual(page.complaints, []);
});

test('everybody changes their own password with the current one', async () => {
  const page = await newPage();
  await signIn(page, { username: 'ben' });
  await page.getByRole('button', { name: 'Account of ben' }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  const fill = async (label, text) => page.getByLabel(label, { exact: true }).fill(text);
  const submit = () => page.getByRole('button', { name: 'Change password' }).click();
  await fill('Current password', 'not the current one');
  await fill('New password', 'plum kettle one');
  await fill('New password again', 'plum kettle two');
  await submit();
  await page.getByText('This is not the same as the new password.').waitFor();
  await fill('New password again', 'plum kettle one');
  await submit();
  await page.getByText('is not your password').waitFor();
  await fill('Current password', password);
  await fill('New password', 'Password2026');
  await fill('New password again', 'Password2026');
  await submit();
  await page.getByText('guessers try first').waitFor();
  await fill('New password', 'plum kettle one');
  await fill('New password again', 'plum kettle one');
  await submit();
  await page.getByText('Your password is changed.').waitFor();
  assert.deepEqual(await barriers(page), []);
  await photograph(page, 'account');
  await page.reload();
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  assert.deepEqual(page.complaints, []);
});

test('the description of the API opens without asking another host', async () => {
  const page = await newPage();
  const elsewhere = [];
  page.on('request', (request) => { if (!request.url().startsWith(url) && !request.url().startsWith('data:')) elsewhere.push(request.url()); });
  await page.goto(url + '/docs/api');
  await page.getByText('Compliance monitoring and screening').first().waitFor();
  await page.getByText('Sign in to the console').first().waitFor();
  await photograph(page, 'docs');
  assert.deepEqual(elsewhere, []);
  assert.deepEqual(page.complaints, []);
});

test('the guides open, find words and lead to the API reference without asking another host', async () => {
  const page = await newPage();
  const elsewhere = [];
  page.on('request', (request) => { if (!request.url().startsWith(url) && !request.url().startsWith('data:')) elsewhere.push(request.url()); });
  await page.goto(url + '/docs');
  await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor();
  await page.getByRole('searchbox').fill('backup restore');
  await page.locator('#results a').filter({ hasText: 'Backups' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor();
  assert.match(page.url(), /\/docs\/operations#backups$/);
  await photograph(page, 'guide');
  await page.getByRole('navigation').getByRole('link', { name: 'API reference' }).click();
  await page.getByText('Compliance monitoring and screening').first().waitFor();
  assert.deepEqual(elsewhere, []);
  assert.deepEqual(page.complaints, []);
});
