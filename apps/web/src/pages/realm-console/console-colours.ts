/** The sixteen colours of the game, in the order of their codes 0 to f; console.css gives them for light and dark. */
export const colours = [
  'black',
  'dark-blue',
  'dark-green',
  'dark-aqua',
  'dark-red',
  'dark-purple',
  'gold',
  'gray',
  'dark-gray',
  'blue',
  'green',
  'aqua',
  'red',
  'light-purple',
  'yellow',
  'white',
] as const;
type Colour = (typeof colours)[number];

interface Style {
  colour?: Colour;
  bold?: boolean;
  italic?: boolean;
  underline?: boolean;
  strike?: boolean;
}

/** Some characters of a line, and how they look. */
export interface Span extends Style {
  text: string;
}

/** ANSI's colours 0 to 15 in the game's. */
const ansi: readonly Colour[] = [
  'black',
  'dark-red',
  'dark-green',
  'gold',
  'dark-blue',
  'dark-purple',
  'dark-aqua',
  'gray',
  'dark-gray',
  'red',
  'green',
  'yellow',
  'blue',
  'light-purple',
  'aqua',
  'white',
];
const formats: Record<string, Style> = {
  l: { bold: true },
  m: { strike: true },
  n: { underline: true },
  o: { italic: true },
};
/** Red, green and blue of the game's colours. */
const values: readonly (readonly [number, number, number])[] = colours.map((_, code) => {
  const part = (bit: number) => ((code & bit) === 0 ? 0 : 170) + (code > 7 ? 85 : 0);
  return code === 6 ? [255, 170, 0] : [part(4), part(2), part(1)];
});

/** § and a character, § with a colour of one's own (§x and six digits of it), or an SGR of ECMA-48. */
// oxlint-disable-next-line no-control-regex -- it is what is looked for
const code = /§x((?:§[\da-f]){6})|§([\da-fk-or])|\u001b\[([\d;]*)m/gi;
/** Other controls, and what would turn the direction of the text around. */
// oxlint-disable-next-line no-control-regex -- it is what is taken away
const unwanted = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** A line in pieces of one style each, without the codes. The text is never treated as markup. */
export function readSpans(line: string): Span[] {
  const spans: Span[] = [];
  let style: Style = {};
  let from = 0;
  const put = (end: number) => {
    const text = line.slice(from, end).replace(unwanted, '');
    if (text !== '') spans.push({ ...style, text });
  };
  for (const match of line.matchAll(code)) {
    put(match.index);
    from = match.index + match[0].length;
    const [, own, letter, numbers] = match;
    if (own) style = { colour: nearest(hexOf(own)) };
    else if (letter) style = withLetter(style, letter.toLowerCase());
    else style = withNumbers(style, (numbers ?? '').split(';').map(Number));
  }
  put(line.length);
  return spans;
}

/** A line's text without codes. */
export function plainText(line: string): string {
  return readSpans(line)
    .map(({ text }) => text)
    .join('');
}

/** A colour ends what was before it, as in the game. */
function withLetter(style: Style, letter: string): Style {
  if (letter === 'r') return {};
  const format = formats[letter];
  if (format) return { ...style, ...format };
  const colour = colours[Number.parseInt(letter, 16)];
  return colour ? { colour } : style;
}

function withNumbers(style: Style, [number, ...rest]: number[]): Style {
  if (number === undefined) return style;
  if (number !== 38 && number !== 48) return withNumbers(withNumber(style, number), rest);
  const colour = extended(rest);
  return withNumbers(number === 38 && colour ? { ...style, colour } : style, rest.slice(rest[0] === 2 ? 4 : 2));
}

function withNumber(style: Style, number: number): Style {
  const named = ansi[number >= 90 ? number - 82 : number - 30];
  if (named && ((number >= 30 && number <= 37) || (number >= 90 && number <= 97))) return { ...style, colour: named };
  if (number === 0) return {};
  if (number === 1) return { ...style, bold: true };
  if (number === 3) return { ...style, italic: true };
  if (number === 4) return { ...style, underline: true };
  if (number === 9) return { ...style, strike: true };
  if (number === 22) return { ...style, bold: false };
  if (number === 23) return { ...style, italic: false };
  if (number === 24) return { ...style, underline: false };
  if (number === 29) return { ...style, strike: false };
  if (number !== 39) return style;
  const plain = { ...style };
  delete plain.colour;
  return plain;
}

/** `5;n` of 256 colours, or `2;r;g;b`. */
function extended([kind, a = 0, b = 0, c = 0]: number[]): Colour | undefined {
  if (kind === 2) return nearest([a, b, c]);
  if (kind !== 5) return undefined;
  if (a < 16) return ansi[a];
  if (a > 231) return nearest([8 + (a - 232) * 10, 8 + (a - 232) * 10, 8 + (a - 232) * 10]);
  return nearest([step(Math.floor((a - 16) / 36)), step(Math.floor((a - 16) / 6)), step(a - 16)]);
}

/** Of the cube of six steps to a side. */
function step(value: number): number {
  return value % 6 === 0 ? 0 : 55 + (value % 6) * 40;
}

function hexOf(own: string): [number, number, number] {
  const hex = own.replaceAll('§', '');
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(0), part(2), part(4)];
}

function nearest([red, green, blue]: [number, number, number]): Colour {
  const far = values.map(([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2);
  return colours[far.indexOf(Math.min(...far))] ?? 'white';
}
