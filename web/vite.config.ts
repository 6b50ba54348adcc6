import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// `npm run dev` shows the page while a server runs beside it; VOUCH_URL says where.
const server = process.env.VOUCH_URL ?? 'http://127.0.0.1:8080';
// The server looks at Host and Origin, so that both must name it.
const forward = { target: server, changeOrigin: true, headers: { origin: server } };
const paths = ['/api', '/query', '/query-agentic', '/health', '/openapi.json', '/docs'];

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 1200 },
  server: { proxy: Object.fromEntries(paths.map((path) => [path, forward])) },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
