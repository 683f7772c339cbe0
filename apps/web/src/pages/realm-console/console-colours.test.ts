import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { colours, plainText, readSpans } from './console-colours.ts';

test('the game’s codes colour what follows, until the next colour', () => {
  expect(readSpans('plain §egold§l bold §cred §rplain')).toEqual([
    { text: 'plain ' },
    { text: 'gold', colour: 'yellow' },
    { text: ' bold ', colour: 'yellow', bold: true },
    { text: 'red ', colour: 'red' },
    { text: 'plain' },
  ]);
  expect(readSpans('§x§f§f§0§0§0§0own')).toEqual([{ text: 'own', colour: 'dark-red' }]);
  expect(readSpans('§kodd §AUPPER')).toEqual([{ text: 'odd ' }, { text: 'UPPER', colour: 'green' }]);
});

test('so do those of ANSI', () => {
  expect(readSpans('\u001b[31mred\u001b[1m bold\u001b[22;39m plain\u001b[0m')).toEqual([
    { text: 'red', colour: 'dark-red' },
    { text: ' bold', colour: 'dark-red', bold: true },
    { text: ' plain', bold: false },
  ]);
  expect(readSpans('\u001b[38;5;10ma\u001b[38;2;255;255;80mb\u001b[48;5;1;92mc\u001b[97md')).toEqual([
    { text: 'a', colour: 'green' },
    { text: 'b', colour: 'yellow' },
    { text: 'c', colour: 'green' },
    { text: 'd', colour: 'white' },
  ]);
});

test('markup is text, and what is no code stays or goes without harm', () => {
  const markup = '<img src=x onerror=alert(1)> &lt; ${x}';
  expect(readSpans(markup)).toEqual([{ text: markup }]);
  expect(plainText('§')).toBe('§');
  expect(plainText('§z § g')).toBe('§z § g');
  expect(plainText('a\u001b[9999999999999m\u001b[;;;mb\u001b[2Jc\u0000\u009b')).toBe('ab[2Jc');
  expect(plainText('admin\u202Egnp.exe\u2066')).toBe('admingnp.exe');
  expect(readSpans('')).toEqual([]);
  expect(readSpans('\u001b[38;5;999999mx\u001b[38mx\u001b[38;2mx').map(({ text }) => text)).toEqual(['x', 'x', 'x']);
});

test('a hostile line is read in no time', () => {
  const began = process.cpuUsage();
  for (const text of ['§', '§x§f', '\u001b[', '\u001b[1;', '§x§f§f§f§f§f']) readSpans(text.repeat(2000));
  // Microseconds of processor, of which other programs take none.
  expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
});

/** WCAG 2.2: relative luminance. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test.each([
  ['light', '', '#e9e6d8'],
  ['dark', '\\.dark ', '#10141c'],
])('every colour can be read on the %s ground', (_, prefix, ground) => {
  const css = readFileSync(new URL('console.css', import.meta.url), 'utf8');
  for (const colour of colours) {
    const hex = new RegExp(`^${prefix}\\.console-${colour} \\{\\s*color: (#[\\da-f]{6});`, 'm').exec(css)?.[1] ?? '';
    const [light, dark] = [luminance(hex), luminance(ground)].toSorted((a, b) => b - a);
    expect(((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05), `${colour} ${hex}`).toBeGreaterThanOrEqual(4.5);
  }
});
