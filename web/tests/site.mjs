// A running Vouch with the page in front of it. While the program does not carry the built page itself, a small proxy
// serves web/dist and passes the rest on; with VOUCH_URL the page of a server that runs already is tested instead.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const DIST = new URL('../dist/', import.meta.url).pathname;
const PROGRAM = process.env.VOUCH_BIN ?? new URL('../../bin/vouch', import.meta.url).pathname;
const SERVER_PATHS = /^\/(api|query|query-agentic|agents|mcp|docs|openapi\.json|health|ready|metrics)(\/|\?|$)/;
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' };
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data: blob:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Starts the program on a free port; `stop` ends it, `kill` ends it the hard way, and `again` starts it on the same port and data. */
export async function startServer({ args = ['--demo'], env = {}, data = null, port = 0 } = {}) {
  const folder = data ?? mkdtempSync(join(tmpdir(), 'vouch-page-'));
  const child = spawn(PROGRAM, ['serve', '--port', String(port), '--data-dir', folder, ...args], {
    // Every question is worked on, however often and quickly the tests ask it.
    env: { PATH: process.env.PATH, HOME: folder, VOUCH_CACHE_TTL: '0', VOUCH_ASKS_PER_MINUTE: '0', ...env },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const url = await new Promise((resolve, reject) => {
    const hear = (piece) => {
      said += piece;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (found) resolve(found[0]);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => reject(new Error(`vouch did not start: ${said}`)));
  });
  const end = async (signal) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
  };
  return {
    url,
    folder,
    kill: () => end('SIGKILL'),
    again: () => startServer({ args, env, data: folder, port: Number(new URL(url).port) }),
    stop: async () => {
      await end('SIGKILL');
      if (!data) rmSync(folder, { recursive: true, force: true });
    },
  };
}

const packed = new Map();

async function compressed(path) {
  if (!packed.has(path)) {
    const body = await readFile(join(DIST, path));
    packed.set(path, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }));
  }
  return packed.get(path);
}

async function asset(path, reply) {
  const wanted = path.startsWith('/assets/') ? normalize(path) : '/index.html';
  try {
    if (wanted === '/index.html') packed.delete(wanted); // built anew, it names other assets
    const body = await compressed(wanted);
    const headers = { 'content-type': TYPES[extname(wanted)] ?? 'application/octet-stream', 'content-encoding': 'br' };
    reply.writeHead(200, { ...headers, 'content-security-policy': POLICY, 'cache-control': 'no-cache' }).end(body);
  } catch {
    reply.writeHead(404).end();
  }
}

/** Where the page is. `target` may be changed while it runs: the server behind it was started again. */
export async function startSite(server) {
  const site = { target: server.url };
  const proxy = createServer((incoming, reply) => {
    if (!SERVER_PATHS.test(incoming.url)) return void asset(new URL(incoming.url, 'http://x').pathname, reply);
    // The server looks at Host and Origin: both must name it.
    const headers = { ...incoming.headers, host: new URL(site.target).host };
    if (headers.origin) headers.origin = site.target;
    delete headers.referer;
    const passed = ask(site.target + incoming.url, { method: incoming.method, headers }, (answer) => {
      reply.writeHead(answer.statusCode, answer.headers);
      answer.pipe(reply);
      answer.on('error', () => reply.destroy());
    });
    passed.on('error', () => (reply.headersSent ? reply.destroy() : reply.writeHead(502).end()));
    reply.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  proxy.listen(Number(process.env.PAGE_PORT ?? 0), '127.0.0.1');
  await once(proxy, 'listening');
  site.url = `http://127.0.0.1:${proxy.address().port}`;
  site.stop = () => {
    proxy.closeAllConnections();
    proxy.close();
  };
  return site;
}
