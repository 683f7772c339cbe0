import { createHash } from 'node:crypto';
import type { FakeProject, FakeVersion } from './fake-projects.ts';
import { storedZip, type ZipEntry } from './stored-zip.ts';

/** A file of a modpack's index, as the format has it. */
export interface PackFile {
  path: string;
  hashes: { sha1: string; sha512: string };
  env?: { client: string; server: string };
  downloads: string[];
  fileSize: number;
}

/** What a modpack is made of, the same at each time. */
export interface FakePack {
  /** @param filesUrl where files of the stand-in are: `<filesUrl>/<version id>/<name>` */
  index: (filesUrl: string) => unknown;
  entries: ZipEntry[];
}

/** As it is given out. */
export function packBytes({ index, entries }: FakePack, filesUrl: string): Buffer {
  return storedZip([{ name: 'modrinth.index.json', content: JSON.stringify(index(filesUrl)) }, ...entries]);
}

/** A file of an index that is the one of a listed version. */
export function packFile(
  filesUrl: string,
  { id, filename, bytes }: FakeVersion,
  more: Partial<PackFile> = {},
): PackFile {
  const hash = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex');
  return {
    path: `mods/${filename}`,
    hashes: { sha1: hash('sha1'), sha512: hash('sha512') },
    env: { client: 'required', server: 'required' },
    downloads: [`${filesUrl}/${id}/${encodeURIComponent(filename)}`],
    fileSize: bytes.length,
    ...more,
  };
}

const client = { client: 'required', server: 'unsupported' };

/** An index that names these files, for 1.16.5 and a loader of Fabric. */
export function packIndex(name: string, files: unknown[], more: object = {}): object {
  return {
    formatVersion: 1,
    game: 'minecraft',
    versionId: '1.0.0',
    name,
    files,
    dependencies: { minecraft: '1.16.5', 'fabric-loader': '0.16.7' },
    ...more,
  };
}

/** A version of a modpack, or of something that claims to be one. */
export function packVersion(
  id: string,
  number: string,
  published: string,
  pack: FakePack | Buffer,
  more: Partial<FakeVersion> = {},
): FakeVersion {
  const filename = `pack-${number}.mrpack`;
  return {
    id,
    number,
    type: 'release',
    published,
    loaders: ['fabric'],
    games: ['1.16.5'],
    filename,
    ...(Buffer.isBuffer(pack) ? { bytes: pack } : { bytes: Buffer.alloc(0), pack }),
    ...more,
  };
}

/**
 * Packs for the sandbox: one that installs, one for another loader, and one whose file does not match its announcement.
 * @param mods their contents
 */
export function sandboxPacks(mods: readonly FakeVersion[]): FakeProject[] {
  const meadow: FakePack = {
    index: (url) =>
      packIndex('Meadow Express', [
        ...mods.map((mod) => packFile(url, mod)),
        { ...packFile(url, mods[0] as FakeVersion), path: 'mods/pretty-clouds-1.0.jar', env: client },
      ]),
    entries: [
      { name: 'overrides/config/swift-carts.json', content: '{"uphill":true}' },
      { name: 'overrides/options.txt', content: 'fov:0.5' },
      { name: 'server-overrides/config/swift-carts.json', content: '{"uphill":true,"server":true}' },
    ],
  };
  const broken: FakePack = {
    index: (url) =>
      packIndex(
        'Cracked Crown',
        mods.map((mod) => ({ ...packFile(url, mod), hashes: { sha1: '0'.repeat(40), sha512: '0'.repeat(128) } })),
      ),
    entries: [],
  };
  return [
    {
      id: 'MeadowEx',
      title: 'Meadow Express',
      description: 'Railways across the plains: fast carts, and what they need. A modpack for Fabric.',
      downloads: 12_700,
      isPack: true,
      versions: [
        packVersion('MeadowE1', '1.0.0', '2025-03-01', meadow),
        packVersion('MeadowE2', '1.1.0', '2025-05-01', meadow),
        packVersion('MeadowE3', '2.0.0', '2025-06-01', meadow, { loaders: ['neoforge'] }),
      ],
    },
    {
      id: 'ForgeHal',
      title: 'Halls of the Forge',
      description: 'Dwarven machines. A modpack for Forge alone.',
      downloads: 88_000,
      isPack: true,
      versions: [packVersion('ForgeHa1', '3.4', '2025-02-01', meadow, { loaders: ['forge'] })],
    },
    {
      id: 'Prettier',
      title: 'Prettier Plains',
      description: 'Clouds and shadows, for the players’ own game alone.',
      downloads: 140_000,
      isPack: true,
      isForClients: true,
      versions: [packVersion('Prettie1', '5.1', '2025-02-01', meadow)],
    },
    {
      id: 'CrackedC',
      title: 'Cracked Crown',
      description: 'One of its files is not the one that is announced, so no server comes of it.',
      downloads: 90,
      isPack: true,
      versions: [packVersion('CrackedA', '1.0', '2025-01-01', broken)],
    },
  ];
}
