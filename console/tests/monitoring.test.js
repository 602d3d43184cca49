import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { api, barriers, closeBrowser, newPage, openBrowser, photograph, repository, signIn, url, vedette } from './desk.js';
import { until } from './queue.js';

before(openBrowser);
after(closeBrowser);

const people = (...names) => ({ monitorRecords: names.map((name, index) => ({ id: `${name.split(' ')[0].toUpperCase()}-${index + 1}`, name })) });
const addPeople = (page, ...names) => api(page, 'POST', '/monitoring/individual/records/addOrUpdateMultiple', people(...names));
const rows = (page) => page.getByRole('grid', { name: 'Queue' }).getByRole('row').filter({ has: page.getByRole('gridcell') });
const statusOf = async (page, id) => (await api(page, 'GET', `/monitoring/individual/records/matches/getAll?individual_monitor_record_id=${encodeURIComponent(id)}`)).matches[0].currentStatus;

test('an empty project says how to begin', async () => {
  const page = await newPage();
  await signIn(page, { project: 'EMPTY', username: 'eva' });
  await page.getByText('Nothing is watched yet').waitFor();
  await page.goto(url + '/console/queue');
  await page.getByText('Nothing is waiting').waitFor();
  await page.goto(url + '/console/records');
  await page.getByText('No records yet').waitFor();
  assert.deepEqual(page.complaints, []);
});

test('a search is saved as a record, which opens a match', async () => {
  const page = await newPage();
  await signIn(page, { path: '/console/screening' });
  await page.getByRole('textbox', { name: 'Name' }).fill('Barney Thistlewicke');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save as record' }).click();
  await page.getByLabel('Record id').fill('CUST/1 ü');
  await page.getByRole('dialog').getByRole('button', { name: 'Save as record' }).click();
  await page.getByRole('heading', { level: 1, name: 'Barney Thistlewicke' }).waitFor();
  await page.getByRole('link', { name: 'Barney Thistlewick', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Barnaby Aldous Thistlewick' }).waitFor();
  await page.getByRole('table', { name: 'How the words of the two names meet' }).waitFor();
  await page.getByText('Match found').waitFor();
  assert.deepEqual(page.complaints, []);
});

test('matches are reviewed from the keyboard alone, and the last decision is undone', async () => {
  const page = await newPage();
  await signIn(page);
  await addPeople(page, 'Ghislain Lhermiteau', 'Achille Nkoulou Mbarga', 'Tobias Wren Hollingberry');
  await page.goto(url + '/console/queue');
  await rows(page).first().waitFor();
  const before = await rows(page).count();
  const first = await rows(page).first().innerText();
  await page.keyboard.press('2');
  await page.getByText('1 match set to “False positive”').waitFor();
  await page.waitForFunction((n) => document.querySelectorAll('[role=row] [role=gridcell]:first-child').length === n, before - 1);
  assert.notEqual(await rows(page).first().innerText(), first);
  await page.keyboard.press('u');
  await page.getByText('1 review undone').waitFor();
  await page.waitForFunction((n) => document.querySelectorAll('[role=row] [role=gridcell]:first-child').length === n, before);
  // Down and up, help, and into a match and back.
  await page.keyboard.press('j');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Why it matched' }).waitFor();
  await page.keyboard.press('c');
  await page.keyboard.type('Born in another year.');
  assert.equal(await page.getByLabel('Comment', { exact: true }).inputValue(), 'Born in another year.');
  await page.getByLabel('False positive').check();
  await page.getByRole('combobox', { name: 'Risk rating' }).fill('Low-Risk');
  await page.getByRole('button', { name: 'Save review' }).click();
  await page.getByText('Review saved').waitFor();
  await page.getByRole('complementary', { name: 'Review' }).getByText('Born in another year.').waitFor();
  await page.keyboard.press('Escape');
  assert.deepEqual(page.complaints, []);
});

test('many matches are reviewed at once', async () => {
  const page = await newPage();
  await signIn(page);
  await addPeople(page, 'Edeltraud Oehme', 'Hieronymus Zwyssigler', 'Guillaume Vanhoegaerde');
  await page.goto(url + '/console/queue');
  await rows(page).first().waitFor();
  const count = await rows(page).count();
  assert.ok(count >= 3);
  await page.keyboard.press('Shift+X');
  await page.getByText(`${count} selected`).waitFor();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: `Review ${count} matches` });
  await dialog.getByLabel('Discarded').check();
  await dialog.getByLabel('Comment', { exact: true }).fill('Cleared together after the branch audit.');
  await dialog.getByRole('button', { name: 'Save review' }).click();
  await page.getByText(`${count} matches set to “Discarded”`).waitFor();
  await page.getByText('Nothing is waiting').waitFor();
  assert.equal(await statusOf(page, 'EDELTRAUD-1'), 'discarded');
});

