// Pictures of every main view at desk and phone width, light and dark, for docs/screenshots:
//     VOUCH_BIN=../bin/vouch npm run screenshots              all of them
//     VOUCH_BIN=../bin/vouch npm run screenshots -- board     those whose name begins so; several, parted by commas
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { unlucky } from './model.mjs';
import { PROGRAM, startServer } from './site.mjs';

const OUT = new URL('../../docs/screenshots/', import.meta.url).pathname;
const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844, hasTouch: true, isMobile: true } };
const wanted = (process.argv[2] ?? '').split(',');
mkdirSync(OUT, { recursive: true });

const server = await startServer();
const { url } = server;

const send = async (path, body, method = 'POST') =>
  (await fetch(url + path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();

/** A file whose rows do not all fit. */
async function upload() {
  const rows = Array.from({ length: 240 }, (_, at) => `${at + 1},${['Oslo', 'Bergen', 'Tromsø'][at % 3]},${100 + ((at * 37) % 90)},2024-${String((at % 12) + 1).padStart(2, '0')}-11`);
  const text = ['visit,city,visitors,day', ...rows, '241,Oslo,many,2024-02-30', '242,Bergen', '243,Tromsø,80,2024-05-01,twice'].join('\n');
  const form = new FormData();
  form.append('name', 'museums.csv');
  form.append('file', new File([text], 'museums.csv'));
  return (await (await fetch(`${url}/api/v1/datasets`, { method: 'POST', body: form })).json()).dataset_id;
}

async function makeBoard() {
  const items = [];
  for (const message of ['revenue by month', 'how many orders are there?', 'revenue by category in 2025', 'number of orders by status']) {
    const { query_id } = await send('/api/v1/chat', { message, source: 'demo' });
    items.push((await send('/api/v1/saved', { query_id })).id);
  }
  const { id } = await send('/api/v1/saved/boards', { title: 'Weekly review' });
  await send(`/api/v1/saved/boards/${id}`, { items }, 'PATCH');
  return { id, token: (await send(`/api/v1/saved/boards/${id}/share`)).token };
}

/** A second server, with keys. */
async function locked() {
  const data = mkdtempSync(join(tmpdir(), 'vouch-page-'));
  execFileSync(PROGRAM, ['keys', 'create', 'ann', '--role', 'analyst', '--data-dir', data], { stdio: 'ignore' });
  return startServer({ data });
}

const dataset = await upload();
const board = await makeBoard();
const { exploration_id } = await send('/api/agentic-explore', { question: 'What drives unit price?', source: 'demo' });
const login = await locked();
const model = await unlucky();
const failing = await startServer({ args: ['--demo'], env: model.env });

const ask = async (page, question) => {
  await page.fill('#question', question);
  await page.keyboard.press('Enter');
  const article = page.locator('article').filter({ has: page.locator('h2', { hasText: question }) }).last();
  await article.and(page.locator('[aria-busy=false]')).waitFor();
  return article;
};
const drawn = (page) => page.locator('svg.marks').first().waitFor();

const views = {
  welcome: async () => {},
  answer: async (page) => {
    await ask(page, 'revenue by category in 2025');
    await drawn(page);
    await page.locator('button.figure').first().hover();
  },
  'follow-up': async (page) => {
    await ask(page, 'revenue in 2025 by category');
    await ask(page, 'and by month?');
    await drawn(page);
  },
  evidence: async (page, phone) => {
    const article = await ask(page, 'number of orders by store name');
    await article.getByRole('button', { name: /^\d+ rows/ }).click();
    await article.getByRole('button', { name: /^SQL/ }).click();
    if (phone) return;
    await article.getByRole('button', { name: 'Steps' }).click();
    await page.locator('.steps').waitFor();
  },
  clarification: (page) => ask(page, 'average price'),
  'not-understood': (page) => ask(page, 'show the nicest products'),
  'fall-back': async (page) => {
    await page.goto(failing.url);
    await page.locator('.sample').first().waitFor();
    await ask(page, 'How many people ever bought something?');
    await page.getByRole('region', { name: 'Answer of simple mode' }).waitFor();
  },
  palette: async (page) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
  },
  clients: async (page) => {
    await page.getByRole('button', { name: /^Client:/ }).click();
    await page.getByRole('menuitemradio').first().waitFor();
  },
  data: async (page) => {
    await page.goto(`${url}/data`);
    await page.locator('.list-item').first().waitFor();
  },
  schema: async (page) => {
    await page.goto(`${url}/data/source/demo`);
    await page.locator('.keys-diagram').waitFor();
    await page.locator('summary').filter({ hasText: 'customers' }).click();
  },
  profile: async (page) => {
    await page.goto(`${url}/data/source/demo`);
    await page.getByRole('tab', { name: 'Profile' }).click();
    await page.getByRole('combobox', { name: 'Table' }).selectOption('orders');
    await page.locator('.profile-column').nth(4).waitFor();
  },
  'file-problems': async (page) => {
    await page.goto(`${url}/data/dataset/${dataset}`);
    await page.locator('.grid-row').nth(3).waitFor();
  },
  exploration: async (page) => {
    await page.goto(`${url}/explore/${exploration_id}`);
    await drawn(page);
  },
  report: async (page) => {
    await page.goto(`${url}/explore/${exploration_id}/report`);
    await page.locator('.report h1').waitFor();
    await page.waitForTimeout(1500);
  },
  boards: async (page) => {
    await page.goto(`${url}/boards`);
    await page.locator('.list-item').nth(1).waitFor();
  },
  board: async (page) => {
    await page.goto(`${url}/boards/${board.id}`);
    await drawn(page);
  },
  'shared-board': async (page) => {
    await page.goto(`${url}/boards/shared/${board.token}`);
    await drawn(page);
  },
  settings: (page) => page.goto(`${url}/settings`),
  licences: async (page) => {
    await page.goto(`${url}/licences`);
    await page.locator('.licences').first().waitFor();
  },
  login: async (page) => {
    await page.goto(login.url);
    await page.getByLabel('Key').waitFor();
  },
};

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
});
for (const [name, open] of Object.entries(views).filter(([name]) => wanted.some((start) => name.startsWith(start))))
  for (const [size, { width, height, ...device }] of Object.entries(SIZES))
    for (const colorScheme of ['light', 'dark']) {
      const page = await browser.newPage({ viewport: { width, height }, colorScheme, ...device });
      page.setDefaultTimeout(30_000);
      await page.goto(url);
      await page.locator('.sample').first().waitFor();
      await open(page, size === 'phone');
      await page.waitForTimeout(700);
      await page.screenshot({ path: `${OUT}${name}-${size}-${colorScheme}.jpg`, type: 'jpeg', quality: 74 });
      // The list of conversations stays as a person would have it.
      const [, session] = /\/s\/([\w-]+)$/.exec(page.url()) ?? [];
      if (session) await fetch(`${url}/api/v1/chat/sessions/${session}`, { method: 'DELETE' });
      await page.close();
    }
await browser.close();
model.stop();
await failing.stop();
await login.stop();
await server.stop();
