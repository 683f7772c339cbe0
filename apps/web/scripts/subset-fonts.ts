import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Makes src/fonts/<face>-<language>.woff2: of the faces as they are published only the characters and weights that fonts.css
 * names. `node apps/web/scripts/subset-fonts.ts`, with Debian's python3-fonttools and python3-brotli; to be repeated when a
 * range in fonts.css or a face's version has changed.
 */
const published: Record<string, string> = { english: 'latin', polish: 'latin-ext', russian: 'cyrillic' };

const css = readFileSync(new URL('../src/fonts.css', import.meta.url), 'utf8');
const folder = fileURLToPath(new URL('../src/fonts/', import.meta.url));
const made = /font-weight: (\d+) (\d+);[^}]*'\.\/fonts\/(\w+)-(\w+)\.woff2'[^}]*unicode-range:([^;]+);/g;
const work = mkdtempSync(join(tmpdir(), 'fonts-'));
const fontTools = (...args: string[]) => execFileSync('/usr/bin/python3', ['-m', ...args], { stdio: 'inherit' });

for (const [, least = '', most = '', face = '', language = '', range = ''] of css.matchAll(made)) {
  const source = dirname(fileURLToPath(import.meta.resolve(`@fontsource-variable/${face}/package.json`)));
  const letters = join(work, 'letters.ttf');
  const weights = join(work, 'weights.ttf');
  const font = join(folder, `${face}-${language}.woff2`);
  fontTools(
    'fontTools.subset',
    join(source, `files/${face}-${published[language]}-wght-normal.woff2`),
    `--unicodes=${range.replaceAll(/\s/g, '')}`,
    '--layout-features+=tnum',
    `--output-file=${letters}`,
  );
  fontTools('fontTools.varLib.instancer', '-q', letters, `wght=${least}:${most}`, '-o', weights);
  fontTools('fontTools.ttLib.woff2', 'compress', '-o', font, weights);
  copyFileSync(
    fileURLToPath(import.meta.resolve(`@fontsource-variable/${face}/LICENSE`)),
    join(folder, `OFL-${face}.txt`),
  );
}
rmSync(work, { recursive: true });
