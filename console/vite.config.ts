import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  build: {
    outDir: '../build/console/dist',
    emptyOutDir: true,
    target: 'es2022',
    // Small files would become data: URLs, which the page's policy refuses for fonts and scripts.
    assetsInlineLimit: 0,
    // The tests hold the first load to 220 KB compressed.
    chunkSizeWarningLimit: 900,
    rolldownOptions: { checks: { pluginTimings: false } },
    modulePreload: { polyfill: false },
  },
  server: {
    // `npm run dev` beside a running server.
    proxy: Object.fromEntries(
      ['/console/session', '/monitoring', '/screening', '/lists', '/users', '/individuals', '/businesses', '/openapi.json']
        .map((path) => [path, 'http://127.0.0.1:8080']),
    ),
  },
});
