// Holds the order of console/LAYERS: a folder of src/ imports earlier folders only, and text for
// people stands in src/strings alone (no JSX text elsewhere).
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(home, 'src');
const order = readFileSync(join(home, 'LAYERS'), 'utf8')
  .split('\n').filter((line) => line && !line.startsWith('#')).map((line) => line.split(' '));
const rank = new Map(order.flatMap((folders, index) => folders.map((folder) => [folder, index])));

const files = (folder) => readdirSync(folder).flatMap((name) => {
  const path = join(folder, name);
  return statSync(path).isDirectory() ? files(path) : /\.tsx?$/.test(name) ? [path] : [];
});

const faults = [];
for (const path of files(source)) {
  const folder = relative(source, path).split('/')[0];
  const text = readFileSync(path, 'utf8');
  const where = relative(home, path);
  if (!rank.has(folder)) {
    faults.push(`${where}: its folder is not in LAYERS`);
    continue;
  }
  for (const [, target] of text.matchAll(/(?:from |import |import\()'(\.[^']*)'/g)) {
    const other = relative(source, resolve(dirname(path), target)).split('/')[0];
    if (other !== folder && !(rank.get(other) < rank.get(folder))) faults.push(`${where}: imports ${target}, of a later layer`);
  }
  if (folder !== 'strings' && path.endsWith('.tsx')) {
    const code = text.replace(/\/\/.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '');
    for (const pattern of [/<[A-Za-z][^<>]*(?<!=)>\s*([A-Z][a-z]+[^<>{}]*)</g, /\b(?:aria-label|label|title|placeholder|description)="([^"]+)"/g])
      for (const [, words] of code.matchAll(pattern)) faults.push(`${where}: "${words.trim()}" belongs into src/strings`);
  }
}
for (const fault of faults) console.error(fault);
process.exit(faults.length ? 1 : 0);