test('of two reviewers of one match the later is told who decided what', async () => {
  const [ana, ben] = [await newPage(), await newPage()];
  await signIn(ana);
  await signIn(ben, { username: 'ben' });
  await api(ana, 'POST', '/monitoring/individual/records/addOrUpdateMultiple', { monitorRecords: [{ id: 'TWO-1', name: 'Annegret Muessigbrodt' }] });
  const [match] = (await api(ana, 'GET', '/monitoring/individual/records/matches/getAll?individual_monitor_record_id=TWO-1')).matches;
  for (const page of [ana, ben]) {
    await page.goto(`${url}/console/match/individual/TWO-1/${match.qrCode}`);
    await page.getByText('Match found').waitFor();
  }
  // Ben has typed a while when Ana decides; his page must not take her decision for what he saw.
  await ben.getByLabel('False positive').check();
  await ben.getByLabel('Comment', { exact: true }).fill('I think this is somebody else.');
  await ana.getByLabel('True positive').check();
  await ana.getByRole('button', { name: 'Save review' }).click();
  await ana.getByText('Review saved').waitFor();
  await ben.getByRole('button', { name: 'Save review' }).click();
  await ben.getByText('This match was set to “True positive” by ana').waitFor();
  assert.equal(await ben.getByLabel('Comment', { exact: true }).inputValue(), 'I think this is somebody else.');
  assert.equal(await statusOf(ana, 'TWO-1'), 'true-positive');
  await photograph(ben, 'review-conflict');
  assert.deepEqual([...ana.complaints, ...ben.complaints], []);
});

test('a CSV file is previewed with an error for each wrong line, and the rest is imported', async () => {
  const page = await newPage();
  await signIn(page, { path: '/console/records' });
  const file = join(tmpdir(), `vedette-import-${process.pid}.csv`);
  writeFileSync(file, '\uFEFFCustomer ID;Full name;Country;DOB;Shoe size\r\nI-1;"Kühnapfel; Götz";DE;1976-01-09;44\r\nI-2;;DE;;\r\nI-3;Solène Kerbrat;FR;1991-02-31;\r\nI-1;Somebody Twice;;;\r\nI-5;Wolfram Maria Ferdinand Leberecht Pahl von und zu Hohenstein-Sickingen;XX;1969;\r\nI-6;Aroha Tewhakanui;NZ;;\r\nI-7;Thistlewick; Barnaby;GB;1957;44\r\n');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import records from a file' });
  await page.locator('input[type=file]').setInputFiles({ name: 'broken.csv', mimeType: 'text/csv', buffer: Buffer.from('id,name\nI-1,"Ann\nI-2,Bob\n') });
  await dialog.getByText('line 2: a quote is never closed').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Import 0 records' }).isDisabled(), true);
  await page.locator('input[type=file]').setInputFiles({ name: 'parts.csv', mimeType: 'text/csv', buffer: Buffer.from('id,name,Maiden name\nI-1,Ann,Berg\n') });
  await dialog.getByText('Maiden name looks like a part of the customers').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Import 0 records' }).isDisabled(), true);
  await page.locator('input[type=file]').setInputFiles(file);
  await dialog.getByText('3 lines ready, 4 lines with errors').waitFor();
  await dialog.getByText('Columns that are not used: Country, Shoe size').waitFor();
  await dialog.getByLabel('Watch each customer only among profiles of its countries').check();
  await dialog.getByText('2 lines ready, 5 lines with errors').waitFor();
  for (const problem of ['the name is missing', 'the date of birth is not a date', 'the id stands twice', 'a country code is not known', 'the line has more cells than the header'])
    await dialog.getByText(problem).waitFor();
  await dialog.getByText('Columns that are not used: Shoe size').waitFor();
  await page.setViewportSize({ width: 1400, height: 900 });
  const preview = dialog.getByRole('region', { name: 'Import records from a file' });
  assert.equal(await preview.evaluate((box) => box.scrollWidth - box.clientWidth), 0, 'no problem is cut off');
  await photograph(page, 'import-preview');
  await dialog.getByRole('button', { name: 'Import 2 records' }).click();
  await dialog.getByText('2 created, 0 updated, 0 unchanged, 5 refused').waitFor();
  await dialog.getByText('5 lines were left out because of their errors').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('link', { name: 'I-6' }).waitFor();
  assert.equal((await api(page, 'GET', '/monitoring/individual/records/getSingle?individual_monitor_record_id=I-1')).name, 'Kühnapfel; Götz');
  // Another person under a known id: what that closes is told.
  await page.getByRole('button', { name: 'Import' }).click();
  await page.locator('input[type=file]').setInputFiles({ name: 'renamed.csv', mimeType: 'text/csv', buffer: Buffer.from('id,name\nI-6,Wilhelmina Quarterbrook\n') });
  await dialog.getByRole('button', { name: 'Import 1 record' }).click();
  await dialog.getByText('1 open match was closed, because the changed records no longer match.').waitFor();
  await api(page, 'PUT', '/monitoring/individual/records/addOrUpdateSingle', { id: 'I-6', name: 'Aroha Tewhakanui' });
  assert.deepEqual(page.complaints, []);
});

