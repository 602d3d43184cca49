// Turns docs/*.md into the pages of /docs: one page per file, a navigation made of docs/README.md, and the
// sections that the search of the pages looks through. A link that leads out of docs/ becomes plain text.
import { readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Marked } from 'marked';

// The API reference is at /docs/api.
const addresses = { 'README.md': '', 'api.md': 'api-guide', 'measurements/README.md': 'measurements' };
const address = (file) => '/docs' + (file in addresses ? addresses[file] && '/' + addresses[file] : '/' + file.replace(/\.md$/, ''));
const pathOf = (file) => (file === 'README.md' ? 'docs/index.html' : address(file).slice(1) + '.html');

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
const plain = (html) => html.replace(/<[^>]*>/g, '').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&quot;/g, '"').replace(/&#39;/g, "'").replace(/&amp;/g, '&');
// As tests/docs/check_pages.py and GitHub have it.
const anchor = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}_\- ]/gu, '').replace(/ /g, '-');

const markdownFiles = (home) => [
  ...readdirSync(home).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(home, 'measurements')).filter((name) => name.endsWith('.md')).map((name) => 'measurements/' + name),
];

// Where a link of `file` leads on the site; nothing when it leads out of it.
function target(file, href, files) {
  if (/^[a-z]+:/.test(href) || href.startsWith('#')) return href;
  const [path, hash] = href.split('#');
  let found = posix.join(posix.dirname(file), path);
  if (found.endsWith('/')) found += 'README.md';
  if (found === 'openapi.json') return '/docs/api';
  return files.has(found) ? address(found) + (hash ? '#' + hash : '') : undefined;
}

function render(file, text, files, titles) {
  const sections = [{ anchor: '', heading: '', text: '' }];
  const add = (html) => { sections.at(-1).text += plain(html) + ' '; return html; };
  const marked = new Marked({ gfm: true });
  marked.use({
    // `run`, `output` and `not-run` are for the tests.
    walkTokens: (token) => { if (token.type === 'code') token.lang = (token.lang ?? '').split(' ')[0]; },
    renderer: {
      html: ({ text: raw }) => escaped(raw),
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const id = anchor(plain(html));
        sections.push({ anchor: id, heading: plain(html), text: '' });
        return `<h${depth} id="${id}">${html}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens);
        const leads = target(file, href, files);
        // Where the text is the name of the file, a reader of the site wants the title.
        const named = html.endsWith('.md') ? titles.get(posix.join(posix.dirname(file), html)) : undefined;
        return leads ? `<a href="${escaped(leads)}">${named ? escaped(named) : html}</a>` : html;
      },
      paragraph({ tokens }) { return `<p>${add(this.parser.parseInline(tokens))}</p>\n`; },
      tablecell({ tokens, header }) { const kind = header ? 'th' : 'td'; return `<${kind}>${add(this.parser.parseInline(tokens))}</${kind}>`; },
      table({ header, rows }) {
        const row = (cells) => `<tr>${cells.map((cell) => this.tablecell(cell)).join('')}</tr>\n`;
        return `<div class="wide" tabindex="0"><table><thead>${row(header)}</thead><tbody>${rows.map(row).join('')}</tbody></table></div>\n`;
      },
      code: ({ text: code, lang }) => `<pre tabindex="0"${lang ? ` data-language="${escaped(lang)}"` : ''}><code>${add(escaped(code))}\n</code></pre>\n`,
      listitem({ tokens, loose }) {
        const html = this.parser.parse(tokens, loose);
        return `<li>${loose ? html : add(html)}</li>\n`;
      },
    },
  });
  const body = marked.parse(text);
  return { body, title: sections[1]?.heading ?? file, sections: sections.slice(1) };
}

// [{heading, links: [{title, address}]}] from the tables of docs/README.md.
function navigation(index, files, titles) {
  return index.split(/^## /m).slice(1).map((part) => ({
    heading: part.split('\n')[0],
    links: [...new Set([...part.matchAll(/\]\(([^)]+)\)/g)].map(([, href]) => href))]
      .map((href) => ({ href: target('README.md', href, files), title: href === 'openapi.json' ? 'API reference' : titles.get(href.endsWith('/') ? href + 'README.md' : href) }))
      .filter(({ href, title }) => href && title),
  }));
}

/** Map of file name in the pack to bytes. `hashed(name, bytes)` names a file that is cached for ever. */
export function guides(home, template, hashed) {
  const names = markdownFiles(home);
  const files = new Set(names);
  const texts = new Map(names.map((file) => [file, readFileSync(join(home, file), 'utf8')]));
  const titles = new Map(names.map((file) => [file, texts.get(file).split('\n')[0].replace(/^# /, '')]));
  const pages = names.map((file) => ({ file, ...render(file, texts.get(file), files, titles) }));
  const groups = navigation(readFileSync(join(home, 'README.md'), 'utf8'), files, titles);
  const out = new Map();
  const words = Buffer.from(JSON.stringify(pages.flatMap(({ file, title, sections }) =>
    sections.map(({ anchor: id, heading, text }) => ({ address: address(file) + (id ? '#' + id : ''), page: title, heading, text: text.replace(/\s+/g, ' ').trim() })))));
  const index = hashed('search.json', words);
  out.set(index, words);
  for (const { file, title, body } of pages) {
    const here = address(file);
    const nav = groups.map(({ heading, links }) => `<h2>${escaped(heading)}</h2><ul>${links.map(({ href, title: text }) =>
      `<li><a href="${escaped(href)}"${href === here ? ' aria-current="page"' : ''}>${escaped(text)}</a></li>`).join('')}</ul>`).join('\n');
    const fill = { title: escaped(title), nav, body, index: '/' + index };
    out.set(pathOf(file), Buffer.from(template.replace(/%(\w+)%/g, (all, name) => fill[name] ?? all)));
  }
  return out;
}
