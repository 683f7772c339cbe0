import { type FakePack, sandboxPacks } from './fake-packs.ts';

/** A project as Modrinth lists it, with its versions in any order. */
export interface FakeProject {
  id: string;
  title: string;
  description: string;
  downloads: number;
  /** Whether it is a modpack. */
  isPack?: boolean;
  /** Whether it is for the game's client alone. */
  isForClients?: boolean;
  versions: FakeVersion[];
}

export interface FakeVersion {
  id: string;
  number: string;
  type: 'release' | 'beta';
  /** A day. */
  published: string;
  loaders: string[];
  games: string[];
  filename: string;
  bytes: Buffer;
  /** Of a modpack, in the place of `bytes`: its index names the host by which it is asked for. */
  pack?: FakePack;
  /** The bytes that are served instead. */
  sent?: Buffer;
  /** The announced address of its file, instead of ours. */
  url?: string;
  /** Projects. */
  requires?: string[];
  /** Versions, without their projects. */
  requiresVersions?: string[];
  incompatible?: string[];
}

const games = ['1.16.5', '1.20.4'];

/** An empty zip archive (APPNOTE.TXT, section 4.3.16) with a comment, which makes each another file. */
function emptyArchive(comment: string): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([end, Buffer.from(comment)]);
}

function plugin(
  id: string,
  name: string,
  number: string,
  published: string,
  more: Partial<FakeVersion> = {},
): FakeVersion {
  return {
    id,
    number,
    type: 'release',
    published,
    loaders: ['paper', 'spigot'],
    games,
    filename: `${name}-${number}.jar`,
    bytes: emptyArchive(`${name} ${number}`),
    ...more,
  };
}

/** The sandbox's projects: a plugin that needs another and has an update, one that conflicts with it, one for old servers, a broken one, a data pack, a mod. */
const single: FakeProject[] = [
  {
    // The real one's.
    id: '1u6JkXh5',
    title: 'WorldEdit',
    description: 'Changes many blocks at once. This is no more than its name.',
    downloads: 9_000_000,
    versions: [
      plugin('W0rldEdA', 'worldedit-bukkit', '7.3.0', '2024-03-01'),
      plugin('W0rldEdF', 'worldedit-mod', '7.3.0', '2024-03-01', { loaders: ['fabric'] }),
    ],
  },
  {
    id: 'LaNt3rn5',
    title: 'Lantern Light',
    description: 'Lanterns that are lit at dusk. Needs Toolbelt.',
    downloads: 48_210,
    versions: [
      plugin('LaNt3rnA', 'LanternLight', '1.0.0', '2024-01-10', { requires: ['To0lBe1t'] }),
      plugin('LaNt3rnB', 'LanternLight', '1.1.0', '2025-03-02', { requires: ['To0lBe1t'] }),
      plugin('LaNt3rnC', 'LanternLight', '2.0.0-beta', '2025-05-02', { type: 'beta', requires: ['To0lBe1t'] }),
    ],
  },
  {
    id: 'To0lBe1t',
    title: 'Toolbelt',
    description: 'A library that other plugins need.',
    downloads: 201_500,
    versions: [plugin('To0lBe1A', 'Toolbelt', '3.2', '2025-02-01')],
  },
  {
    id: 'Qu1etN1t',
    title: 'Quiet Nights',
    description: 'No monsters near beds. Does not work beside Lantern Light.',
    downloads: 9_120,
    versions: [plugin('Qu1etN1A', 'QuietNights', '0.9', '2024-11-30', { incompatible: ['LaNt3rn5'] })],
  },
  {
    id: '01dBr1dg',
    title: 'Old Bridge',
    description: 'Bridges for servers of long ago.',
    downloads: 730,
    versions: [plugin('01dBr1dA', 'OldBridge', '1.4', '2018-06-01', { games: ['1.12.2'] })],
  },
  {
    id: 'Br0kenCa',
    title: 'Broken Cart',
    description: 'Its file is not the one that is announced, so it is never installed.',
    downloads: 12,
    versions: [plugin('Br0kenCA', 'BrokenCart', '1.0', '2025-01-01', { sent: emptyArchive('BrokenCart 1.O') })],
  },
  {
    id: 'SkyTree5',
    title: 'Sky Trees',
    description: 'A data pack: trees that float above the meadows.',
    downloads: 5_400,
    versions: [
      plugin('SkyTreeA', 'sky-trees', '1.2', '2025-04-04', { loaders: ['datapack'], filename: 'sky-trees-1.2.zip' }),
    ],
  },
  {
    id: 'Sw1ftCar',
    title: 'Swift Carts',
    description: 'A mod for Fabric: minecarts that keep their speed uphill.',
    downloads: 31_900,
    versions: [
      plugin('Sw1ftCaA', 'swift-carts', '2.3', '2025-04-10', { loaders: ['fabric'] }),
      plugin('Sw1ftCa0', 'swift-carts', '2.2', '2025-02-10', { loaders: ['fabric'] }),
    ],
  },
];

/** The mods of the sandbox's modpacks: one of them has an update. */
const packed = single.flatMap(({ versions }) => versions.filter(({ id }) => id === 'Sw1ftCa0'));

/** All that the sandbox lists. */
export const sandboxProjects: FakeProject[] = [...single, ...sandboxPacks(packed)];
