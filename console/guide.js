/* The search of /docs: loads the sections of all pages once, and shows those that have every word. */
const form = document.querySelector('form[role=search]');
const input = form.querySelector('input');
const results = document.getElementById('results');
const mostResults = 12;
let sections;

const load = async () => (sections ??= await (await fetch(form.dataset.index)).json());

const rank = (section, words) => {
  const heading = (section.page + ' ' + section.heading).toLowerCase();
  const text = section.text.toLowerCase();
  let score = 0;
  for (const word of words) {
    if (heading.includes(word)) score += 10;
    else if (text.includes(word)) score += Math.min(5, text.split(word).length - 1);
    else return 0;
  }
  return score;
};

const around = (text, word) => {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
  return (at > 0 ? '… ' : '') + text.slice(at, at + 120) + (text.length > at + 120 ? ' …' : '');
};

const show = (found, words) => {
  results.replaceChildren(...found.map((section) => {
    const link = document.createElement('a');
    link.href = section.address;
    const title = document.createElement('strong');
    title.textContent = section.heading === section.page ? section.page : `${section.page}: ${section.heading}`;
    const text = document.createElement('span');
    text.textContent = around(section.text, words[0]);
    link.append(title, text);
    return link;
  }));
  if (found.length === 0 && words.length > 0) results.textContent = 'No page has all of these words.';
};

input.addEventListener('focus', load, { once: true });
input.addEventListener('input', async () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return show([], words);
  const ranked = (await load()).map((section) => [rank(section, words), section]).filter(([score]) => score > 0);
  ranked.sort(([a], [b]) => b - a);
  show(ranked.slice(0, mostResults).map(([, section]) => section), words);
});
input.addEventListener('keydown', (event) => { if (event.key === 'Escape') { input.value = ''; show([], []); } });
results.addEventListener('click', () => { input.value = ''; results.replaceChildren(); });
form.addEventListener('submit', (event) => { event.preventDefault(); results.querySelector('a')?.click(); });
document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest' });
