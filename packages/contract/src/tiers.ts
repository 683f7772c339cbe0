export const tiers = ['CHICKEN', 'ZOMBIE', 'GHAST', 'DRAGON'] as const;
export type Tier = (typeof tiers)[number];

export const coOwnerRights = ['none', 'list', 'add'] as const;
export type CoOwnerRight = (typeof coOwnerRights)[number];
/** Co-owners of one realm, whatever the tier. */
export const maxPartners = 20;
/** Realms of others that one account may manage: each is counted whenever its list is asked for. */
export const maxPartnered = 200;

/** What a tier allows. Lengths in blocks; null means no limit. */
export interface TierLimits {
  realms: number;
  slots: number | null;
  /** The side of the square that players may enter. */
  borderDiameter: number;
  /** Co-owners: `none` (existing ones wait for a higher tier), `list` (existing ones can be seen and removed) or `add` (more can be added). */
  coOwners: CoOwnerRight;
  /** Whether its realms may offer a resource pack. */
  resourcePacks: boolean;
  /** Own worlds (type COMMUNITY) that a player can keep for creating realms; 0: none. */
  communityMaps: number;
  /** Whether its realms stop when neither the owner nor a co-owner is on. */
  stopsWithoutOwner: boolean;
  /** Minutes after which a running realm shuts down, whoever is on; null: never. */
  shutdownMinutes: number | null;
  /** Minutes without players after which a realm goes to sleep. */
  idleMinutes: number;
  /** Whether managers can change the weather in the game. */
  weather: boolean;
  /** Blocks that managers can change at once in the game, such as with `//set`; 0: none. */
  editBlocks: number;
  /** Whether managers can take starter kits in the game. */
  kits: boolean;
  /** Whether managers' nicknames stand out in the chat. */
  highlightedNickname: boolean;
  /** Whether managers can put a prefix before their nicknames in the chat. */
  personalPrefix: boolean;
  /** The Nether and the End on the built-in server. Java servers always have both. */
  otherWorlds: boolean;
  /** The size limit of one realm's database. */
  databaseBytes: number;
  /** Schedules of one realm. */
  schedules: number;
  /** Backups of one realm: how many, their bytes in total, and the minutes between two. */
  backups: { count: number; bytes: number; pauseMinutes: number };
  /** Files and folders of one realm, including its worlds, and their bytes in total. */
  files: { bytes: number; files: number };
  /** Whether its realms show advertisements. */
  advertisement: boolean;
  /** For the pages, as `#rrggbb`. */
  color: string;
}

/** How long players can be on a realm without its owner and co-owners before it stops, if its tier says so. */
export const withoutOwnerMinutes = 15;

const mebibyte = 1024 * 1024;

/** The one table of tier limits. */
export const tierLimits: Record<Tier, TierLimits> = {
  CHICKEN: {
    realms: 1,
    slots: 2,
    borderDiameter: 500,
    coOwners: 'none',
    resourcePacks: false,
    communityMaps: 0,
    stopsWithoutOwner: true,
    shutdownMinutes: 60,
    idleMinutes: 10,
    weather: false,
    editBlocks: 0,
    kits: false,
    highlightedNickname: false,
    personalPrefix: false,
    otherWorlds: false,
    databaseBytes: 64 * mebibyte,
    schedules: 2,
    backups: { count: 2, bytes: 512 * mebibyte, pauseMinutes: 360 },
    files: { bytes: 1024 * mebibyte, files: 20_000 },
    advertisement: true,
    color: '#b7791f',
  },
  ZOMBIE: {
    realms: 2,
    slots: 5,
    borderDiameter: 1500,
    coOwners: 'list',
    resourcePacks: false,
    communityMaps: 0,
    stopsWithoutOwner: false,
    shutdownMinutes: null,
    idleMinutes: 20,
    weather: true,
    editBlocks: 4096,
    kits: false,
    highlightedNickname: false,
    personalPrefix: false,
    otherWorlds: true,
    databaseBytes: 256 * mebibyte,
    schedules: 5,
    backups: { count: 5, bytes: 2048 * mebibyte, pauseMinutes: 60 },
    files: { bytes: 4096 * mebibyte, files: 50_000 },
    advertisement: false,
    color: '#2f855a',
  },
  GHAST: {
    realms: 5,
    slots: 10,
    borderDiameter: 3000,
    coOwners: 'add',
    resourcePacks: false,
    communityMaps: 0,
    stopsWithoutOwner: false,
    shutdownMinutes: null,
    idleMinutes: 30,
    weather: true,
    editBlocks: 32_768,
    kits: true,
    highlightedNickname: true,
    personalPrefix: false,
    otherWorlds: true,
    databaseBytes: 1024 * mebibyte,
    schedules: 10,
    backups: { count: 10, bytes: 8192 * mebibyte, pauseMinutes: 30 },
    files: { bytes: 10_240 * mebibyte, files: 100_000 },
    advertisement: false,
    color: '#5a67d8',
  },
  DRAGON: {
    realms: 10,
    slots: null,
    borderDiameter: 4000,
    coOwners: 'add',
    resourcePacks: true,
    communityMaps: 5,
    stopsWithoutOwner: false,
    shutdownMinutes: null,
    idleMinutes: 60,
    weather: true,
    editBlocks: 131_072,
    kits: true,
    highlightedNickname: true,
    personalPrefix: true,
    otherWorlds: true,
    databaseBytes: 4096 * mebibyte,
    schedules: 20,
    backups: { count: 20, bytes: 32_768 * mebibyte, pauseMinutes: 10 },
    files: { bytes: 25_600 * mebibyte, files: 200_000 },
    advertisement: false,
    color: '#b83280',
  },
};

/** The tier of a subscription's `logicValue`, 1 to 3. */
export function tierOfNumber(number: number): Tier {
  const tier = tiers[number];
  if (!tier) throw new RangeError(`There is no tier ${number}`);
  return tier;
}

/** Whether a tier is above another. */
export function isAbove(tier: Tier, other: Tier): boolean {
  return tiers.indexOf(tier) > tiers.indexOf(other);
}
