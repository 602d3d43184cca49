// Files of monitor records: what is pure needs no browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import ts from 'typescript';

const source = readFileSync(new URL('../src/domain/csv.ts', import.meta.url), 'utf8');
const { outputText } = ts.transpileModule(source, { compilerOptions: { target: 'es2023', module: 'esnext' } });
const { parseCsv, planImport, recordsCsv } = await import(`data:text/javascript;base64,${Buffer.from(outputText).toString('base64')}`);

const plan = (text) => {
  const { rows, broken } = parseCsv(text);
  assert.equal(broken, null);
  return planImport(rows, 'individual', new Set(), false).lines;
};

test('a line with more cells than the header is not read as something else', () => {
  const [cut, whole] = plan('id,name\nx9,Thistlewicke, Barney\nx9,"Thistlewicke, Barney"\n');
  assert.deepEqual(cut.problems, ['surplusCells']);
  assert.deepEqual(whole, { line: 3, record: { id: 'x9', name: 'Thistlewicke, Barney' }, problems: [] });
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
  const records = ids.map((id) => ({ id, name: `@Name of ${id.trim()}`, countries: [], openCount: 0, truePositiveCount: 0, falsePositiveCount: 0, discardedCount: 0, createdDateTimeISO: '', lastUpdatedDateTimeISO: '' }));
  const lines = plan(recordsCsv('individual', records));
  assert.deepEqual(lines.map(({ record }) => record), records.map(({ id, name }) => ({ id, name })));
  assert.deepEqual(lines.flatMap(({ problems }) => problems), []);
});
