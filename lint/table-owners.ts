/** Which groups of the api write which tables of its database: one each. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { groupOf } from './layers.ts';

const builders = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*(?:'([^' ]+)[^']*'|([^')]))/g;
const statements =
  /\b(?:insert\s+into|merge\s+into|delete\s+from|truncate(?:\s+table)?|update(?=\s+\S+(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+(?:"?([a-z_][\w.]*)|(\$\{))/gi;

/** What a table is called that only the running code names: nobody can own it. */
export const unnamed = '?';

/** The tables that a source writes, by Kysely or in SQL; where only the running code names them, those of the source's types `…Table`. */
export function tablesWritten(source: string): Set<string> {
  const matches = [...source.matchAll(builders), ...source.matchAll(statements)];
  const types = [...source.matchAll(/^type \w+Table = ([^;]+);/gm)].map(([, type = '']) => type);
  const named = types.flatMap((type) => [...type.matchAll(/'(\w+)'/g)].map(([, table = '']) => table));
  const others = named.length > 0 ? named : [unnamed];
  return new Set(matches.flatMap(([, table]) => table ?? others));
}

/** By table, the groups of an app whose files write it. @param app as it stands in layers.ts */
export async function tableWriters(app: string, root: string): Promise<Map<string, Set<string>>> {
  const writers = new Map<string, Set<string>>();
  const files = await readdir(join(root, app), { recursive: true });
  for (const file of files.filter((path) => path.endsWith('.ts') && !/\.(?:test|gen)\.ts$/.test(path))) {
    for (const table of tablesWritten(await readFile(join(root, app, file), 'utf8'))) {
      const groups = writers.get(table) ?? new Set();
      writers.set(table, groups.add(groupOf(app, file)?.name ?? file));
    }
  }
  return writers;
}
