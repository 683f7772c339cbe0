/**
 * The interface of one running realm: what a realm-server process answers, and to whom.
 *
 * HTTP/1.1 on a unix socket that only the driver's user reaches, JSON bodies of at most 64 KiB:
 *
 * | call            | answer                                                                        |
 * |-----------------|-------------------------------------------------------------------------------|
 * | GET /state      | RealmState                                                                    |
 * | GET /events     | newline-delimited RealmEvent, the present state first, until either side ends |
 * | GET /console?after=n | newline-delimited ConsoleLine[], of this run's lines from number n + 1 on, those that are kept first; an empty line each 10 s |
 * | GET /commands   | ConsoleCommand[]                                                              |
 * | POST /command   | body {command, by}, `by` who has sent it or null; 204, 400 for a command over 256 characters or with a control character, 409 while it starts |
 * | PATCH /settings | body Partial<RealmSettings>; SettingsResult                                   |
 * | POST /login-code | body LoginCode; 204, in the place of an earlier one of the same nickname         |
 * | POST /hold-writing | the world is saved, and nothing written for as long as the answer, 200, stands: a minute at most |
 * | POST /stop      | 202; the world is saved and the process ends with code 0                       |
 * | POST /stop-if-empty | the same if nobody is on nor on the way in; otherwise 409, and nothing happens |
 *
 * The process is started with that socket listening, and with the one on which game clients are served, each behind a PROXY v2 header.
 */

/** The descriptors of the two. The one before is the realm's lock, which the process only holds. */
export const CONTROL_FD = 4;
export const GAME_FD = 5;

export { type ConsoleLine, ConsoleRing } from './console-ring.ts';
export { isForLackOfRoom } from './lack-of-room.ts';

export type GameMode = 'SURVIVAL' | 'CREATIVE' | 'ADVENTURE' | 'SPECTATOR';
export type DifficultyLevel = 'PEACEFUL' | 'EASY' | 'NORMAL' | 'HARD' | 'HARDCORE';

/** What can be changed while the realm runs, where its kernel can: `KernelCapabilities` says which. */
export interface RealmSettings {
  /** Players at once; null for no limit. */
  slots: number | null;
  /** The side of the square that players may enter, in blocks, centred on the spawn point. */
  borderDiameter: number;
  gameMode: GameMode;
  /** The line in the client's server list. Plain text. */
  motd: string;
  /** Blocks around the spawn point that only managers can change; 0 for none. */
  spawnProtectionRadius: number;
  difficultyLevel: DifficultyLevel;
  /** Whether players can hurt each other. */
  dealDamage: boolean;
  /** Whether players may fly where the game mode alone would not let them. */
  flySurvival: boolean;
  commandBlocks: boolean;
  animalSpawn: boolean;
  monsterSpawn: boolean;
  villagersRespawn: boolean;
  /** Whether everybody is told in the chat what somebody has achieved. */
  viewAchievementsOnChat: boolean;
  /** Offered to everybody who joins; null for none. */
  resourcePack: ResourcePack | null;
  /** The accounts that may do in the game what is the owner's and his partners', once a connection has proved to be theirs. */
  managers: RealmManager[];
  plan: RealmPlan;
}

/** What the owner's plan brings about in the game. Whoever runs the realm shuts it down; the realm warns of it. */
export interface RealmPlan {
  /** When it is shut down, whoever is on; null: never. Milliseconds since the epoch. */
  closesAt: number | null;
  /** How long players may be on without a manager until it is shut down, in milliseconds; null: for ever. */
  unmanagedMs: number | null;
  /** The site that the realm says it is hosted by, such as `realms.example`; null: it says nothing. */
  advertised: string | null;
  /** Whether managers change the weather. */
  weather: boolean;
  /** Blocks that managers change at once; 0: none. */
  editBlocks: number;
  /** Whether managers take starter kits. */
  kits: boolean;
  /** Whether managers' nicknames stand out in the chat. */
  highlightedNickname: boolean;
  /** Whether managers put a prefix of their own before their nicknames in the chat. */
  personalPrefix: boolean;
}

/** What a realm is set to that nobody has changed: every setting there is. */
export const plainSettings: RealmSettings = {
  slots: 2,
  borderDiameter: 500,
  gameMode: 'CREATIVE',
  motd: 'A realm',
  spawnProtectionRadius: 0,
  difficultyLevel: 'NORMAL',
  dealDamage: true,
  flySurvival: false,
  commandBlocks: false,
  animalSpawn: true,
  monsterSpawn: true,
  villagersRespawn: true,
  viewAchievementsOnChat: true,
  resourcePack: null,
  managers: [],
  plan: {
    closesAt: null,
    unmanagedMs: null,
    advertised: null,
    weather: false,
    editBlocks: 0,
    kits: false,
    highlightedNickname: false,
    personalPrefix: false,
  },
};

export interface ResourcePack {
  /** http or https, in ASCII. */
  url: string;
  /** SHA-1 of the file, as 40 hexadecimal digits: clients refuse another file. */
  sha1: string;
}

