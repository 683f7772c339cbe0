/**
 * The rules for what people type. They use no library, so that forms and the api's schemas can share them. Each returns
 * the first problem, or null.
 */
import { oneLine } from './texts.ts';

export const usernameRule = { min: 4, max: 16, pattern: /^[A-Za-z0-9_]+$/ };
export const passwordRule = { min: 6, max: 128 };
export const realmNameRule = { min: 3, max: 32, pattern: /^[A-Za-z ]+$/ };
/** Letters, digits and inner hyphens, with at least one letter. */
export const realmAddressRule = { min: 3, max: 16, pattern: /^(?!-)(?=.*[A-Za-z])[A-Za-z0-9-]+(?<!-)$/ };

/** A realm's description: one line without the game's formatting codes. The migration has the same rule. */
export const realmDescriptionRule = { min: 0, max: 120, pattern: /^[^\p{Cc}\u2028\u2029\p{Bidi_Control}§]*$/u };

/** An operator's reason, on one line, for the person concerned to read. */
export const reasonRule = { min: 3, max: 200, pattern: oneLine };
/** The coins that an operator may give at once. */
export const grantRule = { min: 1, max: 1_000_000 };

export type TextProblem = 'too_short' | 'too_long' | 'characters';

/** Surrounding blanks do not count, since the forms and the api both trim. */
export function usernameProblem(username: string): TextProblem | null {
  return textProblem(username.trim(), usernameRule);
}

/** A password is taken as typed, but blanks around it do not make it long enough. */
export function passwordProblem(password: string): TextProblem | null {
  if (password.trim().length < passwordRule.min) return 'too_short';
  return password.length > passwordRule.max ? 'too_long' : null;
}

export function realmNameProblem(name: string): TextProblem | null {
  return textProblem(name.trim(), realmNameRule);
}

export function realmAddressProblem(address: string): TextProblem | 'reserved' | null {
  const trimmed = address.trim();
  return textProblem(trimmed, realmAddressRule) ?? (isReservedAddress(trimmed) ? 'reserved' : null);
}

/** Labels with hyphens in third and fourth place are displayed decoded (RFC 5891, 2.3.1): xn--… can look like another name. */
function isReservedAddress(address: string): boolean {
  return /^..--/.test(address) || reservedAddresses.has(address.toLowerCase());
}

/**
 * Nicknames that nobody can register or use as a guest: those of guests and deleted accounts (`Guest_…`, `Gone_…`), and
 * those that sound official, whatever underscores and digits surround them.
 */
export function isReservedNickname(nickname: string): boolean {
  const word = nickname.toLowerCase().replaceAll(/_|\d+_*$/g, '');
  return /^(guest|gone)_/i.test(nickname) || houseNames.has(word);
}

export function realmDescriptionProblem(description: string): TextProblem | null {
  return textProblem(description.trim(), realmDescriptionRule);
}

export function reasonProblem(reason: string): TextProblem | null {
  return textProblem(reason.trim(), reasonRule);
}

/** The text that counts: trimmed if surrounding blanks do not count. */
export function textProblem(text: string, rule: { min: number; max: number; pattern: RegExp }): TextProblem | null {
  if (text.length < rule.min) return 'too_short';
  if (text.length > rule.max) return 'too_long';
  return rule.pattern.test(text) ? null : 'characters';
}

const houseNames = new Set(
  `admin admins administrator console everyone gateway mod moderator moderators mods null official operator operators owner rcon realmkeep
  root security server staff support sysadmin system undefined`.split(/\s+/),
);

/** Names below the base domain that a realm may not take: the operator's own hosts, and words that would mislead players. */
const reservedAddresses = new Set(
  `www api app web admin administrator root panel dashboard console status health metrics mail smtp imap pop mx ftp sftp
  ssh dns ns1 ns2 vpn cdn static assets img images media files download downloads blog news forum wiki docs help support
  shop store pay payment payments billing account accounts login register auth oauth sso security abuse legal terms
  privacy official staff team moderator realmkeep realm realms gateway play join hub lobby proxy server localhost local
  internal test dev staging beta demo sandbox`.split(/\s+/),
);

/** How many co-owned realms one page lists. */
export const partneredListMax = 50;
