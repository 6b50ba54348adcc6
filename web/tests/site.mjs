// A running Vouch, with the page inside it; with VOUCH_URL the page of a server that runs already is tested instead.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const PROGRAM = process.env.VOUCH_BIN ?? new URL('../../bin/vouch', import.meta.url).pathname;

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
