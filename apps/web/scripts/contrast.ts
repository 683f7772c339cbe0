/** Prints the contrast of every pair of colours that the pages put on each other, light and dark: `node apps/web/scripts/contrast.ts`. */
import { readFileSync } from 'node:fs';

type Palette = Record<string, string>;

/** What stands on what, by the names of the tokens. WCAG 2.2 wants 4.5 of text (1.4.3), and 3 of what shows where and how a control is (1.4.11). */
const pairs = {
  4.5: [
    ['ink', 'ground surface sunk moss-soft amber-soft brick-soft slate-soft sky-top sky-low'],
    ['muted', 'ground surface sunk slate-soft amber-soft'],
    ['spruce', 'ground surface sunk'],
    ['moss', 'surface moss-soft'],
    ['amber', 'surface amber-soft'],
    ['brick', 'ground surface brick-soft'],
    ['slate', 'surface slate-soft'],
    ['lantern-ink', 'lantern'],
    ['on-brick', 'brick-fill'],
    ['ground', 'ink'],
  ],
  3: [
    ['rim', 'ground surface'],
    ['chosen', 'ground surface sunk'],
    ['lantern-edge', 'ground surface'],
    ['spruce', 'ground surface sunk'],
  ],
} as const;

interface Contrast {
  front: string;
  back: string;
  wanted: number;
  light: number;
  dark: number;
}

/** @param styles the text of styles.css */
export function contrasts(styles: string): Contrast[] {
  const light = paletteOf(styles, ':root');
  const dark = { ...light, ...paletteOf(styles, '.dark') };
  return Object.entries(pairs).flatMap(([wanted, roles]) =>
    roles.flatMap(([front, backs]) =>
      backs.split(' ').map((back) => ({
        front,
        back,
        wanted: Number(wanted),
        light: ratio(colour(light, front), colour(light, back)),
        dark: ratio(colour(dark, front), colour(dark, back)),
      })),
    ),
  );
}

function paletteOf(styles: string, selector: string): Palette {
  const from = styles.indexOf(`\n${selector} {`);
  const rule = styles.slice(from, styles.indexOf('\n}', from));
  return Object.fromEntries([...rule.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]));
}

function colour(palette: Palette, name: string): string {
  const value = palette[name];
  if (value === undefined) throw new Error(`styles.css has no colour ${name}`);
  return value;
}

/** Of two colours as `#rrggbb`, by WCAG 2.2: 1 to 21. */
function ratio(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

if (import.meta.main) {
  const styles = readFileSync(new URL('../src/styles.css', import.meta.url), 'utf8');
  const lines = contrasts(styles).map(
    ({ front, back, wanted, light, dark }) =>
      `| ${front} on ${back} | ${wanted} | ${light.toFixed(1)} | ${dark.toFixed(1)} |`,
  );
  console.log(['| what on what | at least | light | dark |', '|---|---|---|---|', ...lines].join('\n'));
}
