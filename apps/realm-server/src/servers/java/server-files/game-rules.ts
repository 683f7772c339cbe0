import { type RealmSettings, type ToggleName, toggleNames } from '@realmkeep/realm-protocol';

/** Compares versions such as `1.21.9` and `26.1` by their numbers. */
export function isAtLeast(version: string, least: string): boolean {
  const one = version.split('.').map(Number);
  const other = least.split('.').map(Number);
  for (let i = 0; i < Math.max(one.length, other.length); i += 1) {
    const difference = (one[i] ?? 0) - (other[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** The names of the game rules used here: before 1.21.11, and since. Source: https://minecraft.wiki/w/Game_rule */
const renamed = {
  announceAdvancements: 'show_advancement_messages',
  allowEnteringNetherUsingPortals: 'allow_entering_nether_using_portals',
  commandBlocksEnabled: 'command_blocks_work',
  doDaylightCycle: 'advance_time',
  doFireTick: 'fire_spread_radius_around_player',
  doMobSpawning: 'spawn_mobs',
  doWeatherCycle: 'advance_weather',
  keepInventory: 'keep_inventory',
  mobGriefing: 'mob_griefing',
  naturalRegeneration: 'natural_health_regeneration',
  pvp: 'pvp',
  spawnMonsters: 'spawn_monsters',
} as const;

export type GameRule = keyof typeof renamed;

/** How far from players fire spreads, in blocks, by the game's default. */
const fireRadius = 128;

/** The command that sets a rule. */
export function ruleCommand(version: string, rule: GameRule, value: boolean): string {
  if (!isAtLeast(version, '1.21.11')) return `gamerule ${rule} ${value}`;
  // The only rule that became a number; at 0 fire does not spread.
  return `gamerule ${renamed[rule]} ${rule === 'doFireTick' ? (value ? fireRadius : 0) : value}`;
}

/** The toggles that are a game rule in every version: set at each start, and at once when they change. */
const ruleOf: Partial<Record<ToggleName, GameRule>> = {
  viewAchievementsOnChat: 'announceAdvancements',
  keepInventory: 'keepInventory',
  daylightCycle: 'doDaylightCycle',
  weatherCycle: 'doWeatherCycle',
  mobGriefing: 'mobGriefing',
  fireSpread: 'doFireTick',
  mobSpawning: 'doMobSpawning',
  naturalRegeneration: 'naturalRegeneration',
};

/** The commands that set the game rules of these toggles. */
export function switchCommands(
  version: string,
  settings: RealmSettings,
  names: readonly (keyof RealmSettings)[] = toggleNames,
): string[] {
  return toggleNames.flatMap((name) => {
    const rule = names.includes(name) ? ruleOf[name] : undefined;
    return rule ? [ruleCommand(version, rule, settings[name])] : [];
  });
}
