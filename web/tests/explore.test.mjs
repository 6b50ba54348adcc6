// Explorations and reports, boards, clients.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { answered, ask, site, textOf, visitor } from './browser.mjs';
import { PROGRAM } from './site.mjs';

const { url } = await site();

test('explore, then a report, then its PDF', async (t) => {
  const { page } = await visitor(t);
  await page.goto(`${url}/explore`);
  await page.getByRole('textbox').last().fill('What drives revenue?');
  await page.getByRole('button', { name: 'Start exploring' }).click();
  await page.waitForURL(/\/explore\/[\w-]+$/);
  await page.locator('.feed').waitFor();
  const report = page.getByRole('link', { name: 'Generate full report' });
  await report.waitFor({ timeout: 60_000 });
  assert.ok((await page.locator('.finding').count()) > 0, 'there is no finding');
  assert.match(await textOf(page.locator('.finding').first()), /Holds|Weak|Misleading/);
  await page.reload();
  await report.click();
  await page.locator('.report h1').waitFor({ timeout: 60_000 });
  const exported = async (name) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name }).click();
    return readFile(await (await download).path());
  };
  assert.equal((await exported('PDF')).subarray(0, 4).toString(), '%PDF');
  assert.match((await exported(/HTML/)).toString(), /^<!doctype html>/i);
  assert.match((await exported('Markdown')).toString(), /^# /);
});

test('an answer is pinned to a board and read by a link without a key', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  await ask(page, 'number of orders by status');
  const article = await answered(page, 'number of orders by status');
  await article.getByRole('button', { name: 'Chart options' }).click();
  await article.getByRole('combobox', { name: 'Chart type' }).selectOption('area');
  const saving = page.waitForResponse((response) => response.url().endsWith('/api/v1/saved') && response.request().method() === 'POST');
  await article.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('menuitem', { name: 'New board' }).click();
  const name = page.getByRole('textbox', { name: 'Name of the board' });
  assert.equal(await name.inputValue(), 'number of orders by status');
  await page.keyboard.type('Orders');
  await page.keyboard.press('Enter');
  assert.equal((await (await saving).json()).by_hand.type, 'area', 'as it was put together by hand');
  await page.getByText('Pinned to Orders.').waitFor();
  await page.getByRole('link', { name: 'Boards' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Orders', exact: true }).click();
  await page.locator('.board-item').first().waitFor();
  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.keyboard.type('All orders');
  const renamed = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.keyboard.press('Enter');
  assert.equal((await (await renamed).json()).title, 'All orders');
  await page.getByRole('button', { name: 'Run all again' }).click();
  await page.getByText(/as of/).first().waitFor();
  const often = page.getByRole('combobox', { name: 'Runs' });
  for (const minutes of ['15', '0']) {
    const kept = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await often.selectOption(minutes);
    await kept;
    await page.reload();
    await page.locator('.board-item').first().waitFor();
    assert.equal(await often.inputValue(), minutes);
  }
  const shared = page.waitForResponse((response) => response.url().endsWith('/share'));
  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Copy read-only link' }).click();
  const { token } = await (await shared).json();
  const other = await visitor(t);
  await other.page.goto(`${url}/boards/shared/${token}`);
  await other.page.locator('.board-item').first().waitFor();
});

test('the name of a new board is typed at once', async (t) => {
  const { page } = await visitor(t);
  await page.goto(`${url}/boards`);
  await page.getByRole('button', { name: 'New board' }).click();
  await page.keyboard.type('Next numbers');
  assert.equal(await page.getByRole('textbox', { name: 'Name of the board' }).inputValue(), 'Next numbers');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/boards\/[\w-]+$/);
  await page.locator('.drop-hint').waitFor();
});

test('an exploration that was stopped says so once', async (t) => {
  const { page } = await visitor(t);
  const body = { question: 'What drives revenue?', source: 'demo', background: true };
  const { exploration_id } = await (await page.request.post(`${url}/api/agentic-explore`, { data: body })).json();
  await page.request.post(`${url}/api/v1/explorations/${exploration_id}/stop`);
  await page.goto(`${url}/explore/${exploration_id}`);
  await page.getByText('Stopped before anything was found.').waitFor();
  assert.equal(await page.locator('.notice').count(), 1);
  assert.equal(await page.getByRole('link', { name: 'Generate full report' }).count(), 0);
  assert.equal(await page.getByRole('heading', { name: 'Findings' }).count(), 0);
});

test('the client selector narrows the answer', async (t) => {
  const { page } = await visitor(t);
  await page.goto(url);
  const picker = page.getByRole('button', { name: /^Client:/ });
  await picker.waitFor();
  await ask(page, 'how many customers are there?');
  const all = await textOf((await answered(page, 'how many customers are there?')).locator('.insight'));
  await picker.click();
  await page.getByRole('menuitemradio').nth(1).click();
  await page.waitForURL((place) => place.pathname === '/');
  await ask(page, 'how many customers are there?');
  const one = await textOf((await answered(page, 'how many customers are there?')).locator('.insight'));
  assert.notEqual(one, all);
  const article = await answered(page, 'how many customers are there?');
  await article.getByRole('button', { name: /^SQL/ }).click();
  await article.getByText('What ran, with the client’s rows only').click();
  assert.match(await textOf(article.locator('details .sql')), /client_id = \d/);
  await page.getByRole('link', { name: 'Explorations' }).click();
  const client = (await picker.getAttribute('aria-label')).replace('Client: ', '');
  await page.getByText(`Only rows of client ${client} will be read.`).waitFor();
});

test('an exploration says whose rows it read', async (t) => {
  const { page } = await visitor(t);
  const body = { question: 'What drives revenue?', source: 'demo', client_id: 3, background: true };
  const { exploration_id } = await (await page.request.post(`${url}/api/agentic-explore`, { data: body })).json();
  await page.goto(`${url}/explore/${exploration_id}`);
  await page.getByText('Only rows of client 3 were read.').waitFor();
});

test('a key that is bound to a client has no other to choose, whatever was chosen before', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-page-'));
  const made = execFileSync(PROGRAM, ['keys', 'create', 'ann', '--client-id', '3', '--json', '--data-dir', folder], { encoding: 'utf8' });
  const locked = await site({ args: ['--demo'], data: folder });
  const { page } = await visitor(t);
  await page.addInitScript(() => localStorage.setItem('vouch.preferences', JSON.stringify({ client: '2' })));
  await page.goto(locked.url);
  await page.getByLabel('Key').fill(JSON.parse(made).key);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('Juniper Lane').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Client:/ }).count(), 0);
  await ask(page, 'how many customers are there?');
  assert.match(await textOf((await answered(page, 'how many customers are there?')).locator('.insight')), /\d/);
});
