import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contrasts } from '../scripts/contrast.ts';

const styles = readFileSync(join(import.meta.dirname, 'styles.css'), 'utf8');

test('every pair of colours holds its contrast, light and dark', () => {
  const all = contrasts(styles);
  expect(all.length).toBeGreaterThan(30);
  expect(all.filter(({ wanted, light, dark }) => Math.min(light, dark) < wanted)).toEqual([]);
});

/** Literal values for which there are tokens. */
const strays = [
  /(?<![\w&/])#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})\b/gi,
  /\b(?:rgb|hsl|oklch)a?\(/g,
  /[\w:]+-\[-?[\d.]+(?:px|rem|em|m?s)\]/g,
  /(?<=[\s'"`:])(?:rounded|shadow|text|font|duration|ease|tracking)-\[[^\]]+\]/g,
  /(?<=[\s'"`:])rounded(?:-[trbl]{1,2})?-(?:xs|sm|md|lg|xl|\dxl|full)\b/g,
  /(?<=[\s'"`:])shadow-(?:\dxs|xs|sm|md|lg|xl|\dxl)\b/g,
  /(?<=[\s'"`:])duration-\d+/g,
];
/** Flags have the colours of their countries, the logo shades of its own; the colours of the console are the game’s, and tested beside it. */
const exempt = /Flag\.tsx$|Logo\.tsx$|\.test\.tsx?$|^i18n/;

test('components take colours, sizes, corners, shadows and durations from the tokens', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname }).filter((file) => !exempt.test(file));
  expect(files.length).toBeGreaterThan(150);
  const found = files.flatMap((file) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    return strays.flatMap((stray) => [...text.matchAll(stray)].map(([what]) => `${file}: ${what}`));
  });
  expect(found).toEqual([]);
});

test('every colour that a component names is one of the theme', () => {
  const theme = new Set([...styles.matchAll(/--color-([\w-]+):/g)].map(([, name]) => name));
  const names =
    /(?<=[\s'"`:])(?:bg|border|stroke|fill|decoration|accent|from|to|via)-([a-z]+(?:-[a-z]+)*)(?=[\s'"`/])/g;
  // The same words say other things too: sides, sizes, kinds.
  const others =
    /^(?:[trblxy]|collapse|separate|spacing.*|none|dashed|solid|linear-to-[trbl]{1,2}|cover|center|auto|from-font|clip.*|blend.*)$/;
  const files = globSync('**/*.tsx', { cwd: import.meta.dirname });
  const unknown = files.flatMap((file) =>
    [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(names)]
      .map(([, name = '']) => name)
      .filter((name) => !theme.has(name) && !others.test(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});
