/**
 * Looks through the messages: `npm run i18n:check`. That every language has every key of English the compiler sees; this finds
 * keys that no code names, and letters, dashes and quotation marks of another alphabet or of typewriters.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages, type Language } from '@realmkeep/contract/languages';

const web = new URL('../', import.meta.url).pathname;
const source = join(web, 'src');
const problems: string[] = [];

const code = ['src', 'build']
  .flatMap((folder) =>
    readdirSync(join(web, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^src\/i18n\/(en|ru|pl)\//.test(path))
  .map((path) => readFileSync(join(web, path), 'utf8'))
  .join('\n');
/** As a property, in a pattern that takes an object apart, or as a name in quotation marks. */
const named = new Set([...code.matchAll(/(?:\.|[{,]\s*|['"`])(\w+)/g)].map(([, name]) => name));

/** Whether code takes what is in this object by a name that it computes, or spreads all of it: then each key in it may be meant. */
function isTakenWhole(name: string): boolean {
  return new RegExp(
    String.raw`\b${name}(\?\.)?\[|\.\.\.[\w.]*\b${name}\b|Object\.\w+\([\w.]*\b${name}\)|= [\w.]*\b${name};`,
  ).test(code);
}

interface Leaf {
  /** From the name of the file's messages on. */
  path: string[];
  text: unknown;
}

function leavesOf(value: unknown, path: string[]): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, text: value }];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

async function messagesOf(language: Language): Promise<Leaf[]> {
  const folder = join(source, 'i18n', language);
  const modules = readdirSync(folder);
  const loaded = await Promise.all(
    modules.map(async (file) => (await import(join(folder, file))) as Record<string, unknown>),
  );
  return loaded.flatMap((module) => leavesOf(module, []));
}

for (const { path } of await messagesOf('en')) {
  const isListed = path.some((key) => /^\d+$/.test(key));
  const isUsed = named.has(path.at(-1) ?? '') || isListed || isTakenWhole(path.at(-2) ?? '');
  if (!isUsed) problems.push(`en ${path.join('.')}: no code names it`);
}

/** What a text of the language must not have. */
const strange: Record<Language, [RegExp, string][]> = {
  en: [[/\p{Script=Cyrillic}/u, 'a Cyrillic letter']],
  ru: [
    [/\p{Script=Cyrillic}\p{Script=Latin}|\p{Script=Latin}\p{Script=Cyrillic}/u, 'a word of two alphabets'],
    [/\S [–—] /u, 'a dash that is short, or may begin a line'],
    [/["“”„]/u, 'quotation marks that are not «»'],
  ],
  pl: [
    [/\p{Script=Cyrillic}/u, 'a Cyrillic letter'],
    [/—/u, 'a long dash'],
    [/["“«»]/u, 'quotation marks that are not „”'],
  ],
};
const typewritten: [RegExp, string][] = [
  [/\.\.\./u, 'three dots'],
  [/\p{L}'\p{L}/u, 'a straight apostrophe'],
  [/\s-\s/u, 'a hyphen for a dash'],
  [/ {2}/u, 'two spaces'],
];

for (const language of languages) {
  for (const { path, text } of await messagesOf(language)) {
    const words = typeof text === 'function' ? templateOf(text) : String(text);
    for (const [pattern, what] of [...strange[language], ...typewritten]) {
      if (pattern.test(words)) problems.push(`${language} ${path.join('.')}: ${what}: ${words}`);
    }
  }
}

/** What stands in the quotation marks of a function that makes a text. */
function templateOf(text: { toString: () => string }): string {
  const strings = text.toString().match(/`(?:[^`\\]|\\.)*`|'(?:[^'\\]|\\.)*'/g) ?? [];
  return strings.map((one) => one.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, 'X')).join(' ');
}

for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;
