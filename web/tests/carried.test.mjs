// What is carried over, what may be asked next, and what a warning offers: as the server would say it, put into its replies here,
// and what the page then asks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, ask, site, textOf, visitor } from './browser.mjs';

const { url } = await site();
const QUESTION = 'revenue in 2025 by category';

/** A conversation whose last answer says more than it did; the bodies of the asks that follow. */
async function conversation(t, more) {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, QUESTION);
  await answered(page, QUESTION);
  await page.route('**/api/v1/chat/sessions/*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    Object.assign(body.turns.at(-1), more);
    await route.fulfill({ response, json: body });
  });
  const asked = [];
  await page.route('**/api/v1/ask', async (route) => {
    asked.push(route.request().postDataJSON());
    const { base: _base, without: _without, fresh: _fresh, ...known } = asked.at(-1);
    await route.continue({ postData: JSON.stringify(known) });
  });
  await page.reload();
  await answered(page, QUESTION);
  return { page, asked };
}

const context = [
  { id: 'group:0', kind: 'group', label: 'by category', removable: false },
  { id: 'filter:0', kind: 'time', label: '2025', removable: true },
];

test('a part that is left out asks again without it', async (t) => {
  const { page, asked } = await conversation(t, { context });
  const carried = page.getByRole('group', { name: 'Carried over' });
  assert.equal(await carried.getByRole('button', { name: /Leave out/ }).count(), 1);
  await carried.getByRole('button', { name: 'Leave out 2025' }).click();
  await answered(page, `${QUESTION} (without 2025)`);
  assert.deepEqual(asked[0].without, ['filter:0']);
  assert.ok(asked[0].base);
});

test('start afresh asks the next question on its own, and can be taken back', async (t) => {
  const { page, asked } = await conversation(t, { context });
  await page.getByRole('button', { name: 'Start afresh' }).click();
  await page.getByRole('button', { name: 'Carry over again' }).click();
  await page.getByRole('button', { name: 'Start afresh' }).click();
  await ask(page, 'how many stores are there?');
  await answered(page, 'how many stores are there?');
  assert.equal(asked[0].fresh, true);
  await ask(page, 'how many customers are there?');
  await answered(page, 'how many customers are there?');
  assert.equal(asked[1].fresh, undefined);
});

test('what may be asked next is one press away', async (t) => {
  const { page } = await conversation(t, { follow_ups: ['how many stores are there?'] });
  await page.getByRole('group', { name: 'Suggestions' }).getByRole('button', { name: 'how many stores are there?' }).click();
  await answered(page, 'how many stores are there?');
});

test('a warning offers its fix: a statement, more rows', async (t) => {
  const fixes = [
    { label: 'Count the customers', sql: 'SELECT count(*) AS n FROM customers' },
    { label: 'Show up to 10,000', max_rows: 10_000 },
  ];
  const { page, asked } = await conversation(t, { checks: [{ kind: 'truncated', verdict: 'warning', message: 'There are more rows.', fixes }] });
  await page.getByRole('button', { name: 'Count the customers' }).click();
  const table = page.getByRole('table', { name: 'Your statement' });
  await table.waitFor();
  assert.match(await textOf(table), /6,000/);
  await page.getByRole('button', { name: 'Show up to 10,000' }).click();
  await page.locator('article').nth(1).and(page.locator('[aria-busy=false]')).waitFor();
  assert.equal(asked[0].max_rows, 10_000);
});
