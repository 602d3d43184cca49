// A picture of every page at both widths in both colours, each free of barriers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { api, barriers, closeBrowser, newPage, openBrowser, photograph, signIn, url } from './desk.js';

before(openBrowser);
after(closeBrowser);

const settled = async (page) => {
  // Nothing is loading any more, and has not been for a moment.
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => {
    const busy = document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root, [aria-busy=true]');
    globalThis.quiet = busy ? 0 : (globalThis.quiet ?? 0) + 1;
    return globalThis.quiet > 20;
  });
  await page.evaluate(() => { globalThis.quiet = 0; });
};

// A project that is at work: people and businesses in several scripts, some of them decided.
async function fill(page) {
  const names = ['Barney Thistlewicke', 'Götz Kuehnapfel', 'Ghislain Lhermiteau', 'Achille Nkoulou Mbarga', 'Наргиз Хазарбейли', 'Золотухов Аркадий', 'Annegret Muessigbrodt', 'Tobias Hollingberry', 'Wolfram Stroessenreuther', 'Niamh O\'Callaghan-Deasy', 'Edeltraud Oehme', 'Rupert Fenwright', 'Jane Nobody'];
  await api(page, 'POST', '/monitoring/individual/records/addOrUpdateMultiple', { monitorRecords: names.map((name, index) => ({ id: `C-${1000 + index}`, name, ...(index === 0 ? { dob: '1957-02-19', gender: 'male', countries: ['GB'] } : {}), ...(index === 1 ? { dob: '1980', countries: ['FR'] } : {}) })) });
  await api(page, 'POST', '/monitoring/business/records/addOrUpdateMultiple', { monitorRecords: [{ id: 'B-1', name: 'Thistlewick Lantern Trust', countries: ['GB'] }, { id: 'B-2', name: 'Al Manara Exchange' }, { id: 'B-3', name: 'Vega Lantern' }] });
  for (const [id, status, clientComment] of [['C-1002', 'true-positive', 'Passport number agrees with the list.'], ['C-1007', 'false-positive', 'Another date of birth and another country.'], ['C-1010', 'false-positive', 'Different person.']]) {
    const { matches } = await api(page, 'GET', `/monitoring/individual/records/matches/getAll?individual_monitor_record_id=${id}`);
    await api(page, 'POST', '/monitoring/individual/records/matches/insertMultipleReviews', { individual_monitor_record_id: id, reviews: matches.map(({ qrCode }) => ({ qrCode, status, clientComment, clientRiskRating: 'Low-Risk', clientUserId: 'ana' })) });
  }
  if ((await api(page, 'GET', '/monitoring/webhooks')).webhooks.length > 0) return;
  for (const [url, description, active] of [['https://hooks.invalid/vedette/matches', 'Case management', true], ['https://hooks.invalid/a/rather/long/path/that/has/to/break/somewhere/on/a/phone', '', false]])
    await api(page, 'POST', '/monitoring/webhooks', { url, description, active, events: active ? ['match.created', 'match.reopened', 'match.discarded'] : [] });
}
const matchOf = async (page, id) => (await api(page, 'GET', `/monitoring/individual/records/matches/getAll?individual_monitor_record_id=${id}`)).matches[0];

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
