// Files: dropped, read, refused, asked about, deleted. Sessions that end, and logins.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { answered, ask, PHONE, site, textOf, tooWide, visitor } from './browser.mjs';
import { PROGRAM } from './site.mjs';

const { url } = await site();
const csv = 'city,visitors,opened\nOslo,120,2024-01-05\nBergen,80,2024-02-01\nOslo,60,2024-03-09\nTromsø,,2024-03-10\n';

async function drop(page, name, text) {
  await page.evaluate(
    ([name, text]) => {
      const files = new DataTransfer();
      files.items.add(new File([text], name));
      for (const kind of ['dragenter', 'dragover', 'drop']) {
        document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: files }));
      }
    },
    [name, text],
  );
}

test('a file dropped on the page can be asked about at once', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Question' }).waitFor();
  await drop(page, 'museums.csv', csv);
  await page.getByText('museums.csv is ready.').waitFor();
  await page.getByRole('heading', { name: /about museums/ }).waitFor();
  await ask(page, 'total visitors by city');
  const article = await answered(page, 'total visitors by city');
  assert.match(await textOf(article), /Oslo.*180/);

  await page.getByRole('link', { name: 'Data', exact: true }).click();
  await page.getByRole('link', { name: /museums/ }).click();
  await page.getByRole('table').getByText('Tromsø').waitFor();
  assert.equal(await page.locator('.grid-cell.missing').count(), 1);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText(/deleted\./).waitFor();
});

test('a database to connect is named at once', async (t) => {
  const { page } = await visitor(t);
  await page.goto(`${url}/data`);
  await page.getByRole('button', { name: 'Connect a database' }).click();
  await page.keyboard.type('n 1');
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'n 1');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('button:focus', { hasText: 'Connect a database' }).waitFor();
});

test('a file that cannot be read says why', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Question' }).waitFor();
  await drop(page, 'broken.parquet', 'PAR1 this is no parquet file PAR1');
  await page.getByText('broken.parquet could not be read').waitFor();
  assert.ok((await textOf(page.locator('.upload-problem'))).length > 10);
});

test('a table has its schema, keys and samples', async (t) => {
  const { page } = await visitor(t);
  await page.goto(`${url}/data/source/demo`);
  await page.getByRole('img', { name: /Keys: .*orders → customers/ }).waitFor();
  await page.getByText('order_items', { exact: true }).last().click();
  await page.getByText('unit_price', { exact: true }).waitFor();
});

test('keys and tables fit a phone', async (t) => {
  const { page } = await visitor(t, PHONE);
  await page.goto(`${url}/data/source/demo`);
  const diagram = page.getByRole('img', { name: /Keys: .*orders → customers/ });
  await diagram.waitFor();
  for (const name of await page.locator('.schema-table summary').all()) await name.click();
  assert.deepEqual(await tooWide(page), []);
  assert.equal(await diagram.locator('rect').count(), 8);
  assert.equal(await diagram.getByText('…').count(), 0, 'a name is cut');
  const size = await diagram.locator('text').first().evaluate((text) => text.getBoundingClientRect().height);
  assert.ok(size > 12, `names are ${size} px high`);
});

test('a profile of a table', async (t) => {
  const { page } = await visitor(t);
  await page.goto(`${url}/data/source/demo`);
  await page.getByRole('tab', { name: 'Profile' }).click();
  await page.getByRole('combobox', { name: 'Table' }).selectOption('orders');
  const time = page.locator('.profile-column').filter({ hasText: 'ordered_at' });
  await time.locator('.histogram').waitFor();
  assert.match(await textOf(time), /different values/);
});

test('a session that has ended says so', async (t) => {
  const ending = await site({ args: ['--demo'], env: { VOUCH_SESSION_IDLE: '1' } });
  const { page } = await visitor(t);
  await page.goto(ending.url);
  await ask(page, 'how many stores are there?');
  await answered(page, 'how many stores are there?');
  await page.waitForTimeout(2_500);
  await page.reload();
  await page.getByRole('heading', { name: /has ended|no such conversation/ }).waitFor();
  await page.getByRole('link', { name: 'New question' }).click();
  await page.getByRole('heading', { name: /What would you like to know/ }).waitFor();
});

test('a server with keys asks for one, once', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-page-'));
  const made = execFileSync(PROGRAM, ['keys', 'create', 'ann', '--role', 'analyst', '--data-dir', folder], { encoding: 'utf8' });
  const key = /vch?_?[\w-]{16,}|[\w-]{24,}/.exec(made)?.[0];
  assert.ok(key, made);
  const locked = await site({ args: ['--demo'], data: folder });
  const { page } = await visitor(t);
  await page.goto(locked.url);
  await page.getByLabel('Key').fill('wrong');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('This key is not known here').waitFor();
  await page.getByLabel('Key').fill(key);
  await page.getByRole('button', { name: 'Log in' }).click();
  await ask(page, 'how many stores are there?');
  await answered(page, 'how many stores are there?');
  await page.reload();
  await answered(page, 'how many stores are there?');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByText('ann, analyst').waitFor();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Log in to Vouch' }).waitFor();
});
