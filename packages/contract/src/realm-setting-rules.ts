import { slotsRule, toggleNames } from '@realmkeep/realm-protocol/rules';

export {
  difficultyLevels,
  type Enforcement,
  enforcements,
  gameModes,
  gameRuleNames,
  isSpawnProtection,
  spawnProtectionRule,
  spawnRule,
  toggleNames,
} from '@realmkeep/realm-protocol/rules';

/** The settings that managers can change. No library is imported here: pages and the api's schemas use it. */
export const settingNames = [
  'slots',
  'gameMode',
  'difficultyLevel',
  'spawnProtectionRadius',
  ...toggleNames,
  'accessWithoutLicense',
  'resourcePackUrl',
] as const;
export type SettingName = (typeof settingNames)[number];

export const packRule = { urlMax: 2000, bytesMax: 100 * 1024 * 1024 };

/**
 * Why a realm cannot have so many slots, as the error that the api answers with; null when it can.
 * @param slots null is without limit; so is `most`
 * @param now what is set
 * @param most what the tier allows
 */
export function slotsProblem(
  slots: number | null,
  now: number | null,
  most: number | null,
): 'realm_slots_invalid' | 'realm_slots_same' | 'realm_slots_tier' | null {
  const isPossible = slots === null || (Number.isInteger(slots) && slots >= slotsRule.min && slots <= slotsRule.max);
  if (!isPossible) return 'realm_slots_invalid';
  if (slots === now) return 'realm_slots_same';
  return most !== null && (slots === null || slots > most) ? 'realm_slots_tier' : null;
}

/**
 * The address of a resource pack as it is kept and told to players: in ASCII, whatever was typed. Null for what is no address of
 * http or https, or has a password in it, which every player would read.
 */
export function packUrl(typed: string): string | null {
  const url = URL.parse(typed.trim());
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url.href.length <= packRule.urlMax ? url.href : null;
}
