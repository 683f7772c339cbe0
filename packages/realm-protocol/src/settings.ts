import * as z from 'zod/mini';
import { milliseconds, RealmAccess, RealmManager } from './access.ts';
import {
  difficultyLevels,
  type Enforcement,
  gameModes,
  isSpawnProtection,
  slotsRule,
  toggleNames,
  type ToggleName,
  toggles,
} from './rules.ts';

/** As far as the game's own coordinates go. */
const largestBorder = 59_999_968;
const maxManagers = 1000;
const maxEditBlocks = 1_000_000;

const toggleSchemas = Object.fromEntries(toggleNames.map((name) => [name, z.boolean()])) as Record<
  ToggleName,
  z.ZodMiniBoolean
>;

/** The settings that managers choose, under the names that they have in the calls, the realm's row, its spec and its control interface. */
export const chosenSettings = {
  /** Players at once; null for no limit. */
  slots: z.nullable(z.int().check(z.minimum(slotsRule.min), z.maximum(slotsRule.max))),
  gameMode: z.enum(gameModes),
  difficultyLevel: z.enum(difficultyLevels),
  ...toggleSchemas,
  /** Blocks around the spawn point that only managers can change; 0 for none. */
  spawnProtectionRadius: z
    .number()
    .check(z.refine(isSpawnProtection, { error: 'a whole number of blocks, 0 to 2000' })),
};
export type ChosenName = keyof typeof chosenSettings;
export type ChosenSettings = { [Name in ChosenName]: z.infer<(typeof chosenSettings)[Name]> };
export const chosenNames = Object.keys(chosenSettings) as ChosenName[];

/** A single-use code that a player under this nickname types in the game to prove that the account is theirs. */
export const LoginCode = z.extend(RealmManager, {
  /** SHA-256 of the code in capital letters, as 64 hexadecimal digits: only the player gets the code itself. */
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  expiresAt: milliseconds,
});
export type LoginCode = z.infer<typeof LoginCode>;

const ResourcePack = z.object({
  /** Printable ASCII only, so that neither clients nor lines of a file can take it for anything but a URL. */
  url: z.string().check(z.regex(/^https?:\/\/[\x21-\x7e]{1,2000}$/)),
  /** SHA-1 of the file, as 40 hexadecimal digits: clients refuse another file. */
  sha1: z.string().check(z.regex(/^[0-9a-f]{40}$/)),
});
export type ResourcePack = z.infer<typeof ResourcePack>;

/** What the owner's plan changes in the game. The driver shuts the realm down; the realm warns the players. */
const RealmPlan = z.object({
  /** When it shuts down, whoever is on; null: never. Milliseconds since the epoch. */
  closesAt: z.nullable(milliseconds),
  /** How long players may be on without a manager before it shuts down; null: for ever. */
  unmanagedMs: z.nullable(milliseconds),
  /** The site that the realm advertises: a hostname, with its port if it has one; null: none. */
  advertised: z.nullable(z.string().check(z.regex(/^[\w.:[\]-]{1,255}$/))),
  /** Whether managers may change the weather. */
  weather: z.boolean(),
  /** How many blocks managers may change at once; 0: none. */
  editBlocks: z.int().check(z.minimum(0), z.maximum(maxEditBlocks)),
  /** Whether managers may take starter kits. */
  kits: z.boolean(),
  /** Whether managers' nicknames stand out in the chat. */
  highlightedNickname: z.boolean(),
  /** Whether managers may put a prefix of their own before their nicknames in the chat. */
  personalPrefix: z.boolean(),
  /** Whether portals lead to the Nether and the End; older apis do not send it. */
  otherWorlds: z._default(z.boolean(), false),
});
export type RealmPlan = z.infer<typeof RealmPlan>;

/** Plain text on one line: § would make the client's list colour or scramble it. */
const plainLine = z.regex(/^[^\p{Cc}\u2028\u2029§]*$/u);

/** What can be changed while the realm runs, if its server supports it: see `KernelCapabilities`. */
export const RealmSettings = z.strictObject({
  ...chosenSettings,
  /** The side of the square that players may enter, in blocks, centred on the spawn point. */
  borderDiameter: z.int().check(z.minimum(1), z.maximum(largestBorder)),
  /** The first line in the client's server list. */
  motd: z.string().check(z.maxLength(256), plainLine),
  /** The second, in the owner's words; empty for none. */
  description: z.string().check(z.maxLength(256), plainLine),
  /** Offered to everybody who joins; null for none. */
  resourcePack: z.nullable(ResourcePack),
  managers: z.array(RealmManager).check(z.maxLength(maxManagers)),
  access: RealmAccess,
  plan: RealmPlan,
});
export type RealmSettings = z.infer<typeof RealmSettings>;

/** Any of them, as the control interface accepts them. Unknown ones are ignored, since a realm started before an update receives newer settings too. */
export const SettingsChange = z.exactPartial(z.object(RealmSettings.shape));
export type SettingsChange = z.infer<typeof SettingsChange>;

/** The default settings of a realm. */
export const plainSettings: RealmSettings = {
  slots: 2,
  gameMode: 'CREATIVE',
  difficultyLevel: 'NORMAL',
  ...toggles,
  spawnProtectionRadius: 0,
  borderDiameter: 500,
  motd: 'A realm',
  description: '',
  resourcePack: null,
  managers: [],
  access: { whitelistOn: false, whitelist: [], operators: [], bans: [], addressBans: [], prefixes: [], heard: 0 },
  plan: {
    closesAt: null,
    unmanagedMs: null,
    advertised: null,
    weather: false,
    editBlocks: 0,
    kits: false,
    highlightedNickname: false,
    personalPrefix: false,
    otherWorlds: false,
  },
};

export type KernelCapabilities = Record<keyof RealmSettings, Enforcement>;