test('a file means the same in the console and at the command line, and an exported one changes nothing', async () => {
  const page = await newPage();
  await signIn(page, { project: 'EMPTY', username: 'eva', path: '/console/records' });
  const file = join(tmpdir(), `vedette-types-${process.pid}.csv`);
  writeFileSync(file, 'sep=;\r\nKundentyp;id;Vorname;last name;name;dob;gender;shoe\r\nLegal entity;C-1;;;"Sepetibano\r\nPescados, Limitada";;;\r\nindividual;C-1;Barney;Thistlewicke;;19.02.1957;m;44\r\nNatürliche Person;C-2;Götz;Kühnapfel;Kühnapfel;9-Jan-1976;;\r\n');
  const importFile = async (chosen) => {
    await page.getByRole('button', { name: 'Import', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Import records from a file' });
    await page.locator('input[type=file]').setInputFiles(chosen);
    await dialog.getByText('3 lines ready, 0 lines with errors').waitFor();
    await dialog.getByRole('button', { name: 'Import 3 records' }).click();
    const told = await dialog.getByText(/\d+ created, /).innerText();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    return told;
  };
  const latin = { name: 'latin.csv', mimeType: 'text/csv', buffer: Buffer.from('id;name\nL1;Jörg Fenwright\n', 'latin1') };
  await page.getByRole('button', { name: 'Import', exact: true }).first().click();
  await page.locator('input[type=file]').setInputFiles(latin);
  await page.getByText('was read as Windows-1252').waitFor();
  await page.getByRole('region', { name: 'Import records from a file' }).getByText('Jörg Fenwright').waitFor();
  await page.keyboard.press('Escape');
  assert.match(await importFile(file), /3 created, 0 updated, 0 unchanged, 0 refused/);
  assert.match((await vedette('records', 'import', file, '--project', 'EMPTY')).stdout, /3 rows: 0 created, 0 updated, 3 unchanged, 0 refused/);
  const exported = join(tmpdir(), `vedette-exported-${process.pid}.csv`);
  await vedette('records', 'export', exported, '--project', 'EMPTY');
  assert.match(await importFile(exported), /0 created, 0 updated, 3 unchanged, 0 refused/);
  assert.match(readFileSync(exported, 'utf8'), /business,C-1,"Sepetibano Pescados, Limitada",[^]*individual,C-1,Barney Thistlewicke,,1957-02-19,male,[^]*individual,C-2,Götz Kühnapfel,,1976-01-09,/);
  assert.deepEqual(page.complaints, []);
});

test('records are added, edited, deleted and exported', async () => {
  const page = await newPage();
  await signIn(page, { path: '/console/records' });
  await page.getByRole('button', { name: 'Add a record' }).first().click();
  await page.getByRole('dialog').getByText('Business', { exact: true }).click();
  await page.getByLabel('Id', { exact: true }).fill('SHOP-1');
  await page.getByLabel('Name', { exact: true }).fill('Corner Shop of Nowhere');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Corner Shop of Nowhere' }).waitFor();
  await page.getByText('Nobody on the lists matches this record.').waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Thistlewick Lantern Trust');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: /Thistlewick Lantern/ }).waitFor();
  await page.getByRole('link', { name: 'Records' }).click();
  await page.getByRole('tab', { name: 'Businesses' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()]);
  assert.match(readFileSync(await download.path(), 'utf8'), /^\uFEFF"type","id","name",.*"openCount".*\r\n(.*\r\n)*"business","SHOP-1","Thistlewick Lantern Trust"/);
  await page.getByRole('link', { name: 'SHOP-1' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('SHOP-1 deleted').waitFor();
  assert.deepEqual(page.complaints, []);
});

test('an analyst sees no button that only an admin may press', async () => {
  const page = await newPage();
  await signIn(page, { username: 'ben', path: '/console/records' });
  await page.getByRole('grid', { name: 'Records' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Add a record' }).count(), 0);
  await page.goto(url + '/console/settings');
  await page.getByText('Only admins of the project see and change its users.').waitFor();
});

test('another threshold shows what it would give and screens again', async () => {
  const page = await newPage();
  await signIn(page, { path: '/console/settings' });
  const slider = page.getByRole('slider', { name: 'Threshold for monitoring' });
  await slider.focus();
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowRight');
  await page.getByText(/\d+ match(es)? at or above/).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved. Records are screened again.').waitFor();
  assert.equal((await api(page, 'GET', '/monitoring/settings')).threshold, 85);
  assert.deepEqual(await barriers(page), []);
});

test('a list that changes opens new matches while the queue is being watched', async () => {
  const page = await newPage();
  await signIn(page);
  await api(page, 'PUT', '/monitoring/settings', { threshold: 80 });
  await api(page, 'POST', '/monitoring/business/records/addOrUpdateSingle', { id: 'LIVE-1', name: 'Al-Manara and Brothers Exchange' });
  const waiting = (await api(page, 'GET', '/monitoring/matches?search=LIVE-1')).total;
  await page.goto(url + '/console/queue');
  await page.getByLabel('Search names and record ids').fill('LIVE-1');
  if (waiting === 0) await page.getByText('No match fits these filters').waitFor();
  else await rows(page).first().waitFor();
  const before = await page.evaluate(() => performance.timeOrigin);
  await vedette('lists', 'import', join(repository, 'data/demo/vedette-demo-2026-02.jsonl'));
  await page.waitForFunction(async () => {
    const answer = await fetch('/monitoring/business/records/matches/getAll?business_monitor_record_id=LIVE-1', { headers: { 'X-Vedette-Console': '1' } });
    return (await answer.json()).data.matches.some(({ match }) => match === 'Al-Manara and Brothers Exchange');
  }, null, { timeout: 60000 });
  await rows(page).filter({ hasText: 'Al-Manara and Brothers Exchange' }).first().waitFor();
  // Nobody reloaded the page.
  assert.equal(await page.evaluate(() => performance.timeOrigin), before);
  await page.goto(url + '/console/lists');
  await page.getByText('Generation 2 is being searched').waitFor();
  assert.deepEqual(page.complaints, []);
});

test('what happens before the page listens is shown too', async () => {
  const page = await newPage();
  await signIn(page, { path: '/console/settings' });
  let listen;
  const mayListen = new Promise((resolve) => { listen = resolve; });
  await page.route('**/monitoring/events/stream', (route) => mayListen.then(() => route.continue()));
  await page.goto(url + '/console/queue');
  await page.getByLabel('Search names and record ids').fill('EARLY-1');
  await page.getByText('No match fits these filters').waitFor();
  await api(page, 'POST', '/monitoring/individual/records/addOrUpdateSingle', { id: 'EARLY-1', name: 'Barnaby Aldous Thistlewick' });
  listen();
  await rows(page).filter({ hasText: 'EARLY-1' }).first().waitFor();
  assert.deepEqual(page.complaints, []);
});

test('a match names its list, and counts as a profile of interest when the own list has no dataset', async () => {
  const page = await newPage();
  await signIn(page);
  await addPeople(page, 'Peregrine Oakhanger');
  await vedette('lists', 'import', join(repository, 'tests/api/no-dataset.jsonl'));
  // What arrives while the queue is on the screen waits there behind a button.
  await until(async () => (await api(page, 'GET', '/monitoring/matches?search=Peregrine')).matches.some(({ lists }) => lists.some(({ name }) => name === 'Own notes (fictional)')), 'the match of the own list');
  await page.goto(url + '/console/queue');
  const found = rows(page).filter({ hasText: 'Peregrine Oakhanger' });
  await found.first().getByText('Own notes (fictional)').waitFor();
  await photograph(page, 'queue-lists');
  await found.first().getByRole('link', { name: 'Peregrine Oakhanger' }).click();
  await page.getByText('This record and this profile met for the first time').waitFor();
  await page.getByRole('definition').filter({ hasText: 'Own notes (fictional)' }).waitFor();
  await page.goto(url + '/console/');
  await page.getByRole('listitem').filter({ hasText: 'POI' }).first().waitFor();
  assert.deepEqual(page.complaints, []);
});
