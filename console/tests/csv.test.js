// Files of monitor records, and where a question is asked: what is pure needs no browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { domain } from './domain.js';

const { parseCsv, recordsCsv, rejectedCsv } = domain('csv');
const { readWorkbook, workbookDate, isDateFormat } = domain('workbook');
const { planImport } = domain('import-plan');
const { readText } = domain('text-file');
const { dateInOrder, isPartialDate, isUnknownDate, unknownDates } = domain('birth-date');

// A zip of these files, each packed.
function zipOf(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034B50, 0);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014B50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(head, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054B50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]));
}

const wishes = { family: 'individual', untyped: null, useCountries: false, countries: new Map() };
const whole = (text, more = {}) => {
  const { rows, broken } = parseCsv(text);
  assert.equal(broken, null);
  return planImport(rows, { ...wishes, ...more });
};
const plan = (text, more) => whole(text, more).lines;

test('a line with more cells than the header is not read as something else', () => {
  const [cut, right] = plan('id,name\nx9,Thistlewicke, Barney\nx9,"Thistlewicke, Barney"\n');
  assert.deepEqual(cut.problems, ['surplusCells']);
  assert.deepEqual(right, { line: 3, family: 'individual', record: { id: 'x9', name: 'Thistlewicke, Barney' }, problems: [] });
});

test('separators behind the last cell are harmless, and make no column that swallows a part of a name', () => {
  assert.deepEqual(plan('id,name\n1,Ann,,\n2,Bob, \n').map(({ problems }) => problems), [[], []]);
  assert.deepEqual(plan('id,name,,\n1,Ann,,\n2,Thistlewicke, Barney,\n').map(({ problems }) => problems), [[], ['surplusCells']]);
});

test('quotes that are not closed, or not where they seem to be, break the file', () => {
  assert.deepEqual(parseCsv('id,name\nz1,Omega\nz2,"Alpha\nz3,Beta\n').broken, { line: 3, why: 'unclosedQuote' });
  assert.deepEqual(parseCsv('id,name\nz2,"Alpha\nz3,"Beta"\n').broken, { line: 2, why: 'textAfterQuote' });
  assert.equal(parseCsv('id,name\r\nz2,"Al ""Capo"" pha"\r\n"z3",""').broken, null);
});

test('a line knows where it stands in the file', () => {
  assert.deepEqual(plan('id,name\r\n\r\n1,"Ann\nof two lines"\r\n2,Bob').map(({ line }) => line), [3, 5]);
  assert.deepEqual(plan('id,name\r1,Ann\r2,Bob\r').map(({ line }) => line), [2, 3]);
});

test('an import takes back what an export wrote', () => {
  const ids = ['-3', '=1+1', "'=1+1", "''@x", "'quoted", ' lead', 'trail ', '\ttab', 'a,b', 'say "so"', '+', "O'Neil"];
  const records = ids.map((id) => ({ id, name: `@Name of ${id.trim()}`, countries: ['GB', 'deu'], dob: id === '+' ? '1957' : '', gender: '', openCount: 0, truePositiveCount: 0, falsePositiveCount: 0, discardedCount: 0, createdDateTimeISO: '', lastUpdatedDateTimeISO: '' }));
  const input = ({ id, name, countries, dob, gender }) => ({ id, name, dob, gender, countries });
  const codes = new Map([['GB', 'GB'], ['DEU', 'DE']]);
  // Whatever family is chosen, the file says what its lines are.
  const people = plan(recordsCsv('individual', records), { family: 'business', useCountries: true, countries: codes });
  assert.deepEqual(people.map(({ family, record }) => ({ family, record })), records.map((record) => ({ family: 'individual', record: input(record) })));
  const businesses = plan(recordsCsv('business', records));
  assert.deepEqual(businesses.map(({ family, record }) => ({ family, record })), records.map(({ id, name }) => ({ family: 'business', record: { id, name } })));
  assert.deepEqual([...people, ...businesses].flatMap(({ problems }) => problems), []);
  assert.equal(recordsCsv('business', []), '\uFEFF"type","id","name","countries","dob","gender","openCount","falsePositiveCount","truePositiveCount","discardedCount","createdDateTimeISO","lastUpdatedDateTimeISO"\r\n');
});

