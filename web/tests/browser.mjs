// One Chromium for a file of tests; every test has a page, and with it storage, of its own.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { chromium } from 'playwright-core';
import { startServer } from './site.mjs';

const ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking'];
export const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ARGS });
const ends = [() => browser.close()];
after(async () => {
  for (const end of ends.reverse()) await end();
});

/** The program with its page; with VOUCH_URL and no wishes of its own, the server that runs there. */
export async function site(options) {
  if (process.env.VOUCH_URL && !options) return { url: process.env.VOUCH_URL };
  const server = await startServer(options);
  ends.push(server.stop);
  return { url: server.url, server };
}

export const alsoEnd = (end) => ends.push(end);

export const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: true };

/** A new visitor. What the page logs as an error, or throws, fails the test at its end. */
export async function visitor(t, { width = 1280, height = 900, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, ...options });
  const troubles = [];
  const watch = (page) => {
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => troubles.push(String(error)));
    page.on('console', (message) => {
      // What a server refuses or does not have yet is told by the page itself.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) troubles.push(message.text());
    });
  };
  context.on('page', watch);
  const page = await context.newPage();
  t.after(async () => {
    await context.close();
    assert.deepEqual(troubles, []);
  });
  return { page, context };
}

export async function ask(page, question) {
  await page.getByRole('textbox', { name: 'Question' }).fill(question);
  await page.keyboard.press('Enter');
}

/** The last question's article, once its answer is whole. */
export async function answered(page, question) {
  const article = page.locator('article').filter({ has: page.getByRole('heading', { name: question, exact: true }) }).last();
  await article.and(page.locator('[aria-busy=false]')).waitFor();
  return article;
}

export const textOf = async (locator) => (await locator.innerText()).replaceAll(/\s+/g, ' ');

/** What sticks out of the window, or has to be scrolled sideways, by its class or tag. */
export const tooWide = (page) =>
  page.locator('main').evaluate((main) => {
    const scrolls = (node) => node.scrollWidth > node.clientWidth && /auto|scroll/.test(getComputedStyle(node).overflowX);
    const wide = [main, ...main.querySelectorAll('*')].filter((node) => node.getBoundingClientRect().right > innerWidth || scrolls(node));
    return wide.map((node) => node.getAttribute('class') || node.tagName);
  });
