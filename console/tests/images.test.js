// The pictures of docs/console.md, each at most 200 KB. DESK_IMAGES=docs/images puts them where the page
// shows them; otherwise they stay among the screenshots.
import assert from 'node:assert/strict';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { api, closeBrowser, newPage, openBrowser, repository, signIn, url } from './desk.js';
import { fill, listsToJudge, matchOf, settled } from './scenes.js';

before(openBrowser);
after(closeBrowser);

const mostBytes = 200 * 1024;
const folder = process.env.DESK_IMAGES ? join(repository, process.env.DESK_IMAGES) : join(process.env.DESK_SCREENSHOTS, 'docs');
const there = (page, role, options) => page.getByRole(role, options).first().waitFor();
const pages = {
  overview: ['/console/', (page) => there(page, 'heading', { level: 1 })],
  queue: ['/console/queue', (page) => there(page, 'gridcell')],
  cases: ['/console/cases', (page) => there(page, 'gridcell')],
  case: ['/console/case/individual/C-1000', (page) => there(page, 'list', { name: 'Relations' })],
  records: ['/console/records', (page) => there(page, 'link', { name: 'C-1000' })],
  screening: ['/console/screening', async (page) => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Barney Thistlewicke');
    await page.keyboard.press('Enter');
    await there(page, 'table', { name: 'How the words of the two names meet' });
  }],
  parties: ['/console/parties', (page) => there(page, 'table', { name: 'Side by side' })],
  lists: ['/console/lists', (page) => there(page, 'table')],
  reports: ['/console/reports', (page) => there(page, 'table', { name: 'By analyst' })],
  audit: ['/console/audit', (page) => there(page, 'gridcell')],
  settings: ['/console/settings', (page) => there(page, 'heading', { level: 2 })],
};

test('each page has its picture, small enough to keep', async () => {
  mkdirSync(folder, { recursive: true });
  const page = await newPage();
  await page.setViewportSize({ width: 1100, height: 680 });
  await signIn(page);
  await fill(page);
  await listsToJudge(page);
  await api(page, 'POST', '/monitoring/case/links', { family: 'individual', id: 'C-1000', linkKind: 'record', linkFamily: 'individual', linkId: 'C-1001', comment: 'same address' });
  await api(page, 'POST', '/monitoring/case/comments', { family: 'individual', id: 'C-1000', comment: 'The branch has a copy of the passport.' });
  const match = await matchOf(page, 'C-1000');
  for (const [name, [path, ready]] of Object.entries({ ...pages, match: [`/console/match/individual/C-1000/${match.qrCode}`, (each) => there(each, 'table')] })) {
    await page.goto(url + path);
    await ready(page);
    await settled(page);
    const file = join(folder, `console-${name}.png`);
    await page.screenshot({ path: file });
    const { size } = statSync(file);
    console.log(`figure: picture of ${name}, ${Math.round(size / 1024)} KB`);
    assert.ok(size <= mostBytes, `${name}: ${size} bytes`);
  }
  assert.deepEqual(page.complaints, []);
});
