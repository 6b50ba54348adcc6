// From the first visit to an answer, with the built-in mind and the demo data.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { answered, ask, PHONE, site, textOf, visitor } from './browser.mjs';

const { url } = await site();

test('first visit to answer', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await page.getByRole('heading', { name: /What would you like to know about demo/ }).waitFor();
  const sample = page.locator('.sample').nth(1);
  const question = await sample.innerText();
  await sample.click();
  const article = await answered(page, question);
  assert.match(await textOf(article.locator('.insight')), /\d/);
  assert.match(page.url(), /\/s\/[\w-]+$/);
  assert.match(await textOf(article), /Understood as:/);
  assert.match(await textOf(article), /built-in mind/);
  await page.getByRole('navigation').getByRole('link', { name: question }).waitFor();
});

test('a question that comes before the page knows its data is asked all the same', async (t) => {
  const { page } = await visitor(t);
  await page.route('**/api/v1/sources', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.goto(url);
  await ask(page, 'how many stores are there?');
  await answered(page, 'how many stores are there?');
});

test('figures light the cells they come from', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, 'revenue by month');
  const article = await answered(page, 'revenue by month');
  const figure = article.locator('button.figure').first();
  await figure.click();
  await article.locator('.grid-cell.lit').first().waitFor();
  assert.equal(await textOf(article.locator('.grid-cell.lit').first()), await textOf(figure));
});

test('a chart can be drawn, changed and downloaded without anything from elsewhere', async (t) => {
  const { page } = await visitor(t);
  const elsewhere = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url());
  });
  await page.goto(url);
  await ask(page, 'number of orders by status');
  const article = await answered(page, 'number of orders by status');
  if ((await article.locator('.chart').count()) === 0) await article.getByRole('button', { name: 'Chart', exact: true }).click();
  await article.locator('.chart-host svg.marks').waitFor();
  await article.getByRole('button', { name: 'Chart options' }).click();
  await article.getByLabel('Chart type').selectOption('area');
  await article.locator('.chart-host svg .mark-area').first().waitFor();
  const download = page.waitForEvent('download');
  await article.getByRole('button', { name: 'Download chart' }).click();
  await page.getByRole('menuitem', { name: /SVG/ }).click();
  assert.match(await readFile(await (await download).path(), 'utf8'), /<svg/);
  assert.deepEqual(elsewhere, []);
});

test('all bars of a chart are in sight', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, 'customers by state');
  const article = await answered(page, 'customers by state');
  await article.getByText('First 30 of 51 states').waitFor();
  await article.locator('.chart-host svg.marks').waitFor();
  const hidden = await article.locator('.chart-host').evaluate((host) => host.scrollHeight - host.clientHeight);
  assert.equal(hidden, 0, 'some bars have to be scrolled to');
});

test('what is declined is not offered again', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, 'delete all orders');
  const article = await answered(page, 'delete all orders');
  await article.getByText('That would change the data.').waitFor();
  assert.equal(await article.getByRole('button', { name: 'Try again' }).count(), 0);
});

test('a chart is dressed for the dark, also when the dark comes later', async (t) => {
  const { page } = await visitor(t, { colorScheme: 'light' });
  await page.goto(url);
  await ask(page, 'revenue by month');
  const article = await answered(page, 'revenue by month');
  const wanted = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--text-soft').trim());
  const light = await wanted();
  await article.locator(`svg.marks .role-axis-label text[fill="${light}"]`).first().waitFor();
  await page.getByRole('button', { name: 'Theme' }).click();
  const dark = await wanted();
  assert.notEqual(dark, light);
  await article.locator(`svg.marks .role-axis-label text[fill="${dark}"]`).first().waitFor();
  assert.equal(await article.locator('svg.marks').locator('[fill="#5c6370"], [stroke="#3b5bdb"], [fill="#3b5bdb"]').count(), 0);
});

test('a clarification is answered by a choice', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, 'average price');
  const article = await answered(page, 'average price');
  await article.getByRole('button', { name: 'average unit price' }).click();
  const next = await answered(page, 'average unit price');
  assert.match(await textOf(next.locator('.insight')), /\d/);
});

test('a follow-up stands on what was asked before', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, 'revenue in 2025 by category');
  await answered(page, 'revenue in 2025 by category');
  await ask(page, 'and by month?');
  const article = await answered(page, 'and by month?');
  assert.match(await textOf(article), /2025/);
  assert.equal(await article.locator('.grid-frame').getAttribute('aria-rowcount').catch(() => '13'), '13');
});

