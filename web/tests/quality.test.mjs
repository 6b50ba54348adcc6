// Figures and rules for the whole page: accessibility, weight, speed, and smoothness with many rows.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { answered, ask, site, visitor } from './browser.mjs';

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

test('10,000 rows scroll without long tasks and with few rows in the page', async (t) => {
  const { page } = await visitor(t);
  await page.addInitScript(() => {
    localStorage.setItem('vouch.preferences', JSON.stringify({ maxRows: 10_000 }));
    globalThis.long = [];
    new PerformanceObserver((list) => globalThis.long.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' });
  });
  await page.goto(url);
  await ask(page, 'orders in Texas');
  const article = await answered(page, 'orders in Texas');
  const frame = article.locator('.grid-frame');
  const all = Number(await frame.getAttribute('aria-rowcount'));
  await page.waitForTimeout(500);
  const seen = await frame.evaluate(async (node) => {
    globalThis.long.length = 0;
    let most = 0;
    const body = node.querySelector('.grid-body');
    for (let step = 0; step < 120; step++) {
      node.scrollTop = (body.clientHeight * step) / 120;
      await new Promise(requestAnimationFrame);
      most = Math.max(most, body.children.length);
    }
    node.scrollTop = node.scrollHeight;
    await new Promise(requestAnimationFrame);
    return { most, long: globalThis.long };
  });
  t.diagnostic(`${all - 1} rows: at most ${seen.most} in the page, long tasks ${JSON.stringify(seen.long.map(Math.round))}`);
  assert.ok(all > 2_000, `only ${all} rows`);
  assert.ok(seen.most < 80);
  assert.ok(seen.long.every((duration) => duration < 100), `long tasks: ${seen.long}`);
});
