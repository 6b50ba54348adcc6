// What only shows when an answer takes its time: stages, retries, stop, reload, restart. A scripted model takes it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alsoEnd, answered, ask, site, textOf, visitor } from './browser.mjs';
import { framed, startModel } from './model.mjs';

const wrong = 'SELECT price FROM customers';
const model = await startModel({
  stages: {
    draft: (said) => ({ sql: said.includes('retry') ? wrong : 'SELECT count(*) AS customer_count FROM customers', assumptions: [] }),
    frame: (said) => framed(/<question>\s*(.*?)\s*<\/question>/s.exec(said)?.[1] ?? 'q'),
  },
  latency: (stage) => (stage === 'explain' ? 1200 : stage === 'repair' ? 1500 : 500),
});
alsoEnd(model.stop);
const place = await site({ args: ['--demo'], env: model.env });
const { url } = place;

test('the stages are told while it works, and the model is named at the end', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, 'count the customers please');
  await page.locator('.working-line').waitFor();
  const article = await answered(page, 'count the customers please');
  assert.match(await textOf(article), /There are 6,000 customers/);
  assert.match(await textOf(article.locator('.meta')), /scripted.*tokens/);
});

test('a failed attempt and its repair are shown', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, 'count the customers with a retry');
  await page.locator('.working-retry').waitFor();
  assert.match(await textOf(page.locator('.working-retry')), /attempt 2 of 3/);
  const article = await answered(page, 'count the customers with a retry');
  assert.match(await textOf(article.locator('.meta')), /Corrected once/);
});

test('stop stops', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, 'count the customers and be stopped');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  const article = await answered(page, 'count the customers and be stopped');
  await article.getByText('Stopped.').waitFor();
  await page.reload();
  await page.getByText('Stopped.').waitFor();
});

test('a reload in the middle goes on streaming', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, 'count the customers over a reload');
  await page.waitForURL(/\/s\//);
  await page.reload();
  await page.locator('[aria-busy=true]').waitFor();
  const article = await answered(page, 'count the customers over a reload');
  assert.match(await textOf(article), /There are 6,000 customers/);
});

test('a restart of the server in the middle ends in words, not in a dead page', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, 'count the customers over a restart');
  await page.waitForURL(/\/s\//);
  await place.server.kill();
  const restarted = await place.server.again();
  alsoEnd(restarted.stop);
  const article = await answered(page, 'count the customers over a restart');
  assert.match(await textOf(article), /again|6,000/i);
});

test('an offline server is told, and its return', async (t) => {
  const { page, context } = await visitor(t);
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Question' }).waitFor();
  await context.setOffline(true);
  await page.getByText('No connection to the server.').waitFor();
  await ask(page, 'count the customers offline');
  await page.getByText('The server does not answer.').waitFor();
  await context.setOffline(false);
  await page.getByText('Connected again.').waitFor();
});