test('SQL can be changed and run again, within the guard', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, 'how many customers are there?');
  const article = await answered(page, 'how many customers are there?');
  await page.keyboard.press('Control+/');
  await article.getByRole('button', { name: 'Edit and run' }).click();
  const editor = article.getByRole('textbox', { name: 'SQL editor' });
  await editor.waitFor();
  await editor.fill('SELECT 41 + 1 AS n FROM customers LIMIT 1');
  await article.getByRole('button', { name: 'Run', exact: true }).click();
  await article.getByRole('table', { name: 'Your statement' }).getByText('42').waitFor();
  await editor.fill('DELETE FROM customers');
  await article.getByRole('button', { name: 'Run', exact: true }).click();
  await article.getByRole('alert').waitFor();
});

test('a question that is not understood offers others', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, 'show the nicest products');
  const article = await answered(page, 'show the nicest products');
  const choice = article.locator('.choice').last();
  const question = await choice.innerText();
  await choice.click();
  await answered(page, question);
});

test('exports hold the rows', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, 'number of orders by status');
  await answered(page, 'number of orders by status');
  await page.keyboard.press('Control+e');
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  assert.match(csv, /^status,order_count\r?\ncompleted,\d+/);
});

test('feedback is taken', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, 'number of orders by status');
  const article = await answered(page, 'number of orders by status');
  await article.getByRole('button', { name: 'This is not right' }).click();
  await page.getByRole('textbox', { name: /What did you mean/ }).fill('only completed ones');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Noted.').waitFor();
});

test('conversations are found, renamed, shared and deleted', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, 'how many stores are there?');
  await answered(page, 'how many stores are there?');
  const nav = page.getByRole('navigation');
  const item = () => nav.locator('.session').filter({ has: page.locator('[aria-current=page]') });
  await item().hover();
  await item().getByRole('button', { name: /Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.keyboard.type('Shops');
  await page.keyboard.press('Enter');
  await nav.getByRole('link', { name: 'Shops', exact: true }).waitFor();
  await nav.getByRole('searchbox').fill('Shops');
  await nav.locator('.session').nth(1).waitFor({ state: 'detached' });

  const shared = page.waitForResponse((response) => response.url().endsWith('/share'));
  await item().hover();
  await item().getByRole('button', { name: /Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Copy a link' }).click();
  const { token } = await (await shared).json();
  const other = await visitor(t);
  await other.page.goto(`${url}/shared/${token}`);
  await other.page.getByText('You are looking at a shared conversation.').waitFor();
  await other.page.getByRole('heading', { name: 'how many stores are there?' }).waitFor();

  await item().getByRole('button', { name: /Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await nav.getByText(/No conversation/).waitFor();
});

test('keys: palette, list of keys, last question', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Question' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('settings');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await ask(page, 'how many stores are there?');
  await answered(page, 'how many stores are there?');
  await page.getByRole('textbox', { name: 'Question' }).press('ArrowUp');
  assert.equal(await page.getByRole('textbox', { name: 'Question' }).inputValue(), 'how many stores are there?');
});

test('the box has the focus again after what was opened over it', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, 'number of orders by status');
  const article = await answered(page, 'number of orders by status');
  const box = page.getByRole('textbox', { name: 'Question' });
  const focused = page.locator('#question:focus');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  assert.equal(await box.inputValue(), '');
  await page.keyboard.press('n');
  await page.keyboard.press('Escape');
  await focused.waitFor();
  assert.match(page.url(), /\/s\//, 'a key went through the dialog');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.press('Escape');
  await focused.waitFor();
  await page.keyboard.press('Control+e');
  await page.getByRole('menuitem', { name: 'CSV' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await focused.waitFor();
  await article.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await focused.waitFor();
});

test('a table wider than the box ends above it', async (t) => {
  const { page } = await visitor(t, { width: 1600, height: 600 });
  await page.goto(url);
  await ask(page, 'list all customers from Texas');
  const table = await (await answered(page, 'list all customers from Texas')).getByRole('table').boundingBox();
  const box = await page.locator('.composer-box').boundingBox();
  assert.ok(table.x < box.x && table.x + table.width > box.x + box.width && table.y + table.height > box.y, 'the table does not reach the box');
  const beside = [table.x + 8, table.x + table.width - 8].map((x) => [x, box.y + 8]);
  const covered = await page.evaluate((points) => points.map(([x, y]) => document.elementFromPoint(x, y).closest('.composer') !== null), beside);
  assert.deepEqual(covered, [true, true]);
});

test('beside the inspector a chart fits and a menu is whole', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, 'revenue by month');
  const article = await answered(page, 'revenue by month');
  const host = article.locator('.chart-host');
  await host.locator('svg.marks').waitFor();
  const before = (await host.locator('svg').boundingBox()).width;
  await article.getByRole('button', { name: 'Steps' }).click();
  await page.waitForFunction((before) => document.querySelector('.chart-host svg')?.clientWidth < before, before);
  assert.ok(await host.evaluate((node) => node.scrollWidth <= node.clientWidth), 'the chart scrolls sideways');
  for (const name of ['Export', 'Save']) {
    await article.getByRole('button', { name }).click();
    const menu = await article.getByRole('menu').boundingBox();
    const { x, width, scrolls } = await page.locator('.conversation').evaluate((node) => ({ ...node.getBoundingClientRect().toJSON(), scrolls: node.scrollWidth > node.clientWidth }));
    assert.ok(menu.x >= x && menu.x + menu.width <= x + width, `${name} is cut`);
    assert.ok(!scrolls, `${name} makes the conversation scroll sideways`);
    await page.keyboard.press('Escape');
  }
});

test('the menu of a conversation is whole', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, 'how many stores are there?');
  await answered(page, 'how many stores are there?');
  const item = page.getByRole('navigation').locator('.session').first();
  await item.hover();
  await item.getByRole('button', { name: /Actions/ }).click();
  const menu = await item.getByRole('menu').boundingBox();
  const frame = await page.locator('.sessions').boundingBox();
  assert.ok(menu.x >= frame.x && menu.x + menu.width <= frame.x + frame.width, JSON.stringify({ menu, frame }));
});

