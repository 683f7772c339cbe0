/** What can be set of a realm, and the rules for it: free of any library, so that pages can use it too. */

export const gameModes = ['SURVIVAL', 'CREATIVE', 'ADVENTURE', 'SPECTATOR'] as const;
export type GameMode = (typeof gameModes)[number];

export const difficultyLevels = ['PEACEFUL', 'EASY', 'NORMAL', 'HARD', 'HARDCORE'] as const;
export type DifficultyLevel = (typeof difficultyLevels)[number];

/** The settings that are on or off, each as it is in a realm that nobody has changed. */
export const toggles = {
  /** Whether players can hurt each other. */
  dealDamage: true,
  /** Whether players may fly where the game mode alone would not let them. */
  flySurvival: false,
  commandBlocks: false,
  animalSpawn: true,
  monsterSpawn: true,
  villagersRespawn: true,
  /** Whether everybody is told in the chat what somebody has achieved. */
  viewAchievementsOnChat: true,
  /** Whether who dies keeps what they carry. */
  keepInventory: false,
  daylightCycle: true,
  weatherCycle: true,
  /** Whether creatures change blocks, as creepers do. */
  mobGriefing: true,
  fireSpread: true,
  /** Whether creatures of any kind appear by themselves. */
  mobSpawning: true,
  /** Whether who has eaten heals by it. */
  naturalRegeneration: true,
};
/** Those that are rules of the game and nothing besides. */
export const gameRuleNames = [
  'keepInventory',
  'naturalRegeneration',
  'mobSpawning',
  'mobGriefing',
  'fireSpread',
  'daylightCycle',
  'weatherCycle',
] as const satisfies readonly (keyof typeof toggles)[];
export type ToggleName = keyof typeof toggles;
export const toggleNames = Object.keys(toggles) as ToggleName[];

/** More than any realm has players. */
export const slotsRule = { min: 1, max: 1000 };
/** Blocks: at most half the side of the largest world. */
export const spawnProtectionRule = { min: 0, max: 2000 };

export function isSpawnProtection(radius: number): boolean {
  return Number.isInteger(radius) && radius >= spawnProtectionRule.min && radius <= spawnProtectionRule.max;
}

/** Where players may appear, in whole blocks: as far and as high as any version of the game knows. A world may be smaller. */
export const spawnRule = { farthest: 29_999_984, lowest: -64, highest: 319 };

/** What the game takes as a nickname. */
export const nicknamePattern = /^[A-Za-z0-9_]{1,16}$/;

/** The servers in Java. */
export const javaKernelNames = ['paper', 'purpur', 'fabric', 'vanilla'] as const;
export type JavaKernelName = (typeof javaKernelNames)[number];

/** What runs a realm: the built-in server (`sandbox`), or one in Java. */
export const kernelNames = ['sandbox', ...javaKernelNames] as const;
export type KernelName = (typeof kernelNames)[number];

/** Whether a server loads plugins, and has Bukkit's files and commands: Paper, and what has come of it. */
export function isBukkit(kernel: KernelName): boolean {
  return kernel === 'paper' || kernel === 'purpur';
}

/**
 * What becomes of a setting on a server: it takes effect at once, or from the next start on; players' clients are shown it, and little
 * or nothing else comes of it; or nothing at all.
 */
export const enforcements = ['live', 'restart', 'shown', 'none'] as const;
export type Enforcement = (typeof enforcements)[number];

/**
 * What a new world is made by where it is none of the maps that have a picture. `normal` and `amplified` are the game's own land, which
 * the servers in Java make and the built-in one cannot.
 */
export const worldGenerators = ['flat', 'void', 'normal', 'amplified'] as const;
export type WorldGenerator = (typeof worldGenerators)[number];

/** Whether only a server in Java makes such a world. */
export function isJavaWorld(map: string): boolean {
  return map === 'normal' || map === 'amplified';
}

/** As long as a seed is typed, in any signs: what is no whole number the game turns into one. */
export const seedRule = { max: 32 };

/** What the weather can be made, by the command that every server has for it. */
export const weathers = ['clear', 'rain', 'thunder'] as const;
export type Weather = (typeof weathers)[number];

/** What one begins with, under names that all versions of the game since 1.16.5 have. */
export const kits = {
  builder: { oak_planks: 64, stone_bricks: 64, glass: 64, torch: 64, oak_door: 16 },
  tools: { diamond_pickaxe: 1, diamond_axe: 1, diamond_shovel: 1, diamond_sword: 1 },
} as const satisfies Record<string, Record<string, number>>;
export type KitName = keyof typeof kits;
export const kitNames = Object.keys(kits) as KitName[];

/** The console's commands, of every server, by which a player who is on gets a kit. */
export function kitCommands(kit: KitName, player: string): string[] {
  return Object.entries(kits[kit]).map(([item, count]) => `give ${player} minecraft:${item} ${count}`);
}

/** The game's own names of the colours that a prefix may have. */
export const prefixColours = [
  'white',
  'gray',
  'red',
  'gold',
  'yellow',
  'green',
  'aqua',
  'blue',
  'light_purple',
] as const;
export type PrefixColour = (typeof prefixColours)[number];

/** As long as the text of a prefix may be. */
export const prefixRule = { max: 16 };

/** Letters that are what they look like, digits and a few signs: nothing by which a client colours, turns round or stacks text. */
const prefixPattern = /^[\p{Script=Latin}\p{Script=Cyrillic}0-9 _.!+*-]{1,16}$/u;

/** What stands before a manager's nickname in the game. */
export interface Prefix {
  text: string;
  color: PrefixColour;
}

/** Reads `gold King` or `King`, as typed after `/prefix` and as it is kept; null for what cannot be one. */
export function readPrefix(line: string): Prefix | null {
  const words = line.trim().split(/\s+/);
  const [first = '', ...rest] = words;
  const color = rest.length > 0 ? prefixColours.find((known) => known === first) : undefined;
  const text = (color ? rest : words).join(' ');
  return prefixPattern.test(text) ? { text, color: color ?? 'white' } : null;
}

/** The line that `readPrefix` reads it of. */
export function prefixLine({ text, color }: Prefix): string {
  return `${color} ${text}`;
}

/** What a console takes as one command, not counting surrounding blanks. */
export const consoleCommandRule = { max: 256 };

/** How many of each a realm has, how long a ban's reason is, and how many orders of the game wait to be kept. */
export const accessLimits = { whitelist: 300, operators: 50, bans: 300, prefixes: 1000, reason: 100, orders: 50 };
