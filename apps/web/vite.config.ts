import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { pages } from './build/pages.ts';

/*
 * A browser asks for six files at once and shares the line between them, so a page is a few files, the large ones first, rather than many
 * small ones: which module goes into which file.
 */

/** Beside the entry, for every page: React, how texts are found, and what the home page shows first. */
const everyPage =
  /\/node_modules\/(?:react-dom|scheduler)\/|\/src\/(?:pages\/home\/(?:HomePage|HeroScene|use-fresh)|ui\/voxels\/scenes\/(?:keep|cloud|islet)|i18n\/(?:plural|use-messages))/;

/** For every page with data of the product's. */
const data =
  /\/node_modules\/@tanstack\/(?:react-query|query-core)\/|\/src\/(?:layouts\/QueriesLayout|api\/(?:quer|live-cache)|ui\/Skeleton)/;

/** What several pages are made of. Not the forms, which are large, nor what is loaded on demand. */
const several =
  /\/lucide-react\/|\/packages\/contract\/|\/src\/(?:ui|shared|features|session|layouts)\/(?!.*(?:RealmFields|LoginDialog|RegisterDialog|PasswordDialog|LeavingDialog))/;

/** Too small for a file of their own, also where only two pages have them. */
const tiny = /\/lucide-react\/|\/src\/features\/drafts\//;

/** The frame of an area's pages. */
const frame = /\/src\/(?:layouts|features\/\w+)\/(Account|Realm)(?:Layout|Menu)/;

/** The texts that the pages of an account share, a file for each language. */
const sharedTexts = /\/src\/i18n\/(en|ru|pl)\/(?:errors|subscription|realm|account)\.ts/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), compressed(), pages({ home: 100_000, more: 60_000, css: 15_000, files: 15 })],
  resolve: {
    // What weighs more than what is used of it.
    alias: [
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: `${import.meta.dirname}/src/ui/lucide-icon.ts` },
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
  build: {
    target: 'es2023',
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    // Which files each page needs besides its own weighs 2 kB in the shell, and more with every page.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, deps, { hostType }) => (hostType === 'html' ? deps : []),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: everyPage, priority: 4 },
            { name: 'shell', tags: ['$initial'], priority: 3 },
            { name: (id) => `texts-${sharedTexts.exec(id)?.[1]}`, test: sharedTexts, priority: 2 },
            { name: 'data', test: data, priority: 2 },
            { name: 'tiny', test: tiny, minShareCount: 2, priority: 2 },
            { name: 'several', test: several, minShareCount: 3, priority: 2 },
            { name: (id) => `frame-${frame.exec(id)?.[1]}`, test: frame, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': { target: 'http://localhost:3000', ws: true, rewriteWsOrigin: true } },
  },
});
