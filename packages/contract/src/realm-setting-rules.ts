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
 * Why a realm cannot have this many slots, as the api's error code; null when it can.
 * @param slots null means no limit; so does `most`
 * @param now the current setting
 * @param most the limit of the tier
 */
export function slotsProblem(
  slots: number | null,
  now: number | null,
  most: number | null,
): 'realm_slots_invalid' | 'realm_slots_same' | 'realm_slots_tier' | null {
  const isNumber = slots === null || (Number.isInteger(slots) && slots >= slotsRule.min);
  if (!isNumber) return 'realm_slots_invalid';
  if (slots === now) return 'realm_slots_same';
  if (most !== null && (slots === null || slots > most)) return 'realm_slots_tier';
  return slots !== null && slots > slotsRule.max ? 'realm_slots_invalid' : null;
}

/**
 * The address of a resource pack as stored and sent to players: in ASCII, whatever was typed. Null if it is not an http or
 * https address, or contains a password, which every player would read.
 */
export function packUrl(typed: string): string | null {
  const url = URL.parse(typed.trim());
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url.href.length <= packRule.urlMax ? url.href : null;
}
