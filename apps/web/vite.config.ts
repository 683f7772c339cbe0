import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brotli } from './build/brotli.ts';
import { budget } from './build/budget.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), brotli(), budget({ javaScript: 100_000, css: 15_000 })],
  build: {
    target: 'es2023',
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'shell', tags: ['$initial'] }] },
      },
    },
  },
  server: {
    proxy: { '/api': { target: 'http://localhost:3000', ws: true, rewriteWsOrigin: true } },
  },
});
