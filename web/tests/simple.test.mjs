// Simple mode: chosen by the switch, and tried where the full workflow fails. A scripted model fails as models do: it
// keeps naming a column that is not there, and gets it right when asked anew.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alsoEnd, answered, ask, PHONE, site, textOf, tooWide, visitor } from './browser.mjs';
import { startModel } from './model.mjs';

const WRONG = { sql: 'SELECT count(price) AS customer_count FROM customers', assumptions: [] };
const RIGHT = { sql: 'SELECT count(*) AS customer_count FROM customers', assumptions: [] };
const NEVER = 'count customers with no luck at all';

/** Questions whose first statement was written already. */
const asked = new Set();
let repairs = 0;
const model = await startModel({
  stages: {
    draft: (said) => {
      const question = /<question>\s*(.*?)\s*<\/question>/s.exec(said)?.[1];
      const isFirst = !asked.has(question);
      asked.add(question);
      return question === NEVER || (isFirst && question.includes('luck')) ? WRONG : RIGHT;
    },
    // The same statement twice would end it early.
    repair: () => ({ sql: `SELECT count(price_${++repairs}) AS customer_count FROM customers`, assumptions: [] }),
  },
});
alsoEnd(model.stop);
const { url } = await site({ args: ['--demo'], env: model.env });

const simple = (request) => request.method() === 'POST' && new URL(request.url()).pathname === '/query';

test('the switch asks for one statement and its rows, and is remembered', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await page.getByRole('button', { name: 'How to answer: Full' }).click();
  await page.getByRole('menuitemradio', { name: /^Simple/ }).click();
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/v1/ask'));
  await ask(page, 'how many customers do we have');
  assert.equal((await sent).postDataJSON().mode, 'simple');
  const article = await answered(page, 'how many customers do we have');
  assert.match(await textOf(article.getByRole('table')), /6,000/);
  assert.equal(await article.locator('.insight, .chart, .trouble').count(), 0);
  await page.reload();
  await page.getByRole('button', { name: 'How to answer: Simple' }).waitFor();
  assert.match(await textOf((await answered(page, 'how many customers do we have')).getByRole('table')), /6,000/);
});

test('where the full workflow fails, simple mode has a try', async (t) => {
  const { page } = await visitor(t);
  await page.addInitScript(() => localStorage.setItem('vouch.preferences', JSON.stringify({ schemaOnly: true })));
  await page.goto(url);
  const tried = page.waitForRequest(simple);
  await ask(page, 'count customers with some luck');
  const article = await answered(page, 'count customers with some luck');
  await article.getByRole('alert').waitFor();
  const body = (await tried).postDataJSON();
  assert.equal(body.query, 'count customers with some luck');
  assert.equal(body.schema_only, true, 'what holds for a question holds for its second try');
  const plain = article.getByRole('region', { name: 'Answer of simple mode' });
  assert.match(await textOf(plain.getByRole('table')), /6,000/);
  assert.match(await textOf(plain), /The full workflow failed.*count\(\*\).*Understood as/);
});

test('a fallback fits a phone', async (t) => {
  const { page } = await visitor(t, PHONE);
  await page.goto(url);
  await ask(page, 'count customers with luck on a phone');
  const article = await answered(page, 'count customers with luck on a phone');
  await article.getByRole('region', { name: 'Answer of simple mode' }).waitFor();
  assert.deepEqual(await tooWide(page), []);
});

test('where simple mode fails too, the failure stands alone and can be tried again', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  const tried = page.waitForResponse((response) => simple(response.request()));
  await ask(page, NEVER);
  const article = await answered(page, NEVER);
  assert.equal((await (await tried).json()).success, false);
  await article.getByText('Trying simple mode').waitFor({ state: 'detached' });
  assert.equal(await article.getByRole('region', { name: 'Answer of simple mode' }).count(), 0);
  assert.match(await textOf(article.getByRole('alert')), /I tried 3 statements and none worked\. The last one: There is no column price_\d+\./);
  assert.doesNotMatch(await textOf(article.locator('.choices')), /the columns here/i, 'advice is no question');
  await article.getByText('What was tried').click();
  assert.equal(await article.locator('.tried li').count(), 3);
  await article.getByRole('button', { name: 'Try again' }).click();
  await page.locator('article').nth(1).waitFor();
});