test('the column of types says of each line what it is, and one id may be a person and a business', () => {
  const text = 'id,name,type\nC-1,Sepetibano,business\nC-1,Barney,Individual\nC-1,Barney,person\nC-2,Kestrel,Legal entity\nC-3,Orlok,Vampire\nC-4,Ann,\n';
  const read = whole(text);
  assert.deepEqual(read.lines.map(({ family, problems }) => [family, ...problems]),
    [['business'], ['individual'], ['individual', 'duplicateId'], ['business'], [null, 'badType'], [null, 'noType']]);
  assert.deepEqual([read.hasTypes, read.untyped, read.ignored], [true, true, []]);
  // Nobody guesses what a line without a type is, but somebody may say it.
  assert.deepEqual(plan(text, { untyped: 'business' }).at(-1), { line: 7, family: 'business', record: { id: 'C-4', name: 'Ann' }, problems: [] });
  assert.deepEqual(plan('id,name\n1,Ann\n', { family: 'business' })[0].family, 'business');
});

test('a line that stays behind takes nobody’s id', () => {
  assert.deepEqual(plan('id,name,dob\n1,Ann,31.2.1980\n1,Ann,31.1.1980\n').map(({ problems }) => problems), [['badDate'], []]);
});

test('a name in two columns is one name, and nothing of it is left out', () => {
  const name = (text) => { const { record, problems } = plan(text)[0]; return problems.length > 0 ? problems : record.name; };
  assert.equal(name('id,First name,Last name\n1,Vasco,Orlok\n'), 'Vasco Orlok');
  assert.equal(name('id,Name,First name\n1,Orlok,Vasco\n'), 'Vasco Orlok');
  assert.equal(name('id,Name,Surname\n1,Vasco,Orlok\n'), 'Vasco Orlok');
  assert.equal(name('id,NOM,PRÉNOM\n1,Orlok,Vasco\n'), 'Vasco Orlok');
  assert.equal(name('id,Name,Middle name,Surname\n1,Vasco,Ivo,Orlok\n'), 'Vasco Ivo Orlok');
  assert.equal(name('id,name,surname\n1,"ORLOK, Vasco",Orlok\n'), 'ORLOK, Vasco');
  assert.equal(name('id,name,first name,last name\n1,Orlok,Vasco,Orlok\n'), 'Vasco Orlok');
  assert.equal(name('id,name,first name,last name\n1,,Vasco,Orlok\n'), 'Vasco Orlok');
  assert.deepEqual(name('id,name,first name,last name\n1,V. Orlok,Vasco,Orlok\n'), ['twoNames']);
  assert.equal(name('id,type,name,first name,last name\n1,company,Kestrel Ltd,Vasco,Orlok\n'), 'Kestrel Ltd');
  assert.equal(name('id,name\n1,"Vasco\r\n Orlok"\n'), 'Vasco Orlok');
  assert.deepEqual(whole('id,Surname\n1,Orlok\n').missing, ['firstName']);
  assert.deepEqual(whole('Surname,First name\nOrlok,Vasco\n').missing, ['id']);
});

test('dates are read where they can be read in one way only', () => {
  for (const text of ['07.10.1952', '7.10.1952', '7. 10. 1952', '1952.10.07', '1952/10/07', '1952-10-7', '19521007', '1952-10-07T00:00:00', '1952-10-07 00:00:00.000', '7-Oct-1952', '07 OCTOBER 1952'])
    assert.equal(dateInOrder(text), '1952-10-07', text);
  for (const text of ['1952-10-07T08:15:00', '19521307', '7-Okt-52', '07/10/1952', '10-07-1952', '31/31/1965', '10/31/1965 12:00:00 PM', '31.2.1980', '7.13.1952', '07.10.52', '7.10.1952.', '7..1952', '1952-13', '13/1952', '1952-00-07', 'Oct 32, 1965'])
    assert.equal(isPartialDate(dateInOrder(text)), false, text);
  for (const text of ['31/10/1965', '10/31/1965', '31-10-1965', '10-31-1965', 'Oct 31, 1965', 'October 31 1965', 'Oct-31-1965', '31 10 1965', '10/31/1965 12:00:00 AM', '31/10/1965 0:00', 'Oct 31, 1965 00:00:00'])
    assert.equal(dateInOrder(text), '1965-10-31', text);
  assert.equal(dateInOrder('03/03/1965'), '1965-03-03');
  for (const text of ['10.1952', 'Oct 1952', '10/1952', '1952/10', '1952-10-00', '00/10/1952', '19521000']) assert.equal(dateInOrder(text), '1952-10', text);
  for (const text of ['1952-00-00', '00/00/1952', '00.00.1952']) assert.equal(dateInOrder(text), '1952', text);
  for (const text of ['', 'n/a', 'N.A.', 'unknown', '0000-00-00', '00.00.0000', '00000000', '0000-00-00 00:00:00', '-', '--', 'none', 'NULL', '?', 'unbekannt'])
    assert.equal(isUnknownDate(text), true, text);
  assert.equal(isUnknownDate('1952'), false);
  assert.deepEqual(plan('id,name\n1,Ann\n,\n , \n').length, 1);
  assert.deepEqual(plan('id,name,dob\n1,Ann,n/a\n').map(({ record, problems }) => [record.dob, problems]), [['', []]]);
  assert.deepEqual(plan('id,name,dob\n1,Ann,7.10.1952\n2,Bob,\n').map(({ record }) => record.dob), ['1952-10-07', '']);
});

