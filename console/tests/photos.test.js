// A picture of every page at both widths in both colours, each free of barriers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { barriers, closeBrowser, newPage, openBrowser, photograph, signIn, url } from './desk.js';
import { fill, listsToJudge, matchOf, settled } from './scenes.js';

before(openBrowser);
after(closeBrowser);

// Each is given the page, signed in, and opens what is to be seen.
const scenes = {
  overview: (page) => page.goto(url + '/console/'),
  queue: async (page) => {
    await page.goto(url + '/console/queue');
    await page.getByRole('gridcell').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
  },
  'queue-help': async (page) => {
    await page.goto(url + '/console/queue');
    await page.getByRole('button', { name: 'Keyboard' }).click();
    await page.getByRole('dialog').waitFor();
  },
  match: async (page) => page.goto(`${url}/console/match/individual/C-1000/${(await matchOf(page, 'C-1000')).qrCode}`),
  'match-reviewed': async (page) => page.goto(`${url}/console/match/individual/C-1002/${(await matchOf(page, 'C-1002')).qrCode}`),
  'match-script': async (page) => page.goto(`${url}/console/match/individual/C-1004/${(await matchOf(page, 'C-1004')).qrCode}`),
  records: async (page) => {
    await page.goto(url + '/console/records');
    await page.getByRole('link', { name: 'C-1000' }).waitFor();
  },
  record: (page) => page.goto(url + '/console/records/individual/C-1001'),
  'record-form': async (page) => {
    await page.goto(url + '/console/records');
    await page.getByRole('button', { name: 'Add a record' }).click();
    await page.getByRole('dialog').waitFor();
  },
  lists: (page) => page.goto(url + '/console/lists'),
  screening: async (page) => {
    await page.goto(url + '/console/screening');
    await page.getByRole('textbox', { name: 'Name' }).fill('Barney Thistlewicke');
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'How the words of the two names meet' }).waitFor();
  },
  'screening-rtl': async (page) => {
    await page.goto(url + '/console/screening');
    await page.getByRole('textbox', { name: 'Name' }).fill('منذر خلف الزوبري');
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'How the words of the two names meet' }).waitFor();
  },
  'screening-start': (page) => page.goto(url + '/console/screening'),
  cases: async (page) => {
    await page.goto(url + '/console/cases');
    await page.getByRole('gridcell').first().waitFor();
  },
  case: async (page) => {
    await page.goto(url + '/console/case/individual/C-1000');
    await page.getByRole('list', { name: 'Relations' }).waitFor();
  },
  parties: async (page) => {
    await page.goto(url + '/console/parties');
    await page.getByRole('table', { name: 'Side by side' }).waitFor();
  },
  reports: async (page) => {
    await page.goto(url + '/console/reports');
    await page.getByRole('table', { name: 'By analyst' }).waitFor();
  },
  audit: async (page) => {
    await page.goto(url + '/console/audit');
    await page.getByRole('gridcell').first().waitFor();
  },
  'queue-bulk': async (page) => {
    await page.goto(url + '/console/queue');
    await page.getByRole('gridcell').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('1');
    await page.getByRole('dialog').waitFor();
  },
  'queue-review': async (page) => {
    await page.goto(url + '/console/queue');
    await page.getByRole('gridcell').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await page.getByRole('dialog').waitFor();
  },
  profile: async (page) => page.goto(`${url}/console/profile/individual/${(await matchOf(page, 'C-1000')).resourceId}`),
  settings: (page) => page.goto(url + '/console/settings'),
  'settings-webhooks': async (page) => {
    await page.goto(url + '/console/settings');
    await page.getByText('Case management').waitFor();
    await page.getByRole('heading', { name: 'Webhooks' }).evaluate((element) => element.scrollIntoView());
  },
  'webhook-form': async (page) => {
    await page.goto(url + '/console/settings');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByRole('dialog').waitFor();
  },
};

for (const size of ['desk', 'phone']) {
  for (const colours of ['light', 'dark']) {
    test(`every page at ${size} width in ${colours} colours`, async () => {
      const page = await newPage({ size, colours });
      await page.goto(url + '/console/');
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await photograph(page, `sign-in-${size}-${colours}`);
      await signIn(page);
      await fill(page);
      await listsToJudge(page);
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
