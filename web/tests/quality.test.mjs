// Figures and rules for the whole page: accessibility, weight, speed, and smoothness with many rows.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { alsoEnd, answered, ask, browser, site, visitor } from './browser.mjs';
import { startModel } from './model.mjs';

const { url } = await site();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const DIST = new URL('../dist/', import.meta.url);

const views = {
  welcome: async (page) => page.goto(url),
  answer: async (page) => {
    await page.goto(url);
    await ask(page, 'average price by region');
    const article = await answered(page, 'average price by region');
    for (const name of [/^SQL/, /^Checks/]) await article.getByRole('button', { name }).click();
    if ((await article.locator('.chart').count()) === 0) await article.getByRole('button', { name: 'Chart', exact: true }).click();
    await article.locator('svg.marks').waitFor();
    await article.getByRole('button', { name: 'Steps' }).click();
    await page.locator('.steps').waitFor();
  },
  clarification: async (page) => {
    await page.goto(url);
    await ask(page, 'average price');
    await answered(page, 'average price');
  },
  trouble: async (page) => {
    await page.goto(url);
    await ask(page, 'show the top products');
    await answered(page, 'show the top products');
  },
  palette: async (page) => {
    await page.goto(url);
    await page.getByRole('textbox', { name: 'Question' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
  },
  data: async (page) => page.goto(`${url}/data`),
  source: async (page) => {
    await page.goto(`${url}/data/source/demo`);
    await page.locator('.schema').waitFor();
  },
  explorations: async (page) => page.goto(`${url}/explore`),
  boards: async (page) => page.goto(`${url}/boards`),
  settings: async (page) => page.goto(`${url}/settings`),
};

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing in any main view, ${colorScheme}`, async (t) => {
    for (const [name, open] of Object.entries(views)) {
      const { page } = await visitor(t, { colorScheme, bypassCSP: true, reducedMotion: 'reduce' });
      await open(page);
      await page.waitForTimeout(400);
      await page.addScriptTag({ content: axe });
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      const told = violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes[0].html.slice(0, 160)}`);
      assert.deepEqual(told, []);
      assert.doesNotMatch(await page.locator('body').innerText(), /undefined|NaN|\[object/);
    }
  });
}

test('first load is light: under 200 kB compressed, without charts and editor', (t) => {
  const html = readFileSync(new URL('index.html', DIST), 'utf8');
  const first = [...html.matchAll(/(?:src|href)="\/?(assets\/[^"]+\.(?:js|css))"/g)].map((found) => found[1]);
  const size = (name) => gzipSync(readFileSync(new URL(name, DIST))).length;
  const total = first.reduce((sum, name) => sum + size(name), 0);
  for (const name of readdirSync(new URL('assets/', DIST)).filter((name) => /\.(js|css)$/.test(name)))
    t.diagnostic(`${name}: ${(size(`assets/${name}`) / 1000).toFixed(1)} kB gzip`);
  t.diagnostic(`first load: ${(total / 1000).toFixed(1)} kB gzip`);
  assert.ok(total < 200_000);
});

test('first paint and time to interactive on loopback', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Question' }).fill('x');
  const times = await page.evaluate(() => {
    const paint = performance.getEntriesByType('paint').find((entry) => entry.name === 'first-contentful-paint');
    const [load] = performance.getEntriesByType('navigation');
    return { paint: paint?.startTime, interactive: load.domInteractive, loaded: load.loadEventEnd };
  });
  t.diagnostic(`first contentful paint ${Math.round(times.paint)} ms, interactive ${Math.round(times.interactive)} ms, loaded ${Math.round(times.loaded)} ms`);
  assert.ok(times.paint < 3_000);
});

const wantAllRows = () => localStorage.setItem('vouch.preferences', JSON.stringify({ maxRows: 10_000 }));

/** Scrolls from the first row to the last, a step each frame. */
const scrollThrough = async (node) => {
  let most = 0;
  const body = node.querySelector('.grid-body');
  for (let step = 0; step <= 120; step++) {
    node.scrollTop = (body.clientHeight * step) / 120;
    await new Promise(requestAnimationFrame);
    most = Math.max(most, body.children.length);
  }
  return most;
};

/**
 * How long the page's main thread works on one task at most, in ms of its own processor time: what other programs take from it
 * on a busy machine is not the page's doing.
 */
async function traced(page, action) {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] });
  const result = await action();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const mains = new Set(traceEvents.filter((event) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain').map((event) => `${event.pid}/${event.tid}`));
  const tasks = traceEvents.filter((event) => /RunTask$/.test(event.name) && mains.has(`${event.pid}/${event.tid}`));
  assert.ok(tasks.length > 0, 'nothing was traced');
  const longest = (field) => Math.max(...tasks.map((event) => event[field] ?? 0)) / 1000;
  return { result, worked: longest('tdur'), took: longest('dur') };
}

async function scrollsSmoothly(t, page, frame) {
  const all = Number(await frame.getAttribute('aria-rowcount'));
  const { result: most, worked, took } = await traced(page, () => frame.evaluate(scrollThrough));
  t.diagnostic(`${all - 1} rows: at most ${most} in the page; longest task ${worked.toFixed(1)} ms of work, ${took.toFixed(1)} ms by the clock`);
  assert.equal(all, 10_001);
  assert.ok(most < 80, `${most} rows in the page`);
  assert.ok(worked < 100, `a task of ${worked} ms`);
}

test('10,000 rows scroll without long tasks and with few rows in the page', async (t) => {
  const { page } = await visitor(t);
  await page.addInitScript(wantAllRows);
  await page.goto(url);
  await ask(page, 'show all orders');
  const frame = (await answered(page, 'show all orders')).locator('.grid-frame');
  await page.waitForTimeout(1000);
  await scrollsSmoothly(t, page, frame);
});

test('the same while a long explanation streams', async (t) => {
  const explain = 'Most orders were completed and few were not. '.repeat(120);
  const model = await startModel({ stages: { explain, draft: { sql: 'SELECT * FROM orders', assumptions: [] } } });
  alsoEnd(model.stop);
  const place = await site({ args: ['--demo'], env: model.env });
  const { page } = await visitor(t);
  await page.addInitScript(wantAllRows);
  await page.goto(place.url);
  await ask(page, 'every order, explained at length');
  const frame = page.locator('.grid-frame');
  await frame.waitFor();
  await page.waitForTimeout(500);
  assert.equal(await page.locator('article[aria-busy=true]').count(), 1, 'it streams no longer');
  await scrollsSmoothly(t, page, frame);
});
