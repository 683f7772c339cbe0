import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { FilesError } from '../files.ts';
import { folderWorlds, type WorldArchive } from '../keeper/folder-worlds.ts';
import { inFolder } from '../keeper/walk.ts';
import type { RealmWorlds } from '../worlds.ts';
import type { FakePlace } from './fake-place.ts';

interface FakeArchive {
  files: { name: string; base64: string }[];
  sha256: string;
}

/** The same operations as those of a keeper, in this process; only the archive is JSON. */
export function fakeWorlds(place: FakePlace, realmId: string): RealmWorlds {
  async function worlds(): Promise<RealmWorlds> {
    if (!place.realms.has(realmId)) throw new FilesError('absent');
    return folderWorlds((await place.folders.folder(realmId)).root, jsonArchive);
  }
  async function stopped(): Promise<RealmWorlds> {
    if ((place.realms.get(realmId)?.state ?? null) !== null) throw new FilesError('realm_running');
    return worlds();
  }
  return {
    copy: async (id, settings) => (await worlds()).copy(id, settings),
    pack: async (id) => (await worlds()).pack(id),
    unpack: async (id, archive) => (await worlds()).unpack(id, archive),
    exchange: async (id) => (await stopped()).exchange(id),
    putBack: async (id) => (await stopped()).putBack(id),
    drop: async (id) => (await worlds()).drop(id),
  };
}

const jsonArchive: WorldArchive = {
  pack: (folder) =>
    Readable.from(
      (async function* () {
        yield Buffer.from(await packed(inFolder(folder, '.')));
      })(),
    ),
  unpack: async (archive, into) => unpacked(inFolder(into, '.'), await text(archive)),
};

async function packed(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    names.map(async (name) => ({ name: relative(folder, name), base64: (await readFile(name)).toString('base64') })),
  );
  return JSON.stringify({ files, sha256: hash(files) } satisfies FakeArchive);
}

async function unpacked(folder: string, archive: string) {
  const { files, sha256 } = JSON.parse(archive) as FakeArchive;
  if (sha256 !== hash(files)) throw new Error('the archive is damaged');
  const size = { bytes: 0, files: files.length };
  await mkdir(join(folder, 'world'), { recursive: true });
  for (const { name, base64 } of files) {
    const content = Buffer.from(base64, 'base64');
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
    size.bytes += content.length;
  }
  return size;
}

function hash(files: FakeArchive['files']): string {
  return createHash('sha256').update(JSON.stringify(files)).digest('hex');
}
