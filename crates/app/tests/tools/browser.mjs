// Opens a page of a running server in headless Chromium, runs a file of JavaScript in it, and prints one JSON object
// with what came of it. The file is the body of an async function that gets `args` and returns what is to be printed.
//
//     VOUCH_TEST_TOOLS=$(scripts/test-tools --path) node crates/app/tests/tools/browser.mjs \
//         http://127.0.0.1:8080/ crates/app/tests/tools/examples/ask_polling.js ['{"name": "in args"}'] [more files...]
//
// Several files run one after the other, each in a page of its own; an argument that starts with { goes to the file
// before it. What a page asked of other sites is listed as `elsewhere`; with VOUCH_TEST_SCREENSHOTS=FOLDER its last look
// is kept there. Exit code 0 when every file returned, 1 when one threw or took too long, 2 without a working browser.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

const SCREENSHOTS = process.env.VOUCH_TEST_SCREENSHOTS;
const LIMIT_MS = Number(process.env.VOUCH_TEST_LIMIT_MS ?? 60_000);

function runs(words) {
  const files = [];
  for (const word of words) {
    if (word.startsWith('{')) files.at(-1).args = word;
    else files.push({ file: word, args: '{}' });
  }
  return files;
}

async function run(context, url, { file, args }) {
  const source = await readFile(file, 'utf8');
  const page = await context.newPage();
  const heard = { console: [], failed: [], elsewhere: [] };
  page.on('console', (message) => heard.console.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => heard.failed.push(String(error)));
  page.on('request', (request) => {
    const asked = new URL(request.url());
    if (asked.protocol.startsWith('http') && asked.origin !== new URL(url).origin) heard.elsewhere.push(request.url());
  });
  const since = performance.now();
  let limit;
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded', timeout: LIMIT_MS });
    const result = await Promise.race([
      page.evaluate(`(async (args) => {\n${source}\n})(${args})`),
      new Promise((_, reject) => {
        limit = setTimeout(() => reject(new Error(`not done after ${LIMIT_MS} ms`)), LIMIT_MS);
      }),
    ]);
    return { ok: heard.failed.length === 0, result, ...heard, ms: Math.round(performance.now() - since) };
  } catch (error) {
    return { ok: false, error: String(error), ...heard, ms: Math.round(performance.now() - since) };
  } finally {
    clearTimeout(limit);
    if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, `${basename(file, '.js')}.png`) });
    await page.close();
  }
}

async function main() {
  const [url, ...words] = process.argv.slice(2);
  const tools = process.env.VOUCH_TEST_TOOLS;
  if (!url || words.length === 0 || words[0].startsWith('{') || !tools) {
    console.error('usage: VOUCH_TEST_TOOLS=$(scripts/test-tools --path) node browser.mjs URL FILE.js [ARGS]...');
    return 2;
  }
  let browser;
  try {
    const { chromium } = createRequire(join(tools, 'package.json'))('playwright-core');
    // Containers have neither user namespaces for Chromium's sandbox nor room in /dev/shm; the pages are our own.
    const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking'];
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
  } catch (error) {
    console.log(JSON.stringify({ error: `the browser does not start: ${error}` }));
    return 2;
  }
  try {
    const outcomes = {};
    for (const file of runs(words)) {
      const context = await browser.newContext();
      outcomes[basename(file.file, '.js')] = await run(context, url, file);
      await context.close();
    }
    console.log(JSON.stringify(outcomes));
    return Object.values(outcomes).every((outcome) => outcome.ok) ? 0 : 1;
  } finally {
    await browser.close();
  }
}

process.exitCode = await main();
