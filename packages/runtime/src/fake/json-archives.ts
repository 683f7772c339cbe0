import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FileArchives } from '../file-agent/file-archives.ts';
import type { WorldArchive } from '../file-agent/folder-worlds.ts';
import { inFolder } from '@realmkeep/safe-fs';

/** Archives for a driver that knows none: JSON. */
export interface FakeArchives {
  files: FileArchives;
  worlds: WorldArchive;
}

interface JsonArchive {
  files: { name: string; base64: string }[];
  sha256: string;
}

export const jsonArchives: FakeArchives = {
  files: {
    pack: (folder, names) => pieceOf(() => packed(inFolder(folder, '.'), names)),
    unpack: async (archive, into, { take, signal }) => {
      const content = await archive.readFile('utf8');
      await take(content.length, 1);
      signal.throwIfAborted();
      await unpacked(inFolder(into, '.'), content);
    },
    small: async (archive, names) => {
      const { files } = JSON.parse(await archive.readFile('utf8')) as JsonArchive;
      const found = files.filter(({ name }) => names.has(name));
      return new Map(found.map(({ name, base64 }) => [name, Buffer.from(base64, 'base64').toString('utf8')]));
    },
    refusalOf: (error) => (error instanceof SyntaxError ? 'archive_unreadable' : null),
  },
  worlds: {
    pack: (folder) => pieceOf(() => packed(inFolder(folder, '.'))),
    unpack: async (archive, into, take) => {
      const content = await text(archive);
      await take(content.length);
      const size = await unpacked(inFolder(into, '.'), content);
      await mkdir(inFolder(into, 'world'), { recursive: true });
      return size;
    },
  },
};

function pieceOf(make: () => Promise<string>): Readable {
  return Readable.from(
    (async function* () {
      yield Buffer.from(await make());
    })(),
  );
}

async function packed(folder: string, chosen?: ReadonlySet<string>): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => chosen === undefined || chosen.has(name.split('/')[0] ?? ''));
  const files = await Promise.all(
    names.map(async (name) => ({ name, base64: (await readFile(join(folder, name))).toString('base64') })),
  );
  return JSON.stringify({ files, sha256: hash(files) } satisfies JsonArchive);
}

async function unpacked(folder: string, archive: string) {
  const { files, sha256 } = JSON.parse(archive) as JsonArchive;
  if (sha256 !== hash(files)) throw new Error('the archive is damaged');
  const size = { bytes: 0, files: files.length };
  for (const { name, base64 } of files) {
    const content = Buffer.from(base64, 'base64');
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
    size.bytes += content.length;
  }
  return size;
}

function hash(files: JsonArchive['files']): string {
  return createHash('sha256').update(JSON.stringify(files)).digest('hex');
}
