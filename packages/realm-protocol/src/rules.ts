/** The settings of a realm and their rules. It imports no library, so that pages can use it too. */

export const gameModes = ['SURVIVAL', 'CREATIVE', 'ADVENTURE', 'SPECTATOR'] as const;
export type GameMode = (typeof gameModes)[number];

export const difficultyLevels = ['PEACEFUL', 'EASY', 'NORMAL', 'HARD', 'HARDCORE'] as const;
export type DifficultyLevel = (typeof difficultyLevels)[number];

/** The settings that are on or off, each with its default. docs/adding-a-realm-setting.md says how to add one. */
export const toggles = {
  /** Whether players can hurt each other. */
  dealDamage: true,
  /** Whether players may fly in game modes that do not allow it by themselves. */
  flySurvival: false,
  commandBlocks: false,
  animalSpawn: true,
  monsterSpawn: true,
  villagersRespawn: true,
  /** Whether a player's achievements are announced in the chat. */
  viewAchievementsOnChat: true,
  /** Whether players keep their inventory when they die. */
  keepInventory: false,
  daylightCycle: true,
  weatherCycle: true,
  /** Whether creatures change blocks, as creepers do. */
  mobGriefing: true,
  fireSpread: true,
  /** Whether creatures of any kind spawn by themselves. */
  mobSpawning: true,
  /** Whether players who are not hungry heal by themselves. */
  naturalRegeneration: true,
};
/** Those on the page's card *Game rules*: Java servers apply them by `gamerule` and nothing else. */
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

/** The range of the spawn point, in whole blocks: as far and as high as any version of the game allows. A world may be smaller. */
export const spawnRule = { farthest: 29_999_984, lowest: -64, highest: 319 };

/** What the game accepts as a nickname. */
export const nicknamePattern = /^[A-Za-z0-9_]{1,16}$/;

/** The Java servers. */
export const javaKernelNames = ['paper', 'purpur', 'fabric', 'vanilla'] as const;
export type JavaKernelName = (typeof javaKernelNames)[number];

/** What runs a realm: the built-in server (`sandbox`) or a Java server. */
export const kernelNames = ['sandbox', ...javaKernelNames] as const;
export type KernelName = (typeof kernelNames)[number];

/** Whether a server loads plugins and has Bukkit's files and commands: Paper and its forks. */
export function isBukkit(kernel: KernelName): boolean {
  return kernel === 'paper' || kernel === 'purpur';
}

/** How a server applies a setting: at once (`live`), from the next start (`restart`), or not at all (`none`). */
export const enforcements = ['live', 'restart', 'none'] as const;
export type Enforcement = (typeof enforcements)[number];

/**
 * Generators of new worlds that are not one of the maps with a picture. On Java servers `normal` and `amplified` are the game's own land;
 * on the built-in one `normal` is our own survival land, and there is no `amplified`.
 */
export const worldGenerators = ['flat', 'void', 'normal', 'amplified'] as const;
export type WorldGenerator = (typeof worldGenerators)[number];

/** Whether only a Java server can make this world. */
export function isJavaWorld(map: string): boolean {
  return map === 'amplified';
}

/** Whether Java servers generate this world as the game does, from a seed that is random unless somebody chooses one. */
export function isGameWorld(map: string): boolean {
  return map === 'normal' || map === 'amplified';
}

/** The maximum length of a seed. It may be any text: the game turns what is not a whole number into one. */
export const seedRule = { max: 32 };

/** The kinds of weather that every server's `weather` command accepts. */
export const weathers = ['clear', 'rain', 'thunder'] as const;
export type Weather = (typeof weathers)[number];

/** The starter kits: items by names that every version of the game since 1.16.5 has. */
export const kits = {
  builder: { oak_planks: 64, stone_bricks: 64, glass: 64, torch: 64, oak_door: 16 },
  tools: { diamond_pickaxe: 1, diamond_axe: 1, diamond_shovel: 1, diamond_sword: 1 },
} as const satisfies Record<string, Record<string, number>>;
export type KitName = keyof typeof kits;
export const kitNames = Object.keys(kits) as KitName[];

/** The console commands that give a kit to a player who is online, on every server. */
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

/** The length of a prefix's text. */
export const prefixRule = { max: 16 };

/** Letters of two scripts, digits and a few symbols: nothing that makes a client colour, reverse or stack text. */
const prefixPattern = /^[\p{Script=Latin}\p{Script=Cyrillic}0-9 _.!+*-]{1,16}$/u;

/** The prefix before a manager's nickname in the game. */
export interface Prefix {
  text: string;
  color: PrefixColour;
}

/** Reads `gold King` or `King`, as typed after `/prefix` and as stored; null if it is not a valid prefix. */
export function readPrefix(line: string): Prefix | null {
  const words = line.trim().split(/\s+/);
  const [first = '', ...rest] = words;
  const color = rest.length > 0 ? prefixColours.find((known) => known === first) : undefined;
  const text = (color ? rest : words).join(' ');
  return prefixPattern.test(text) ? { text, color: color ?? 'white' } : null;
}

/** The line that `readPrefix` reads back. */
export function prefixLine({ text, color }: Prefix): string {
  return `${color} ${text}`;
}

/** The length of one console command, not counting surrounding blanks. */
export const consoleCommandRule = { max: 256 };

/** How many of each a realm may have, how long a ban's reason may be, and how many orders of the game may wait to be stored. */
export const accessLimits = { whitelist: 300, operators: 50, bans: 300, prefixes: 1000, reason: 100, orders: 50 };
