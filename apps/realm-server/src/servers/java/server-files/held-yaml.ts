import { constants } from 'node:fs';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Document, isMap, isScalar, parseDocument, visit } from 'yaml';
import { writeDurably } from '../../../world-folder/durable-file.ts';

/** Values with the keys that lead to them. */
export type HeldValues = readonly (readonly [keys: readonly string[], value: number | boolean])[];

/** Far above every configuration. */
const maxBytes = 64 * 1024;
/** What a reader of YAML 1.1 takes, as those of Java servers are. */
const printable = /^[\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd]*$/;

/**
 * Puts the values into the file, overriding its owner's, and leaves the rest of it as it is. If it is not plain YAML, a new file replaces it and
 * the old one is kept as `.old`; anything that is not a file is removed.
 */
export async function holdInYaml(path: string, held: HeldValues): Promise<void> {
  const folder = dirname(path);
  if ((await lstat(folder).catch(() => null))?.isDirectory() === false) await rm(folder);
  await mkdir(folder, { recursive: true });
  const before = await readText(path);
  const text = withHeld(before ?? '', held);
  if (text === before) return;
  await clear(`${path}.new`);
  if (before === null) await clear(path);
  else if (before !== '' && !plainDocument(before)) {
    await clear(`${path}.old`);
    await rename(path, `${path}.old`);
  }
  await writeDurably(path, text);
}

async function clear(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
}

/** Null where there is no regular file. One that cannot be a configuration is read as empty. */
async function readText(path: string): Promise<string | null> {
  // A pipe would never be opened otherwise, and a link leads elsewhere.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => null);
  try {
    const stat = await file?.stat();
    if (!file || !stat?.isFile()) return null;
    return stat.size > maxBytes ? '' : await file.readFile('utf8');
  } finally {
    await file?.close();
  }
}

/** The text with these values. If it is not plain YAML, which other readers might understand differently, it starts over from nothing. */
export function withHeld(text: string, held: HeldValues): string {
  const document = plainDocument(text) ?? new Document({}, { version: '1.1' });
  for (const [keys, value] of held) {
    for (let depth = 0; depth < keys.length; depth += 1) {
      const way = keys.slice(0, depth);
      if (isMap(document.getIn(way, true))) continue;
      document.setIn(way, document.createNode({}));
    }
    document.setIn(keys, value);
  }
  return document.toString({ directives: false, flowCollectionPadding: false });
}

/** Null unless it is a single map with plain keys, without anchors, tags and the like. */
function plainDocument(text: string): Document | null {
  if (!printable.test(text)) return null;
  try {
    const document = parseDocument(text, { version: '1.1' });
    if (document.errors.length > 0 || document.warnings.length > 0 || !isMap(document.contents)) return null;
    let isPlain = true;
    visit(document, {
      Alias: () => void (isPlain = false),
      Node: (_, node) => void (isPlain &&= !node.anchor && !node.tag),
      Pair: (_, { key }) => void (isPlain &&= isScalar(key) && typeof key.value !== 'symbol' && key.value !== '<<'),
    });
    return isPlain ? document : null;
  } catch {
    // As of lists that are nested without end.
    return null;
  }
}