test('what parts the cells may be said by the first line, and stands outside of quotes', () => {
  assert.deepEqual(plan('\uFEFFsep=;\r\nid;name\r\n1;"Ann, of Two"\r\n').map(({ line, record }) => [line, record.name]), [[3, 'Ann, of Two']]);
  assert.deepEqual(plan('id;name;"a, b, c, d"\n1;Ann;x\n')[0].record.name, 'Ann');
});

test('every part of a name is in it, and one that is not understood is refused', () => {
  const names = (text) => plan(text).map(({ record }) => record.name);
  assert.deepEqual(names('id;Nombre;Primer apellido;Segundo apellido\n1;Vasco;Orlok;Ruiz\n2;Ana;Berg;\n'), ['Vasco Orlok Ruiz', 'Ana Berg']);
  assert.deepEqual(names('id;Apellido paterno;Apellido materno;Nombres\n1;Orlok;Ruiz;Vasco\n'), ['Vasco Orlok Ruiz']);
  assert.deepEqual(names('id;Фамилия;Имя;Отчество\n1;Орлов;Иван;Петрович\n'), ['Иван Петрович Орлов']);
  assert.deepEqual(names('id;Customer First Name;CUST_LAST_NAME\n1;Vasco;Orlok\n'), ['Vasco Orlok']);
  assert.deepEqual(names('id;Name;Middle name;Mother’s maiden name\n1;Vasco Orlok;Ruiz;Berg\n'), ['Vasco Orlok Ruiz']);
  for (const heading of ['Maiden name', 'Geburtsname', 'Third surname', 'Name 2', 'Otchestvo 2']) {
    const { lines, partsOfNames } = whole(`id;Name;${heading}\n1;Vasco;Orlok\n`);
    assert.deepEqual([lines, partsOfNames], [[], [heading]]);
  }
});

test('countries are codes or names', () => {
  const countries = new Map([['GB', 'GB'], ['UNITED KINGDOM', 'GB'], ['DEU', 'DE'], ['DE', 'DE']]);
  const [read, old, wrong] = plan('id,name,country\n1,Ann,"United Kingdom; deu"\n2,Bob,GB DE\n3,Eve,Atlantis\n', { useCountries: true, countries });
  assert.deepEqual([read.record.countries, old.record.countries, wrong.problems], [['GB', 'deu'], ['GB', 'DE'], ['badCountry']]);
});

test('a text may be UTF-8, UTF-16 or Windows-1252, and a name that has lost a letter is refused', () => {
  const text = 'id;name\nL1;Jörg\n';
  const utf16 = (big) => new Uint8Array([...`\uFEFF${text}`].flatMap((c) => { const [high, low] = [c.charCodeAt(0) >> 8, c.charCodeAt(0) & 255]; return big ? [high, low] : [low, high]; }));
  assert.deepEqual(readText(new TextEncoder().encode(text)), { text, encoding: 'UTF-8' });
  for (const bytes of [utf16(false), utf16(true), utf16(false).slice(2), utf16(true).slice(2)]) assert.deepEqual(readText(bytes), { text, encoding: 'UTF-16' });
  assert.deepEqual(readText(Buffer.from(text, 'latin1')), { text, encoding: 'Windows-1252' });
  assert.deepEqual(readText(Buffer.from('id\nA\0B\n')), { unreadable: { line: 2 } });
  // A damaged letter in a file that is UTF-8 costs its own line.
  const damaged = readText(Buffer.concat([Buffer.from('id,name\n1,Jörg\n2,'), Buffer.from([0x4A, 0xF6, 0x72, 0x67])]));
  assert.equal(damaged.encoding, 'UTF-8');
  assert.deepEqual(plan(damaged.text).map(({ problems }) => problems), [[], ['lostLetters']]);
});