test('what is unfolded comes into sight', async (t) => {
  const { page } = await visitor(t, { height: 700, reducedMotion: 'reduce' });
  await page.goto(url);
  await ask(page, 'average price by region');
  const article = await answered(page, 'average price by region');
  await article.locator('svg.marks').waitFor();
  for (const [name, panel] of [[/^SQL/, '.sql-panel'], [/^Checks/, '.checks']]) {
    const button = article.getByRole('button', { name });
    await button.click();
    const { y, height } = await article.locator(panel).boundingBox();
    const dock = await page.locator('.composer').boundingBox();
    assert.ok(y + height <= dock.y + 1, `${panel} ends at ${y + height}, the box begins at ${dock.y}`);
    await button.click();
  }
});

test('a list of names is not offered as a chart', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, 'list all customers from Texas');
  const article = await answered(page, 'list all customers from Texas');
  assert.equal(await article.getByRole('button', { name: 'Chart', exact: true }).count(), 0);
});

test('phone width: nothing is cut, the menu is a sheet', async (t) => {
  const { page } = await visitor(t, PHONE);
  await page.goto(url);
  await ask(page, 'average price by region');
  await answered(page, 'average price by region');
  await ask(page, 'number of orders by store name');
  const article = await answered(page, 'number of orders by store name');
  await article.getByRole('button', { name: /^\d+ rows/ }).click();
  await article.getByRole('searchbox', { name: /^Filter rows/ }).fill('a');
  const textEnd = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect().right;
  };
  const shown = await article.getByText(/^\d+ of \d+ rows$/).evaluate(textEnd);
  assert.ok(shown <= (await article.getByRole('button', { name: 'Copy rows' }).boundingBox()).x, 'the count of rows runs into the button');
  await article.getByRole('button', { name: /^SQL/ }).click();
  const tooWide = (node) => node.scrollWidth > node.clientWidth;
  assert.ok(!(await page.locator('html').evaluate(tooWide)), 'the page scrolls sideways');
  assert.ok(!(await page.locator('.conversation').evaluate(tooWide)), 'the conversation scrolls sideways');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('link', { name: 'Data', exact: true }).click();
  await page.getByRole('heading', { name: 'Data', exact: true }).waitFor();
  await page.locator('.scrim').waitFor({ state: 'detached' });
});

test('two tabs show the same conversation', async (t) => {
  const { page, context } = await visitor(t);
  await page.goto(url);
  await ask(page, 'how many stores are there?');
  await answered(page, 'how many stores are there?');
  const second = await context.newPage();
  await second.goto(page.url());
  await answered(second, 'how many stores are there?');
  await ask(second, 'how many customers are there?');
  await answered(second, 'how many customers are there?');
  await answered(page, 'how many customers are there?');
});
