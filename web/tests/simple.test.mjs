// Simple mode: chosen by the switch, and tried where the full workflow fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alsoEnd, answered, ask, PHONE, site, textOf, tooWide, visitor } from './browser.mjs';
import { startModel, unlucky } from './model.mjs';

const NEVER = 'count the customers, which never works';
const model = await unlucky();
alsoEnd(model.stop);
const { url } = await site({ args: ['--demo'], env: model.env });

const simple = (request) => request.method() === 'POST' && new URL(request.url()).pathname === '/query';

test('the switch asks for one statement and its rows, and is remembered', async (t) => {
  const lucky = await startModel();
  alsoEnd(lucky.stop);
  const { url } = await site({ args: ['--demo'], env: lucky.env });
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
  await ask(page, 'count the customers, somehow');
  const article = await answered(page, 'count the customers, somehow');
  await article.getByRole('alert').waitFor();
  const body = (await tried).postDataJSON();
  assert.equal(body.query, 'count the customers, somehow');
  assert.equal(body.schema_only, true, 'what holds for a question holds for its second try');
  const plain = article.getByRole('region', { name: 'Answer of simple mode' });
  assert.match(await textOf(plain.getByRole('table')), /6,000/);
  assert.match(await textOf(plain), /The full workflow failed.*count\(\*\).*Understood as/);
});

test('a fallback fits a phone', async (t) => {
  const { page } = await visitor(t, PHONE);
  await page.goto(url);
  await ask(page, 'count the customers on a phone');
  const article = await answered(page, 'count the customers on a phone');
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