test('one date settles the order of the whole file, as at the command line', () => {
  const births = (rows, more) => plan(`id,name,dob\n${rows}`, more).map(({ record, problems }) => problems[0] ?? record.dob);
  assert.deepEqual(births('1,Ann,03/04/1965\n2,Bob,31/10/1965\n'), ['1965-04-03', '1965-10-31']);
  assert.deepEqual(births('1,Ann,03/04/1965\n2,Bob,10/31/1965\n'), ['1965-03-04', '1965-10-31']);
  assert.deepEqual(births('1,Ann,03/04/1965\n2,Bob,5/5/1965\n'), ['badDate', '1965-05-05']);
  assert.deepEqual(births('1,Ann,03/04/1965\n2,Bob,31/10/1965\n3,Cay,10/31/1965\n')[0], 'badDate');
  assert.deepEqual(births('1,Ann,03/04/1965\n', { dateOrder: 'mdy' }), ['1965-03-04']);
  assert.deepEqual(whole('id,name,dob\n1,Ann,03/04/1965\n2,Bob,31/10/1965\n').dates, { needed: true, order: 'dmy', shownBy: { line: 3, text: '31/10/1965' }, both: false });
});

test('columns may be given another meaning, or none', () => {
  const text = 'Nr,Bezeichnung,Maiden name\n1,Ann,X\n';
  assert.deepEqual(whole(text).missing, ['id', 'name']);
  const { lines, missing, partsOfNames } = whole(text, { columns: { 0: 'id', 1: 'name', 2: 'ignore' } });
  assert.deepEqual([missing, partsOfNames, lines[0].record], [[], [], { id: '1', name: 'Ann' }]);
  assert.equal(whole('id,name,nom\n1,A,B\n', { columns: { 2: 'name' } }).lines[0].record.name, 'B');
});

