// A browser, and an analyst at it.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

const { env } = process;
export const url = env.DESK_URL;
export const password = env.DESK_PASSWORD;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const widths = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

let browser;
export async function openBrowser() {
  browser = await chromium.launch({ executablePath: env.DESK_CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
  return browser;
}
export const closeBrowser = () => browser?.close();

// A fresh profile. Whatever the page complains about is in `complaints`: errors of scripts, and
// anything that the Content-Security-Policy had to stop.
export async function newPage({ size = 'desk', colours = 'light' } = {}) {
  const context = await browser.newContext({ viewport: widths[size], colorScheme: colours, reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' });
  // Long, because other suites run beside this one: what never comes fails all the same.
  context.setDefaultTimeout(Number(env.DESK_PATIENCE ?? 60_000));
  const page = await context.newPage();
  page.complaints = [];
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('console', (message) => {
    // The browser itself reports answers of 4xx and 5xx; the tests look at what the page does with them.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) page.complaints.push(message.text());
  });
  return page;
}

export async function signIn(page, { project = 'DEMO', username = 'ana', path = '/console/' } = {}) {
  await page.goto(url + path);
  await page.getByLabel('Project').fill(project);
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor({ state: 'attached' });
}

// What axe calls serious or critical on the page as it stands.
export async function barriers(page) {
  // The page's policy lets in no script of ours by tag, so axe goes in by the debugger.
  await page.evaluate(axe);
  const result = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return result.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary.split('\n')[1] ?? ''}`).join(' | ')}`);
}

export async function photograph(page, name) {
  mkdirSync(env.DESK_SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(env.DESK_SCREENSHOTS, `${name}.png`), fullPage: false });
}

// A request with the session of the page, as its scripts make it.
export async function api(page, method, path, body) {
  const answer = await page.evaluate(async ([m, p, b]) => {
    const response = await fetch(p, { method: m, headers: { 'X-Vedette-Console': '1', ...(b ? { 'Content-Type': 'application/json' } : {}) }, body: b ? JSON.stringify(b) : undefined });
    return { status: response.status, body: await response.json() };
  }, [method, path, body]);
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

// `vedette ...` on the installation under test, as an operator would.
export const vedette = (...words) => promisify(execFile)(env.DESK_BINARY, [...words, '--data', env.DESK_DATA]);
export const repository = env.DESK_ROOT;
