import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Row {
  required: string;
  state: string;
  place: string;
}

const text = read('docs/specification.md');
const rows = [...text.matchAll(/^\| (?<required>.+?) \| (?<state>[a-z]+) \| (?<place>.+) \|$/gm)]
  .map(({ groups }) => groups as unknown as Row)
  .filter(({ state }) => state !== 'state');

const namesIn = ({ place }: Row) => [...place.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const decisionsIn = ({ place }: Row) => [...place.matchAll(/\[\d{3}\]\(([^)]+)\)/g)].map(([, path = '']) => path);

type Module = Record<string, unknown>;
let contract: Module;
const messages = new Map<string, Module>();

beforeAll(async () => {
  contract = await load('packages/contract/src/index.ts');
  const files = rows.flatMap(namesIn).flatMap((name) => /^message:(\w+)/.exec(name)?.[1] ?? []);
  for (const path of new Set(files.flatMap((file) => ['en', 'ru', 'pl'].map((language) => `${language}/${file}`)))) {
    messages.set(path, await load(`apps/web/src/i18n/${path}.ts`));
  }
});

/** By its path alone: this folder depends on no workspace. A file that is not there has no exports. */
async function load(path: string): Promise<Module> {
  return existsSync(join(root, path)) ? ((await import(/* @vite-ignore */ join(root, path))) as Module) : {};
}

/** What a path of keys leads to; `*` takes each value in turn. */
function valueAt(from: unknown, [key, ...rest]: string[]): unknown {
  if (key === undefined || typeof from !== 'object' || from === null) return key === undefined ? from : undefined;
  if (key === '*') return Object.values(from).map((value) => valueAt(value, rest));
  return valueAt((from as Module)[key], rest);
}

/** Declared, as a value, a type or a member of one. */
function declares(source: string, name: string): boolean {
  return new RegExp(String.raw`\b(const|let|function|class|interface|type) ${name}\b|^\s+#?${name}\??[:(,]`, 'm').test(
    source,
  );
}

/** The ways in which something is named. Each knows whether there is such a thing. */
const kinds: [form: RegExp, exists: (...groups: string[]) => boolean][] = [
  [
    /^([A-Z]+) (\/\S+)$/,
    (method, path) =>
      Object.values(contract['routes'] as Record<string, { method: string; path: string }>).some(
        (route) => route.method === method && route.path === path,
      ),
  ],
  [/^(\/\S*)$/, (path) => (contract['pages'] as string[]).includes(path)],
  [/^error:(\w+)$/, (code) => Object.hasOwn(contract['errorCodes'] as object, code)],
  [
    /^message:(\w+)\.([\w.]+)$/,
    (file, key) =>
      ['en', 'ru', 'pl'].every(
        (language) => valueAt(messages.get(`${language}/${file}`), [file, ...key.split('.')]) !== undefined,
      ),
  ],
  [
    /^([A-Z]\w+)\{([\w, ]+)\}$/,
    (schema, fields) => {
      const shape = valueAt(contract, [schema, 'shape']);
      return typeof shape === 'object' && fields.split(', ').every((field) => Object.hasOwn(shape ?? {}, field));
    },
  ],
  [
    /^([a-z]\w*(?:\.[\w*]+)*) = (.+)$/,
    (path, value) => [valueAt(contract, path.split('.'))].flat().map(String).join(', ') === value,
  ],
  [
    /^((?:apps|packages|lint)\/[\w./-]+\.\w+)(?:#(.+))?$/,
    (path, inside) =>
      existsSync(join(root, path)) &&
      (inside === undefined || (/^\w+$/.test(inside) ? declares(read(path), inside) : read(path).includes(inside))),
  ],
];

function exists(name: string): boolean {
  return kinds.some(([form, check]) => {
    const found = form.exec(name);
    return found !== null && check(...found.slice(1));
  });
}

test('each line of a table says what is required, how it stands, and where', () => {
  const lines = text.split(/^## /m).slice(1).join('').split('\n');
  const told = lines.filter((line) => line.startsWith('|') && !/^\|(---| required )/.test(line));
  expect(rows).toHaveLength(told.length);
  expect(rows.length).toBeGreaterThan(150);
  expect(rows.filter(({ state }) => !['works', 'differs', 'missing'].includes(state))).toEqual([]);
});

test('what works names its place, and what differs the decision that says so', () => {
  expect(rows.filter((row) => row.state === 'works' && namesIn(row).length === 0)).toEqual([]);
  expect(rows.filter((row) => row.state === 'differs' && decisionsIn(row).length === 0)).toEqual([]);
});

test('every call, page, error, message, field, constant and file named there exists', () => {
  expect(rows.flatMap(namesIn).filter((name) => !exists(name))).toEqual([]);
});

test('every decision named there exists', () => {
  expect(rows.flatMap(decisionsIn).filter((path) => !existsSync(join(root, 'docs', path)))).toEqual([]);
});
