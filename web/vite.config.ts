import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

// `npm run dev` shows the page while a server runs beside it; VOUCH_URL says where.
const server = process.env.VOUCH_URL ?? 'http://127.0.0.1:8080';
// The server looks at Host and Origin, so that both must name it.
const forward = { target: server, changeOrigin: true, headers: { origin: server } };
const paths = ['/api', '/query', '/query-agentic', '/health', '/openapi.json', '/docs'];

/** The folder of the package that a module belongs to. */
function packageOf(id: string): string | null {
  if (!id.includes('/node_modules/')) return null;
  let folder = dirname(id.replace(/^\0/, '').replace(/\?.*$/, ''));
  while (!(existsSync(join(folder, 'package.json')) && JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version)) {
    if (folder.endsWith('node_modules') || folder === '/') return null;
    folder = dirname(folder);
  }
  return folder;
}

function component(folder: string) {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const licence = license ?? licenses?.map((one: { type: string }) => one.type).join(' OR ');
  if (!licence) throw new Error(`${name} names no licence`);
  return { name: `${name} ${version}`, licence, text: file ? readFileSync(join(folder, file), 'utf8').trim() : '' };
}

/** Writes the packages that went into the page, with their licences, beside it; the page finds them by a <meta>. */
const licences: Plugin = {
  name: 'licences',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    const ids = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
    const styles = [...this.getModuleIds()].filter((id) => id.endsWith('.css'));
    const folders = new Set([...ids, ...styles].map(packageOf).filter((folder) => folder !== null));
    const components = [...folders].map(component).sort((a, b) => a.name.localeCompare(b.name, 'en'));
    const source = JSON.stringify({ components });
    const fileName = `assets/licences-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.json`;
    this.emitFile({ type: 'asset', fileName, source });
    const html = bundle['index.html'];
    if (html?.type === 'asset') html.source = String(html.source).replace('</title>', `</title>\n    <meta name="licences" content="/${fileName}" />`);
  },
};

export default defineConfig({
  plugins: [react(), licences],
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 1200 },
  server: { proxy: Object.fromEntries(paths.map((path) => [path, forward])) },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
