import type {
  DifficultyLevel,
  GameMode,
  LoginCode,
  RealmManager,
  RealmPlan,
  RealmSettings,
  ResourcePack,
} from '@realmkeep/runtime/control';

/** Input that is not what the control interface or spec.json promises. The message is for people. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
}

const GAME_MODES: readonly string[] = ['SURVIVAL', 'CREATIVE', 'ADVENTURE', 'SPECTATOR'] satisfies GameMode[];
const DIFFICULTY_LEVELS: readonly string[] = [
  'PEACEFUL',
  'EASY',
  'NORMAL',
  'HARD',
  'HARDCORE',
] satisfies DifficultyLevel[];
export const NICKNAME = /^[A-Za-z0-9_]{1,16}$/;
const MAX_MANAGERS = 1000;
/** As far as the game's own coordinates go. */
const LARGEST_BORDER = 59_999_968;

/** Printable ASCII and nothing else, so that no client and no line of a file reads more than an address in it. */
const PACK_URL = /^https?:\/\/[\x21-\x7e]{1,2000}$/;

const MOST_EDIT_BLOCKS = 1_000_000;
/** A host name, with a port where it has one. */
const SITE = /^[\w.:[\]-]{1,255}$/;

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** What each setting may be. */
const checks: { [K in keyof RealmSettings]: (value: unknown) => value is RealmSettings[K] } = {
  slots: (value): value is number | null => value === null || isInteger(value, 0, 10_000),
  borderDiameter: (value): value is number => isInteger(value, 1, LARGEST_BORDER),
  gameMode: (value): value is GameMode => typeof value === 'string' && GAME_MODES.includes(value),
  // The client's list colours and scrambles by the section sign.
  motd: (value): value is string =>
    typeof value === 'string' && value.length <= 256 && !hasControlCharacter(value) && !value.includes('§'),
  spawnProtectionRadius: (value): value is number => isInteger(value, 0, LARGEST_BORDER),
  difficultyLevel: (value): value is DifficultyLevel => typeof value === 'string' && DIFFICULTY_LEVELS.includes(value),
  dealDamage: isBoolean,
  flySurvival: isBoolean,
  commandBlocks: isBoolean,
  animalSpawn: isBoolean,
  monsterSpawn: isBoolean,
  villagersRespawn: isBoolean,
  viewAchievementsOnChat: isBoolean,
  resourcePack: (value): value is ResourcePack | null => value === null || isResourcePack(value),
  managers: (value): value is RealmManager[] =>
    Array.isArray(value) && value.length <= MAX_MANAGERS && value.every(isManager),
  plan: isPlan,
};

/** @throws InvalidInput for an unknown setting or a value that it cannot have. */
export function parseSettings(input: unknown): Partial<RealmSettings> {
  if (!isRecord(input)) throw new InvalidInput('settings must be an object');
  for (const [name, value] of Object.entries(input)) {
    if (!Object.hasOwn(checks, name)) throw new InvalidInput(`unknown setting: ${name.slice(0, 40)}`);
    if (!checks[name as keyof RealmSettings](value)) throw new InvalidInput(`${name} cannot have this value`);
  }
  return input;
}

/** @throws InvalidInput also when one is missing. */
export function parseAllSettings(input: unknown): RealmSettings {
  const settings = parseSettings(input);
  for (const name of Object.keys(checks)) {
    if (!Object.hasOwn(settings, name)) throw new InvalidInput(`${name} is missing`);
  }
  return settings as RealmSettings;
}

/** @throws InvalidInput, without a word of what it holds */
export function parseLoginCode(input: unknown): LoginCode {
  if (!isRecord(input) || !isManager(input)) throw new InvalidInput('nickname and epoch must be an account’s');
  const { nickname, epoch, hash, expiresAt } = input;
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) throw new InvalidInput('hash must be a SHA-256');
  if (!isInteger(expiresAt, 0, Number.MAX_SAFE_INTEGER)) throw new InvalidInput('expiresAt must be a time');
  return { nickname, epoch, hash, expiresAt };
}

function isManager(value: unknown): value is Record<string, unknown> & RealmManager {
  if (!isRecord(value)) return false;
  const { nickname, epoch } = value;
  return typeof nickname === 'string' && NICKNAME.test(nickname) && isInteger(epoch, 0, Number.MAX_SAFE_INTEGER);
}

function isPlan(value: unknown): value is RealmPlan {
  if (!isRecord(value)) return false;
  const { closesAt, unmanagedMs, advertised, weather, editBlocks, kits, highlightedNickname, personalPrefix } = value;
  const isSite = advertised === null || (typeof advertised === 'string' && SITE.test(advertised));
  const areTimes = [closesAt, unmanagedMs].every((ms) => ms === null || isInteger(ms, 0, Number.MAX_SAFE_INTEGER));
  const areFlags = [weather, kits, highlightedNickname, personalPrefix].every(isBoolean);
  return areTimes && isSite && areFlags && isInteger(editBlocks, 0, MOST_EDIT_BLOCKS);
}

function isResourcePack(value: unknown): value is ResourcePack {
  if (!isRecord(value)) return false;
  const { url, sha1 } = value;
  return typeof url === 'string' && PACK_URL.test(url) && typeof sha1 === 'string' && /^[0-9a-f]{40}$/.test(sha1);
}

export function isRecord(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

export function isInteger(value: unknown, least: number, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}

export function hasControlCharacter(text: string): boolean {
  return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u.test(text);
}
