import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { api, barriers, closeBrowser, newPage, openBrowser, photograph, signIn, url } from './desk.js';

before(openBrowser);
after(closeBrowser);

const save = (page, monitorRecords) => api(page, 'POST', '/monitoring/individual/records/addOrUpdateMultiple', { monitorRecords });
const rows = (page) => page.getByRole('grid', { name: 'Cases' }).getByRole('row').filter({ has: page.getByRole('gridcell') });
const readCase = async (page, id) => (await api(page, 'GET', `/monitoring/case?family=individual&id=${encodeURIComponent(id)}`)).case;
const ready = async (page) => {
  await signIn(page);
  await save(page, [
    { id: 'CUST/1 ü', name: 'Barney Thistlewicke', dob: '1957-02-19', countries: ['GB'] },
    { id: 'CUST-2', name: 'Barney Thistlewicke', dob: '1999-01-05' },
    { id: 'CUST-3', name: 'Götz Leberecht Kühnapfel' },
  ]);
};

test('the cases have one row per customer, and the filters stand in the address', async () => {
  const page = await newPage();
  await ready(page);
  await page.goto(url + '/console/cases');
  await page.getByText('3 cases', { exact: true }).waitFor();
  assert.equal(await rows(page).count(), 3);
  await photograph(page, 'cases');
  assert.deepEqual(await barriers(page), []);
  // A linked address brings its filters.
  await page.goto(url + '/console/cases?birthDate=conflicts');
  await page.getByText('1 case', { exact: true }).waitFor();
  await rows(page).filter({ hasText: 'CUST-2' }).waitFor();
  await page.goto(url + '/console/cases');
  await page.getByRole('textbox', { name: 'Search names and record ids' }).fill('kühn');
  await page.waitForURL(/search=k/);
  await page.getByText('1 case', { exact: true }).waitFor();
  await rows(page).filter({ hasText: 'CUST-3' }).waitFor();
  assert.deepEqual(page.complaints, []);
});

test('a view is saved, chosen by a colleague, and deleted', async () => {
  const page = await newPage();
  await ready(page);
  await page.goto(url + '/console/cases?birthDate=agrees&sort=oldest');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save these filters as a view' }).click();
  await page.getByLabel('Name of the view').fill('Same birthday');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('View “Same birthday” saved').waitFor();
  const colleague = await newPage();
  await signIn(colleague, { username: 'ben', path: '/console/cases' });
  await colleague.getByRole('button', { name: 'Views' }).click();
  await colleague.getByRole('menuitem', { name: 'Same birthday' }).click();
  await colleague.waitForURL(/birthDate=agrees/);
  await colleague.getByText('1 case', { exact: true }).waitFor();
  await colleague.getByRole('button', { name: 'Same birthday' }).click();
  await colleague.getByRole('menuitem', { name: 'Delete the view “Same birthday”' }).click();
  await colleague.getByText('View “Same birthday” deleted').waitFor();
  assert.deepEqual([...page.complaints, ...colleague.complaints], []);
});

test('a case shows both sides, takes a decision, and tells it in its timeline', async () => {
  const page = await newPage();
  await ready(page);
  await page.goto(url + '/console/cases?search=CUST%2F1%20%C3%BC');
  await rows(page).getByRole('link', { name: 'Barney Thistlewicke' }).click();
  await page.getByRole('heading', { level: 1, name: 'Barney Thistlewicke' }).waitFor();
  await page.getByRole('tab', { name: /Barnaby Aldous Thistlewick/ }).waitFor();
  await page.getByRole('table').first().waitFor();
  await page.getByRole('complementary', { name: 'Customer' }).getByText('1957-02-19').waitFor();
  await page.getByText('Match found').waitFor();
  await photograph(page, 'case');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Case file' }).click()]);
  assert.equal(file.suggestedFilename(), 'case-CUST_1___.zip');
  const [paper] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PDF', exact: true }).click()]);
  assert.equal(paper.suggestedFilename(), 'case-CUST_1___.pdf');
  assert.deepEqual(await barriers(page), []);
  await page.getByRole('tabpanel').getByLabel('False positive').check();
  await page.getByRole('tabpanel').getByLabel('Comment', { exact: true }).fill('Another person.');
  await page.getByRole('tabpanel').getByRole('button', { name: 'Save review' }).click();
  await page.getByText('1 review saved').waitFor();
  await page.getByRole('complementary', { name: 'Customer' }).getByText('Another person.').waitFor();
  assert.equal((await readCase(page, 'CUST/1 ü')).matches[0].match.currentStatus, 'false-positive');
  assert.equal((await readCase(page, 'CUST-2')).matches[0].match.currentStatus, 'open');
  await page.goto(url + '/console/case/individual/absent');
  await page.getByText('This case is gone.').waitFor();
  assert.deepEqual(page.complaints, []);
});