test('a workbook is rows of texts', async () => {
  const rows = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>dob</t></is></c></row>'
    + '<row r="3"><c r="A3"><v>7</v></c><c r="B3" t="str"><f>X</f><v>Ann &amp; Bo</v></c><c r="C3" s="1"><v>24046</v></c></row><x:row><x:c><x:f>A1</x:f></x:c></x:row>';
  const read = await readWorkbook(zipOf({
    'xl/workbook.xml': '<workbook><sheets><sheet name="A &amp; B" sheetId="1" r:id="q"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="q" Target="worksheets/s.xml"/></Relationships>',
    'xl/sharedStrings.xml': '<sst><si><t>id</t></si><si><r><t xml:space="preserve">na</t></r><r><t>me</t></r><rPh sb="0"><t>no</t></rPh></si></sst>',
    'xl/styles.xml': '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\/mm\\/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"><alignment/></xf></cellXfs></styleSheet>',
    'xl/worksheets/s.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  }));
  assert.deepEqual(read, { sheets: ['A & B'], rows: [{ line: 1, cells: ['id', 'name', 'dob'] }, { line: 3, cells: ['7', 'Ann & Bo', '1965-10-31'] }, { line: 4, cells: ['#NO VALUE'] }] });
  assert.deepEqual(await readWorkbook(Buffer.from('PK\x03\x04 nothing')), { problem: 'notAWorkbook' });
  assert.deepEqual(planImport([{ line: 1, cells: ['id', 'name'] }, { line: 2, cells: ['1', '#N/A'] }], wishes).lines[0].problems, ['noName', 'spreadsheetError'].slice(1));
  assert.deepEqual([workbookDate(1, false), workbookDate(59, false), workbookDate(61, false), workbookDate(22584, true), workbookDate(24046.5, false), workbookDate(0.5, false)],
    ['1900-01-01', '1900-02-28', '1900-03-01', '1965-10-31', '1965-10-31T12:00:00', null]);
  assert.deepEqual(['yyyy', '[$-409]d\\-mmm', 'm/d', 'h:mm', '0.00 "days"', 'General'].map(isDateFormat), [true, true, true, false, false, false]);
});

test('lines with errors are saved with their reasons', () => {
  const { rows } = parseCsv('id,name\n1,=Ann\n2,Bob\n');
  assert.equal(rejectedCsv(['id', 'name'], rows, new Map([[2, 'why']])), '\uFEFF"id","name","Not taken because"\r\n"1","\'=Ann","why"\r\n');
});

test('headings and types are spelled as the command line knows them', () => {
  const { spellings, families } = domain('customer-columns');
  const sourceOf = (file) => readFileSync(new URL(`../../src/app/customers/${file}`, import.meta.url), 'utf8');
  const words = (text) => [...text.matchAll(/"([^"]+)"/g)].map(([, word]) => word);
  const columns = [...sourceOf('customer_columns.cc').matchAll(/\{&CustomerColumns::(\w+),\s*\{([^}]*)\}\}/g)].map(([, column, names]) => [column, words(names)]);
  const names = { key: 'id', first_name: 'firstName', middle_name: 'middleName', last_name: 'lastName', second_last_name: 'secondLastName', born: 'dob' };
  const { id, ...others } = spellings;
  // Two more that the API uses.
  const own = { id: id.filter((name) => !name.endsWith('monitorrecordid')), ...others };
  assert.deepEqual(Object.fromEntries(columns.map(([column, all]) => [names[column] ?? column, all])), own);
  const cells = sourceOf('customer_cells.cc');
  const listed = (name) => words(new RegExp(`${name}\\[\\] = \\{([^}]*)\\}`).exec(cells)[1]);
  assert.deepEqual(words(/kUnknown\[\] = \{([^}]*)\}/.exec(sourceOf('customer_dates.cc'))[1]), unknownDates);
  assert.deepEqual({ individual: listed('kPeople'), business: listed('kBusinesses') }, families);
  const { genders } = domain('customer-columns');
  assert.deepEqual({ male: listed('kMale'), female: listed('kFemale'), other: listed('kOther'), unknown: listed('kUnknown') }, genders);
  const { partsOfNames, ofOthers, ofCustomers } = domain('customer-columns');
  const parts = (name) => words(new RegExp(`${name}\\[\\] = \\{([^}]*)\\}`).exec(sourceOf('customer_columns.cc'))[1]);
  assert.deepEqual([parts('kPartsOfNames'), parts('kOfOthers'), parts('kOfCustomers')], [partsOfNames, ofOthers, ofCustomers]);
});

test('a question is asked in both families, save where its datasets fit one alone', () => {
  const { familiesOf, resultsOf } = domain('results');
  const known = [
    { code: 'PEP', individual: false, business: false, expandsTo: ['PEP-CURRENT', 'PEP-LINKED'] }, { code: 'SAN', individual: false, business: false, expandsTo: [] },
    { code: 'PEP-CURRENT', individual: true, business: false, expandsTo: [] }, { code: 'PEP-LINKED', individual: true, business: true, expandsTo: [] },
    { code: 'SOE-CURRENT', individual: false, business: true, expandsTo: [] }];
  const asked = (kind, ...datasets) => familiesOf(kind, datasets, known);
  assert.deepEqual(asked('both'), ['individual', 'business']);
  assert.deepEqual(asked('both', 'PEP'), ['individual', 'business']);
  assert.deepEqual(asked('both', 'PEP-CURRENT'), ['individual']);
  assert.deepEqual(asked('both', 'SOE-CURRENT'), ['business']);
  assert.deepEqual(asked('business', 'PEP-CURRENT'), ['business']);
  const doc = { id: 'p', name: 'P', types: ['sanction'], fields: [], sources: ['eu', 'own'], source_notes: { eu: { name: 'EU list' } } };
  const regime = { body: 'OFAC', types: [] };
  const found = resultsOf([{ hits: [{ doc, match_types_details: [], score: 0.85 }] },
    { items: [{ resourceId: 'b', name: 'B', score: 92, datasets: ['SAN-CURRENT'], addresses: [], sanEntries: { current: [{ regime }, { regime }], former: [] } }] }]);
  assert.deepEqual(found.map(({ name, family, score, sources }) => [name, family, score, sources]), [['B', 'business', 92, ['OFAC']], ['P', 'individual', 85, ['EU list', 'own']]]);
});

test('a party of unknown kind is in the answers of both families and shown once', () => {
  const { resultsOf, totalOf } = domain('results');
  const doc = (id, name) => ({ doc: { id, name, fields: [], types: [], sources: [], source_notes: {} }, match_types_details: [], score: 0.9 });
  const item = (resourceId, name, score) => ({ resourceId, name, score, datasets: [], addresses: [], sanEntries: { current: [], former: [] } });
  const answers = [
    { total_hits: 2, hits: [doc('a', 'Ann'), doc('u', 'Either')] },
    { total: 2, items: [item('u', 'Either', 90), item('b', 'Bee Ltd', 95)] },
  ];
  assert.deepEqual(resultsOf(answers).map(({ resourceId, family }) => [resourceId, family]), [['b', 'business'], ['a', 'individual'], ['u', 'individual']]);
  assert.equal(totalOf(answers), 3);
});
