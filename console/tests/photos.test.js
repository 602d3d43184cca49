// A picture of every page at both widths in both colours, each free of barriers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { barriers, closeBrowser, newPage, openBrowser, photograph, signIn, url } from './desk.js';

before(openBrowser);
after(closeBrowser);

const settled = async (page) => {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root'));
};

// Each is given the page, signed in, and opens what is to be seen.
const scenes = {
  screening: async (page) => {
    await page.goto(url + '/console/screening');
    await page.getByRole('textbox', { name: 'Name' }).fill('Barney Thistlewicke');
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'How the words of the two names meet' }).waitFor();
  },
  'screening-start': (page) => page.goto(url + '/console/screening'),
  settings: (page) => page.goto(url + '/console/settings'),
};

for (const size of ['desk', 'phone']) {
  for (const colours of ['light', 'dark']) {
    test(`every page at ${size} width in ${colours} colours`, async () => {
      const page = await newPage({ size, colours });
      await page.goto(url + '/console/');
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await photograph(page, `sign-in-${size}-${colours}`);
      await signIn(page);
      const found = [];
      for (const [name, open] of Object.entries(scenes)) {
        await open(page);
        await settled(page);
        await photograph(page, `${name}-${size}-${colours}`);
        found.push(...(await barriers(page)).map((barrier) => `${name}: ${barrier}`));
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (wide > 0) found.push(`${name}: the page is ${wide} pixels wider than the window`);
      }
      assert.deepEqual(found, []);
      assert.deepEqual(page.complaints, []);
    });
  }
}
