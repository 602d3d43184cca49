// What the first load and a full queue cost.
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { after, before, test } from 'node:test';
import { api, closeBrowser, newPage, openBrowser, signIn, url } from './desk.js';

before(openBrowser);
after(closeBrowser);

const mostScript = 220 * 1024;
const openMatches = 10_000;

test('the first load needs at most 220 KB of compressed script', async () => {
  const page = await newPage();
  const scripts = new Map();
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), { bytes: gzipSync(await response.body(), { level: 9 }).length, headers: response.headers() });
  });
  await signIn(page);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const entry = [...scripts].filter(([address]) => /\/index-/.test(address));
  assert.ok(entry.length > 0);
  for (const [address, { bytes, headers }] of scripts) {
    if (bytes > 1024) assert.equal(headers['content-encoding'], 'gzip', address);
    assert.match(headers['cache-control'], /immutable/, address);
  }
  const total = [...scripts.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`figure: first load ${(total / 1024).toFixed(0)} KB of compressed script in ${scripts.size} files`);
  assert.ok(total <= mostScript, `${total} bytes`);
});

test('10,000 open matches load as they are scrolled to, and only those in sight exist', async () => {
  const page = await newPage();
  await signIn(page);
  const names = ['Barney Thistlewicke', 'Achille Nkoulou Mbarga', 'Annegret Muessigbrodt', 'Wolfram Stroessenreuther', 'Ghislain Lhermiteau'];
  const records = Array.from({ length: openMatches }, (_, index) => ({ id: `S-${index}`, name: names[index % names.length] }));
  for (let at = 0; at < records.length; at += 2500)
    await api(page, 'POST', '/monitoring/individual/records/addOrUpdateMultiple', { monitorRecords: records.slice(at, at + 2500) });
  const { total } = await api(page, 'GET', '/monitoring/matches?limit=1');
  assert.ok(total >= openMatches, `${total}`);
  await page.goto(url + '/console/queue');
  const grid = page.getByRole('grid', { name: 'Queue' });
  await grid.getByRole('gridcell').first().waitFor();
  assert.ok(Number(await grid.getAttribute('aria-rowcount')) >= openMatches);
  // Scrolls on and on and notes how long each frame took: as with a wheel, and as fast as anybody flings.
  for (const [way, step] of [['with a wheel', 120], ['flung', 400]]) {
    const frames = await grid.evaluate(async (element, pixels) => {
      const lengths = [];
      let last = performance.now();
      for (let count = 0; count < 240; count += 1) {
        element.scrollTop += pixels;
        await new Promise((resolve) => { requestAnimationFrame(resolve); });
        const now = performance.now();
        lengths.push(now - last);
        last = now;
      }
      return lengths.sort((a, b) => a - b);
    }, step);
    console.log(`figure: scrolling 10,000 open matches ${way}, frames of ${frames[120].toFixed(0)} ms (median) and ${frames[228].toFixed(0)} ms (95 in 100 are shorter)`);
  }
  const rows = await grid.getByRole('row').count();
  assert.ok(rows < 120, `${rows} rows exist`);
  assert.ok(await grid.evaluate((element) => element.scrollTop) > 20_000);
  assert.deepEqual(page.complaints, []);
});
