// Packs what Vite built, the guides of docs/ and Swagger UI into one file that the C++ build embeds. The format is
// described in src/api/console/console_assets.h.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { guides } from './guides.js';

const home = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const out = join(home, '..', 'build', 'console');
const types = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8',
  '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png', '.woff2': 'font/woff2', '.txt': 'text/plain; charset=utf-8',
};

const files = new Map();
const walk = (folder, base) => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) walk(path, base);
    else files.set('console/' + relative(base, path), readFileSync(path));
  }
};
walk(join(out, 'dist'), join(out, 'dist'));

// Swagger UI, with the digest of each file in its name so that it can be cached for ever.
const swagger = join(home, 'node_modules', 'swagger-ui-dist');
const hashed = (name, bytes) =>
  `docs/assets/${name.replace(/\.(\w+)$/, `-${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}.$1`)}`;
// The page with the hashed names of the files that it loads.
const page = (template, parts) => {
  let text = readFileSync(join(home, template), 'utf8');
  for (const [name, path] of parts) {
    const bytes = readFileSync(path);
    const named = hashed(name, bytes);
    files.set(named, bytes);
    text = text.replace(`/docs/${name}`, '/' + named);
  }
  return text;
};
files.set('docs/api.html', Buffer.from(page('docs.html', [
  ['swagger-ui.css', join(swagger, 'swagger-ui.css')], ['swagger-ui-bundle.js', join(swagger, 'swagger-ui-bundle.js')],
  ['docs.js', join(home, 'docs.js')], ['docs.css', join(home, 'docs.css')]])));
const guide = page('guide.html', [['guide.css', join(home, 'guide.css')], ['guide.js', join(home, 'guide.js')]]);
for (const [name, bytes] of guides(join(home, '..', 'docs'), guide, hashed)) files.set(name, bytes);

const rows = [];
const blobs = [];
let offset = 0;
const add = (bytes) => {
  blobs.push(bytes);
  offset += bytes.length;
  return [offset - bytes.length, bytes.length];
};
for (const [path, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const type = types[extname(path)];
  if (!type) throw new Error(`no content type for ${path}`);
  const smaller = gzipSync(bytes, { level: 9 });
  const plain = add(bytes);
  const gzipped = smaller.length < bytes.length && extname(path) !== '.woff2' ? add(smaller) : [0, 0];
  rows.push([path, type, ...plain, ...gzipped].join('\t') + '\n');
}
const index = Buffer.from(rows.join(''));
mkdirSync(out, { recursive: true });
// Written aside and renamed: a build that runs at the same time sees the old pack or the new one.
writeFileSync(join(out, 'console.pack.new'), Buffer.concat([Buffer.from(`${index.length}\n`), index, ...blobs]));
renameSync(join(out, 'console.pack.new'), join(out, 'console.pack'));