/**
 * What becomes of a setting in a kernel: it holds at once, or from the next start on; players' clients are shown it, and little or
 * nothing else comes of it; or nothing at all.
 */
export type Enforcement = 'live' | 'restart' | 'shown' | 'none';
export type KernelCapabilities = Record<keyof RealmSettings, Enforcement>;

export interface RealmManager {
  nickname: string;
  /** Grows when what was proved before is to count no more. */
  epoch: number;
}

/** What a connection of this nickname may say in the game, once, to prove that it is the account's. */
export interface LoginCode extends RealmManager {
  /** SHA-256 of the code in capital letters, as 64 hexadecimal digits: the code itself is told to nobody but the player. */
  hash: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

export type KernelName = 'sandbox' | 'paper' | 'vanilla';

/** The game's own server, or one made from it, which realm-server starts as its child. Whoever starts the realm has chosen and checked it. */
export interface JavaServer {
  /** The game's version, such as `1.21.4`. */
  version: string;
  /** The server's jar: absolute, and readable by the realm's user. */
  jar: string;
  /** The `java` that runs it: absolute, and new enough for the version (local/java-runtimes.ts). */
  runtime: string;
  /** Whether the realm's owner has accepted the game's licence (aka.ms/MinecraftEULA): without that the server ends at once. */
  eula: boolean;
}

/** Everything that a realm-server is told, in `spec.json` of the realm's folder. */
export interface RealmSpec {
  /** A UUID; the name of the realm's folder. */
  realmId: string;
  /** A small number of its own (1 up); a driver may derive a user id from it. */
  number: number;
  kernel: KernelName;
  /** Present for the kernels that are Java programs, and for no other. */
  java?: JavaServer;
  /** An official world's name, or a name for one's own; used once, when the world is made. */
  map: string;
  /** The folder of a world that is none of the official ones, `map.json` in it: the driver copies it before the first start. */
  ownWorld?: string;
  /** Whether it has run before, so that its world must be there: the driver then starts it from no new one. */
  hasRun?: boolean;
  settings: RealmSettings;
  limits: RealmLimits;
}

export interface RealmLimits {
  memoryMiB: number;
  /** Processor time as a fraction of one core; 1.5 is a core and a half. */
  cores: number;
  /** Threads count as well: Node has about a dozen, a Java server a hundred and more. */
  processes: number;
  /** What its user may have on the disk, where the kernel holds users to that; absent: anything. */
  disk?: DiskLimits;
}

export interface DiskLimits {
  bytes: number;
  /** Files and folders. */
  files: number;
}

/** A realm-server's phase. It is absent before, and after it has ended. */
export type ServerPhase = 'STARTING' | 'READY' | 'STOPPING';

export interface RealmPlayer {
  nickname: string;
  uuid: string;
  /** overworld, nether or end. */
  world: string;
}

export interface RealmResources {
  /** Processor use since the last sample, as a fraction of one core. */
  cpu: number;
  /** Resident memory in bytes. */
  memoryBytes: number;
}

export interface RealmState {
  realmId: string;
  lease: number;
  phase: ServerPhase;
  /** Milliseconds since the epoch. */
  startedAt: number;
  slots: number | null;
  players: RealmPlayer[];
  worlds: { name: string; players: number }[];
  /** Ticks a second over the last five seconds, at most 20; null while the tick rests because nobody is on. */
  tps: number | null;
  /** Since when nobody is on: READY, or the last player's leaving. Null while somebody is, and before. Milliseconds since the epoch. */
  emptySince: number | null;
  /** Since when players are on and no manager, where the plan asks for that; null otherwise. Milliseconds since the epoch. */
  unmanagedSince: number | null;
  /** Since when something of the world or its players could not be written to the disk; null while all can. Milliseconds since the epoch. */
  unsavedSince: number | null;
  resources: RealmResources;
}

/** `state` comes at once on a change of phase or players, otherwise every 2 s with players on and every 10 s without. */
export interface RealmEvent {
  type: 'state';
  state: RealmState;
}

/** What the console takes, for whoever types: `{name: 'gamemode', usage: 'survival|creative [player]'}`. */
export interface ConsoleCommand {
  name: string;
  /** Words, choices with strokes between them, <what must be said> and [what may be]. */
  usage: string;
}

/** A setting that the kernel has no use for is in neither list. */
export interface SettingsResult {
  applied: (keyof RealmSettings)[];
  /** These take effect when the realm starts next. */
  atNextStart: (keyof RealmSettings)[];
}

/** What becomes of a change. */
export function settingsResult(capabilities: KernelCapabilities, change: Partial<RealmSettings>): SettingsResult {
  const names = Object.keys(change) as (keyof RealmSettings)[];
  return {
    applied: names.filter((name) => capabilities[name] === 'live' || capabilities[name] === 'shown'),
    atNextStart: names.filter((name) => capabilities[name] === 'restart'),
  };
}
