// Pictures of every main view at desk and phone width, light and dark, for docs/screenshots:
//     VOUCH_BIN=../bin/vouch node tests/screenshots.mjs
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { startServer } from './site.mjs';

const OUT = new URL('../../docs/screenshots/', import.meta.url).pathname;
const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844, hasTouch: true, isMobile: true } };
mkdirSync(OUT, { recursive: true });

const server = await startServer();
const site = { url: server.url };
const has = async (path) => (await fetch(server.url + path)).status !== 404;

const ask = async (page, question) => {
  await page.fill('#question', question);
  await page.keyboard.press('Enter');
  await page.locator('article[aria-busy=false]').last().waitFor();
  await page.locator('article').last().locator('h2').filter({ hasText: question }).waitFor();
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
    await ask(page, 'average price by region');
    const article = page.locator('article').last();
    await article.getByRole('button', { name: /rows/ }).click();
    await article.getByRole('button', { name: /^SQL/ }).click();
    if (phone) return;
    await article.getByRole('button', { name: 'Steps' }).click();
    await page.locator('.steps').waitFor();
  },
  clarification: (page) => ask(page, 'average price'),
  data: async (page) => {
    await page.goto(`${site.url}/data/source/demo`);
    await page.locator('.keys-diagram').waitFor();
    await page.locator('summary').filter({ hasText: 'customers' }).click();
  },
  settings: (page) => page.goto(`${site.url}/settings`),
};

if (await has('/api/v1/explorations')) {
  const start = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ question: 'What drives revenue?', source: 'demo' }) };
  const { exploration_id } = await (await fetch(`${server.url}/api/agentic-explore`, start)).json();
  const open = async (page, more = '') => {
    await page.goto(`${site.url}/explore/${exploration_id}${more}`);
    await drawn(page);
  };
  views.exploration = (page) => open(page);
  views.report = (page) => open(page, '/report');
}
if (await has('/api/v1/saved/boards')) {
  const send = async (path, body) => (await fetch(server.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();
  const items = [];
  for (const message of ['revenue by month', 'how many orders are there?', 'revenue by category in 2025']) {
    const { query_id } = await send('/api/v1/chat', { message, source: 'demo' });
    items.push((await send('/api/v1/saved', { query_id })).id);
  }
  const board = await send('/api/v1/saved/boards', { title: 'Weekly review' });
  await fetch(`${server.url}/api/v1/saved/boards/${board.id}`, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ items }) });
  views.board = async (page) => {
    await page.goto(`${site.url}/boards/${board.id}`);
    await drawn(page);
  };
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
});
for (const [name, open] of Object.entries(views))
  for (const [size, { width, height, ...device }] of Object.entries(SIZES))
    for (const colorScheme of ['light', 'dark']) {
      const page = await browser.newPage({ viewport: { width, height }, colorScheme, ...device });
      page.setDefaultTimeout(30_000);
      await page.goto(site.url);
      await page.locator('.sample').first().waitFor();
      await open(page, size === 'phone');
      await page.waitForTimeout(700);
      await page.screenshot({ path: `${OUT}${name}-${size}-${colorScheme}.jpg`, type: 'jpeg', quality: 82 });
      await page.close();
    }
await browser.close();
site.stop();
await server.stop();
