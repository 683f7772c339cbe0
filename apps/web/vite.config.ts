import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { pages } from './build/pages.ts';

/** What the home page adds to the shell at its first paint, and what the texts of every page need: one file. */
const homeModules =
  /\/src\/(?:pages\/home\/(?:HomePage|HeroScene|use-fresh)|ui\/voxels\/scenes\/(?:keep|cloud|islet)|i18n\/(?:plural|use-page-text))/;

/** What all the pages of an account share. */
const signedInModules =
  /\/@tanstack\/(?:react-query|query-core)\/|\/src\/(?:queries|session\/(?:query|live-cache)|ui\/Skeleton)/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), compressed(), pages({ home: 100_000, more: 60_000, css: 15_000 })],
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