test('a decision that a colleague was faster with is not overwritten', async () => {
  const page = await newPage();
  await ready(page);
  await save(page, [{ id: 'RACE', name: 'Barney Thistlewicke' }]);
  await page.goto(url + '/console/case/individual/RACE');
  // Whoever has begun to decide has decided about what stood there then.
  const review = page.getByRole('tabpanel');
  await review.getByLabel('Discarded').check();
  const { match } = (await readCase(await colleagueOf(), 'RACE')).matches[0];
  await api(await colleagueOf(), 'POST', '/monitoring/individual/records/matches/insertMultipleReviews', { id: 'RACE', reviews: [{ qrCode: match.qrCode, status: 'true-positive' }] });
  await review.getByRole('button', { name: 'Save review' }).click();
  await page.getByText('1 match was reviewed by somebody else meanwhile and left alone.').waitFor();
  assert.equal((await readCase(await colleagueOf(), 'RACE')).matches[0].match.currentStatus, 'true-positive');
});

let colleague;
async function colleagueOf() {
  if (!colleague) {
    colleague = await newPage();
    await signIn(colleague, { username: 'ben' });
  }
  return colleague;
}

test('a long queue scrolls to its end with a bounded number of rows on the page', async () => {
  const page = await newPage();
  await ready(page);
  const many = 1000;
  await save(page, Array.from({ length: many }, (_, index) => ({ id: `MANY-${String(index).padStart(4, '0')}`, name: 'Barney Thistlewicke' })));
  await page.goto(url + '/console/cases?sort=record&search=Barney');
  const grid = page.getByRole('grid', { name: 'Cases' });
  await rows(page).first().waitFor();
  const last = grid.getByText(`MANY-${String(many - 1).padStart(4, '0')}`);
  let most = 0;
  for (let step = 0; step < 200 && !(await last.isVisible()); ++step) {
    most = Math.max(most, await rows(page).count());
    const before = await grid.evaluate((element) => { element.scrollTop = element.scrollHeight; return element.scrollTop; });
    // Either the end is in sight, or more was loaded and the table has grown.
    await page.waitForFunction(([top, name]) => {
      const element = document.querySelector('[role=grid]');
      return element.scrollHeight - element.clientHeight > top + 1 || element.textContent.includes(name);
    }, [before, `MANY-${String(many - 1).padStart(4, '0')}`]);
  }
  await last.waitFor();
  assert.ok(most <= 60, `${most} rows in the page`);
  assert.deepEqual(page.complaints, []);
});

test('a report tells what was decided, and comes as CSV', async () => {
  const page = await newPage();
  await ready(page);
  await save(page, [{ id: 'REPORTED', name: 'Barney Thistlewicke' }]);
  const { match } = (await readCase(page, 'REPORTED')).matches[0];
  await api(page, 'POST', '/monitoring/individual/records/matches/insertMultipleReviews', { id: 'REPORTED', reviews: [{ qrCode: match.qrCode, status: 'true-positive' }] });
  await page.goto(url + '/console/reports');
  const analysts = page.getByRole('table', { name: 'By analyst' });
  await analysts.getByRole('rowheader', { name: 'ana' }).waitFor();
  await page.getByRole('table', { name: 'By list' }).getByRole('rowheader', { name: /Demonstration/ }).first().waitFor();
  await photograph(page, 'reports');
  assert.deepEqual(await barriers(page), []);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()]);
  assert.match(file.suggestedFilename(), /^decisions-.*\.csv$/);
  assert.deepEqual(page.complaints, []);
});

test('an admin reads the audit chain and verifies it; an analyst does not see it', async () => {
  const page = await newPage();
  await ready(page);
  await page.goto(url + '/console/audit');
  await page.getByRole('grid', { name: 'Audit' }).getByRole('button', { name: 'record.created' }).first().waitFor();
  await page.getByRole('button', { name: 'Verify the chain' }).click();
  await page.getByText('The chain holds').waitFor();
  await photograph(page, 'audit');
  assert.deepEqual(await barriers(page), []);
  await page.goto(url + '/console/audit?category=session');
  await page.getByRole('grid', { name: 'Audit' }).getByRole('button', { name: 'session.opened' }).first().click();
  await page.getByRole('heading', { name: /^Entry/ }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'record.created' }).count(), 0);
  const analyst = await newPage();
  await signIn(analyst, { username: 'ben', path: '/console/audit' });
  await analyst.getByText('Only admins see the audit chain.').waitFor();
  assert.equal(await analyst.getByRole('link', { name: 'Audit' }).count(), 0);
  assert.deepEqual([...page.complaints, ...analyst.complaints], []);
});

for (const size of ['desk', 'phone'])
  for (const colours of ['light', 'dark'])
    test(`the pages of cases have no barriers: ${size}, ${colours}`, async () => {
      const page = await newPage({ size, colours });
      await ready(page);
      for (const [path, there] of [['/console/cases', 'grid'], ['/console/case/individual/CUST-3', 'tab'], ['/console/reports', 'table'], ['/console/audit', 'grid']]) {
        await page.goto(url + path);
        await page.getByRole(there).first().waitFor();
        assert.deepEqual(await barriers(page), [], path);
      }
      assert.deepEqual(page.complaints, []);
    });
