import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brotli } from './build/brotli.ts';
import { budget } from './build/budget.ts';

/** What the home page adds to the shell: one file instead of six. Other pages take their cards from it. */
const homeModules =
  /\/src\/(?:pages\/home\/|ui\/(?:Card|Callout)|i18n\/(?:plural|use-page-text))|\/icons\/(?:power|triangle|activity|blocks|languages|info)/;

/** What all the pages of an account share. */
const signedInModules =
  /\/@tanstack\/(?:react-query|query-core)\/|\/src\/(?:queries|session\/(?:query|live-cache)|ui\/Skeleton)/;

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
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'] },
            { name: 'home', test: homeModules },
            { name: 'signed-in', test: signedInModules },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': { target: 'http://localhost:3000', ws: true, rewriteWsOrigin: true } },
  },
});
