// What analysts add to a case besides reviews: comments, files, links, and the picture of relations.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { api, barriers, closeBrowser, newPage, openBrowser, photograph, signIn, url } from './desk.js';

before(openBrowser);
after(closeBrowser);

const pdf = Buffer.from('%PDF-1.7\n\u0000 the bytes of a passport\n', 'latin1');
const readCase = async (page, id) => (await api(page, 'GET', `/monitoring/case?family=individual&id=${id}`)).case;
const open = async (id, { username = 'ana', ...options } = {}) => {
  const page = await newPage(options);
  await signIn(page, { username: 'ana' });
  await api(page, 'POST', '/monitoring/individual/records/addOrUpdateMultiple', { monitorRecords: [{ id, name: 'Barney Thistlewicke', dob: '1957-02-19' }, { id: `${id}-B`, name: 'Götz Leberecht Kühnapfel' }] });
  if (username !== 'ana') {
    const other = await newPage(options);
    await signIn(other, { username, path: `/console/case/individual/${id}` });
    return other;
  }
  await page.goto(`${url}/console/case/individual/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Barney Thistlewicke' }).waitFor();
  return page;
};
const side = (page) => page.getByRole('complementary', { name: 'Customer' });

test('a comment on the case is kept without a decision, and a draft survives leaving the page', async () => {
  const page = await open('ITEM-1');
  const field = page.getByLabel('Comment on the case');
  await field.fill('Called the branch.');
  await page.getByRole('link', { name: 'Cases', exact: true }).click();
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Called the branch.');
  await field.press('Control+Enter');
  await side(page).getByRole('listitem').filter({ hasText: 'Called the branch.' }).waitFor();
  assert.equal(await field.inputValue(), '');
  const { items, matches } = await readCase(page, 'ITEM-1');
  assert.deepEqual(items.map(({ kind, comment, username }) => [kind, comment, username]), [['comment', 'Called the branch.', 'ana']]);
  assert.equal(matches[0].match.currentStatus, 'open');
  assert.deepEqual(page.complaints, []);
});

test('a file is added, downloaded as it was, and removed by those who may', async () => {
  const page = await open('ITEM-2');
  await page.locator('input[type=file]').setInputFiles({ name: 'Passport ü.pdf', mimeType: 'application/pdf', buffer: pdf });
  const file = page.getByRole('button', { name: 'Download Passport ü.pdf' });
  await file.waitFor();
  const [taken] = await Promise.all([page.waitForEvent('download'), file.click()]);
  assert.equal(taken.suggestedFilename(), 'Passport ü.pdf');
  assert.deepEqual(readFileSync(await taken.path()), pdf);
  assert.deepEqual(await barriers(page), []);
  const analyst = await open('ITEM-2', { username: 'ben' });
  await analyst.getByRole('button', { name: 'Download Passport ü.pdf' }).waitFor();
  assert.equal(await analyst.getByRole('button', { name: 'Remove Passport ü.pdf' }).count(), 0);
  await page.getByRole('button', { name: 'Remove Passport ü.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No files yet', { exact: false }).waitFor();
  await side(page).getByText('Removed by ana').waitFor();
  assert.deepEqual(page.complaints, []);
});

test('a file that is no document or too large is refused in words', async () => {
  const page = await open('ITEM-3');
  await page.locator('input[type=file]').setInputFiles({ name: 'lie.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<script>') });
  await page.getByText(/is no file of the type that its name says/).waitFor();
  await page.locator('input[type=file]').setInputFiles({ name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)]) });
  await page.getByText('The file is larger than 10 MB.').waitFor();
  assert.deepEqual((await readCase(page, 'ITEM-3')).items, []);
});

test('another customer and an associate are linked, and shown in the picture of relations', async () => {
  const page = await open('ITEM-4');
  const form = page.getByRole('form', { name: 'Link another customer' });
  await form.getByLabel('Record id').fill('ITEM-4-B');
  await form.getByLabel('Relation').fill('same address');
  await form.getByRole('button', { name: 'Link another customer' }).click();
  const relations = page.getByRole('list', { name: 'Relations' });
  await relations.getByText('same address').waitFor();
  const graph = page.getByRole('img', { name: 'Relations of Barney Thistlewicke' });
  await graph.getByText('Götz Leberecht Kühnap', { exact: false }).waitFor();
  const link = relations.getByRole('button', { name: /^Link .* to the case$/ }).first();
  await link.waitFor();
  const before = await relations.getByRole('button', { name: /^Remove/ }).count();
  await link.click();
  await page.waitForFunction((count) => document.querySelectorAll('ul[aria-label=Relations] button[aria-label^=Remove]').length > count, before);
  await photograph(page, 'case-relations');
  assert.deepEqual(await barriers(page), []);
  await relations.getByRole('link', { name: 'Götz Leberecht Kühnapfel' }).click();
  await page.waitForURL(/case\/individual\/ITEM-4-B/);
  assert.deepEqual(page.complaints, []);
});

for (const size of ['desk', 'phone'])
  for (const colours of ['light', 'dark'])
    test(`a case with files and links has no barriers: ${size}, ${colours}`, async () => {
      const page = await open('ITEM-5', { size, colours });
      await page.getByRole('list', { name: 'Relations' }).waitFor();
      assert.deepEqual(await barriers(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
      assert.deepEqual(page.complaints, []);
    });
