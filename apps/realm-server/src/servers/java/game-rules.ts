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

/** The names of the game rules used here, of before 1.21.11 and from then on. Source: https://minecraft.wiki/w/Game_rule */
const renamed = {
  announceAdvancements: 'show_advancement_messages',
  allowEnteringNetherUsingPortals: 'allow_entering_nether_using_portals',
  commandBlocksEnabled: 'command_blocks_work',
  pvp: 'pvp',
  spawnMonsters: 'spawn_monsters',
} as const;

export type GameRule = keyof typeof renamed;

/** The command that sets a rule. */
export function ruleCommand(version: string, rule: GameRule, value: boolean): string {
  return `gamerule ${isAtLeast(version, '1.21.11') ? renamed[rule] : rule} ${value}`;
}

/** The switches that are a game rule in every version: said at each start, and at once when they are changed. */
const ruleOf: Partial<Record<ToggleName, GameRule>> = {
  viewAchievementsOnChat: 'announceAdvancements',
};

/** The commands that set the rules of these switches. */
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
