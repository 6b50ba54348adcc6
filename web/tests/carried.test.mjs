// What is carried over into a follow-up and can be left out, what may be asked next, and what a warning offers to do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, ask, site, textOf, visitor } from './browser.mjs';

const { url } = await site();
const QUESTION = 'revenue in 2025 by category';

async function asked(t, question) {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, question);
  return { page, article: await answered(page, question) };
}

test('a part that is left out asks again without it', async (t) => {
  const { page, article } = await asked(t, QUESTION);
  assert.match(await textOf(article.locator('.understood')), /2025/);
  const carried = page.getByRole('group', { name: 'Carried over' });
  const part = carried.locator('.chip').filter({ hasText: '2025' });
  const label = await textOf(part);
  await part.getByRole('button', { name: `Leave out ${label}` }).click();
  const next = await answered(page, `${QUESTION} (without ${label})`);
  assert.doesNotMatch(await textOf(next.locator('.understood')), /is in 2025/);
  assert.equal(await carried.locator('.chip').filter({ hasText: '2025' }).count(), 0);
  await page.reload();
  await answered(page, `${QUESTION} (without ${label})`);
});

test('start afresh asks the next question on its own, and can be taken back', async (t) => {
  const { page } = await asked(t, QUESTION);
  await page.getByRole('button', { name: 'Start afresh' }).click();
  await page.getByRole('button', { name: 'Carry over again' }).click();
  await page.getByRole('button', { name: 'Start afresh' }).click();
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/v1/ask'));
  await ask(page, 'number of orders by status');
  assert.equal((await sent).postDataJSON().fresh, true);
  const next = await answered(page, 'number of orders by status');
  assert.doesNotMatch(await textOf(next.locator('.understood')), /2025/);
  await page.getByRole('button', { name: 'Start afresh' }).waitFor();
});

test('a follow-up can be asked on its own', async (t) => {
  const { page } = await asked(t, QUESTION);
  await ask(page, 'and by month?');
  const next = await answered(page, 'and by month?');
  assert.match(await textOf(next.locator('.understood')), /2025/);
  await next.getByRole('button', { name: 'Ask it on its own' }).click();
  await page.locator('article').nth(2).and(page.locator('[aria-busy=false]')).waitFor();
  assert.doesNotMatch(await textOf(page.locator('article').nth(2)), /2025/);
});

test('what may be asked next is one press away', async (t) => {
  const { page } = await asked(t, QUESTION);
  const next = page.getByRole('group', { name: 'Suggestions' }).getByRole('button').first();
  const question = await textOf(next);
  await next.click();
  const article = await answered(page, question);
  assert.match(await textOf(article.locator('.insight')), /\d/);
});

test('a warning offers to include what was left out', async (t) => {
  const { page, article } = await asked(t, 'number of orders by store name');
  await article.getByRole('button', { name: /^Include the 19,153 rows/ }).click();
  const table = page.getByRole('table', { name: 'Your statement' });
  await table.waitFor();
  assert.match(await textOf(table), /— 19,153/);
});

test('a warning offers more rows', async (t) => {
  const { page, article } = await asked(t, 'show all orders');
  await article.getByText('1,000+ rows').waitFor();
  await article.getByRole('button', { name: 'Show up to 10,000' }).click();
  const again = page.locator('article').nth(1);
  await again.and(page.locator('[aria-busy=false]')).waitFor();
  await again.getByText('10,000+ rows').waitFor();
});
