/** Draws the preview pictures of links to the home page, from the web app's own scenes, colours and fonts: `node e2e/draw-og.ts`. */
import { readFile } from 'node:fs/promises';
import { home as en } from '../apps/web/src/i18n/en/home.ts';
import { home as pl } from '../apps/web/src/i18n/pl/home.ts';
import { home as ru } from '../apps/web/src/i18n/ru/home.ts';
import { cloudScene } from '../apps/web/src/ui/voxels/scenes/cloud.ts';
import { keepScene } from '../apps/web/src/ui/voxels/scenes/keep.ts';
import { type Block, visibleFaces } from '../apps/web/src/ui/voxels/visible-faces.ts';
import { launchBrowser } from '@realmkeep/testkit/browser';

const web = new URL('../apps/web/', import.meta.url);
const fonts = new URL('../node_modules/@fontsource-variable/', import.meta.url);
const styles = await readFile(new URL('src/styles.css', web), 'utf8');
const logo = await readFile(new URL('public/favicon.svg', web), 'utf8');

/** A rule or a layer of the style sheet. */
function part(from: RegExp): string {
  const found = from.exec(styles)?.[0];
  if (found === undefined) throw new Error(`styles.css has no ${from}`);
  return found;
}

async function face(name: 'onest' | 'unbounded', subset: 'latin' | 'latin-ext' | 'cyrillic'): Promise<string> {
  const file = new URL(`${name}/files/${name}-${subset}-wght-normal.woff2`, fonts);
  // Each subset is a separate family, so that the browser falls back to the next for glyphs the first lacks.
  return `@font-face { font-family: ${name}-${subset}; font-weight: 200 900; src: url(data:font/woff2;base64,${(await readFile(file)).toString('base64')}); }`;
}

function drawing(blocks: Block[], style: string): string {
  const { faces, viewBox } = visibleFaces(blocks);
  const paths = faces.map(
    ({ material, side, path }) => `<path class="voxel-${side}" style="color: var(--${material})" d="${path}"/>`,
  );
  return `<svg viewBox="${viewBox}" style="position: absolute; ${style}">${paths.join('')}</svg>`;
}

const subsets = ['latin', 'latin-ext', 'cyrillic'] as const;
const faces = await Promise.all(subsets.flatMap((subset) => [face('onest', subset), face('unbounded', subset)]));
const families = (name: string) => subsets.map((subset) => `${name}-${subset}`).join(', ');
const look = `${faces.join('\n')}
${part(/^:root \{[^}]*\}/m)}
${part(/^@layer components \{[\s\S]*?^\}/m)}
body {
  margin: 0; width: 1200px; height: 630px; overflow: hidden; position: relative; color: var(--ink);
  background: linear-gradient(var(--sky-top), var(--sky-low)); font-family: ${families('onest')};
}
.words { position: absolute; left: 72px; top: 64px; width: 600px; }
.brand { display: flex; align-items: center; gap: 18px; font: 600 36px ${families('unbounded')}; }
.brand svg { width: 60px; }
h1 { font: 600 50px/1.16 ${families('unbounded')}; letter-spacing: -0.015em; margin: 56px 0 28px; text-wrap: balance; }
p { font-size: 30px; margin: 0; font-weight: 500; }
.ground { position: absolute; left: 0; right: 0; bottom: -8px; }`;

const scene = [
  drawing(cloudScene(), 'left: 600px; top: 60px; width: 130px'),
  drawing(cloudScene(), 'left: 1060px; top: 130px; width: 100px'),
  drawing(keepScene(), 'right: 30px; top: 24px; height: 560px'),
].join('');

const browser = await launchBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  for (const [language, { title, free }] of Object.entries({ en, ru, pl })) {
    await page.setContent(`<!doctype html><html lang="${language}"><style>${look}</style>
      ${scene}
      <div class="words"><div class="brand">${logo} Realmkeep</div><h1>${title}</h1><p>${free}</p></div>
      <div class="ground horizon"></div></html>`);
    await page.evaluate(() => document.fonts.ready);
    const picture = new URL(`public/og/home-${language}.png`, web).pathname;
    await page.screenshot({ path: picture });
    console.log(picture);
  }
} finally {
  await browser.close();
}
