// What admins and operators do: webhooks, and updates of the lists.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { api, barriers, closeBrowser, newPage, openBrowser, photograph, signIn, url } from './desk.js';

// A receiver that answers what the test says, and remembers what it was sent.
const receiver = { status: 200, requests: [] };
const web = createServer((request, response) => {
  let body = '';
  request.on('data', (bytes) => { body += bytes; });
  request.on('end', () => {
    receiver.requests.push({ path: request.url, id: request.headers['webhook-id'], message: JSON.parse(body) });
    response.writeHead(receiver.status).end();
  });
});

before(async () => {
  await new Promise((resolve) => { web.listen(0, '127.0.0.1', resolve); });
  await openBrowser();
});
after(async () => {
  web.close();
  await closeBrowser();
});
const hook = () => `http://127.0.0.1:${web.address().port}/desk`;

test('an admin adds a webhook, tests it, sees what was given up and sends it again', async () => {
  const page = await newPage();
  await signIn(page, { path: '/console/settings' });
  await page.getByText('No webhooks').waitFor();
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('no address at all');
  await dialog.getByRole('button', { name: 'Add a webhook' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Address').fill(hook());
  await dialog.getByLabel('Description').fill('Case management');
  assert.deepEqual(await barriers(page), []);
  await dialog.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByText(/^whsec_/).waitFor();
  const secret = await page.getByText(/^whsec_/).innerText();
  await photograph(page, 'webhook-secret');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('Case management · All events').waitFor();

  receiver.status = 204;
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The test arrived').waitFor();
  assert.deepEqual(receiver.requests.map(({ message }) => message.type), ['webhook.test']);

  receiver.status = 500;
  await api(page, 'POST', '/monitoring/individual/records/addOrUpdateSingle', { id: 'W-1', name: 'Nobody Anybody Somebody' });
  await page.getByRole('button', { name: 'Deliveries' }).click();
  await dialog.getByText('the endpoint answered 500').waitFor();
  assert.deepEqual(await barriers(page), []);
  await photograph(page, 'webhook-deliveries');
  receiver.status = 200;
  await dialog.getByRole('button', { name: 'Send all given up again' }).click();
  await dialog.getByText('Delivered', { exact: true }).nth(1).waitFor();
  const tries = receiver.requests.filter(({ message }) => message.type === 'record.created');
  assert.equal(new Set(tries.map(({ id }) => id)).size, 1, 'the same id at every try');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: `Change ${hook()}` }).click();
  await page.getByRole('menuitem', { name: 'New secret' }).click();
  await dialog.getByRole('button', { name: 'New secret' }).click();
  await page.getByText(/^whsec_/).waitFor();
  assert.notEqual(await page.getByText(/^whsec_/).innerText(), secret);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: `Change ${hook()}` }).click();
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  await page.getByText('Off', { exact: true }).waitFor();
  await page.getByRole('button', { name: `Change ${hook()}` }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No webhooks').waitFor();
  assert.deepEqual(page.complaints, []);
});

test('an analyst is told that webhooks are an admin’s', async () => {
  const page = await newPage();
  await signIn(page, { username: 'ben', path: '/console/settings' });
  await page.getByText('Only admins of the project see and change its webhooks.').waitFor();
  assert.deepEqual(page.complaints, []);
});

test('an operator starts an update of the lists and sees the new generation', async () => {
  const page = await newPage();
  await signIn(page, { username: 'olga', path: '/console/lists' });
  await page.getByText('Generation 1 is being searched').waitFor();
  await page.getByRole('button', { name: 'Update the lists' }).click();
  await page.getByText('Generation 2 is being searched').waitFor();
  await page.getByRole('heading', { name: 'Last update' }).waitFor();
  assert.deepEqual(await barriers(page), []);
  await photograph(page, 'lists-updated');
  const { generation } = await api(page, 'GET', '/lists');
  assert.equal(generation, 2);
  assert.deepEqual(page.complaints, []);
});

test('whoever is no operator sees the lists, and no button to update them', async () => {
  const page = await newPage();
  await signIn(page, { path: '/console/lists' });
  await page.getByRole('heading', { name: 'Sources' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Update the lists' }).count(), 0);
  await page.goto(url + '/console/settings');
  await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
  assert.deepEqual(page.complaints, []);
});
