import * as z from 'zod/mini';
import { accessLimits, nicknamePattern, readPrefix } from './rules.ts';

/*
 * Who may join a realm, who has powers in it, and their prefixes. The api stores it; the realm enforces it, and reports changes made by
 * game commands.
 */

/** Milliseconds since the epoch, or a duration in milliseconds. */
export const milliseconds = z.int().check(z.minimum(0));
/** How far a clock may have been set back. */
const clockToleranceMs = 60_000;
/** Milliseconds since the epoch, past or present. */
export const pastTime = milliseconds.check(z.refine((ms) => ms <= Date.now() + clockToleranceMs));
const nickname = z.string().check(z.regex(nicknamePattern));
const address = z.union([z.ipv4(), z.ipv6()]);

/** An account with the powers of the realm's owner and co-owners in the game. */
export const RealmManager = z.object({
  nickname,
  /** Increases when earlier proofs must no longer count. */
  epoch: milliseconds,
});
export type RealmManager = z.infer<typeof RealmManager>;

/** One line that players read. No § either: clients colour or scramble what follows it. */
const BanReason = z.string().check(z.maxLength(accessLimits.reason), z.regex(/^[^\p{Cc}\u2028\u2029§]*$/u));

const banned = {
  /** Empty if none was given. */
  reason: BanReason,
  /** When it ends; null: never. Milliseconds since the epoch. */
  until: z.nullable(milliseconds),
};

export const RealmAccess = z.object({
  /** Whether only players on the list may join, besides managers and operators. */
  whitelistOn: z.boolean(),
  whitelist: z.array(nickname).check(z.maxLength(accessLimits.whitelist)),
  /** Accounts that have the game's powers without managing the realm. */
  operators: z.array(RealmManager).check(z.maxLength(accessLimits.operators)),
  bans: z.array(z.object({ nickname, ...banned })).check(z.maxLength(accessLimits.bans)),
  /** An IPv6 address stands for its whole /64. */
  addressBans: z.array(z.object({ address, ...banned })).check(z.maxLength(accessLimits.bans)),
  /** The managers' prefixes, as `readPrefix` reads them; empty: none. It lists only managers who have chosen. */
  prefixes: z._default(
    z
      .array(
        z.object({ nickname, prefix: z.string().check(z.refine((line) => line === '' || readPrefix(line) !== null)) }),
      )
      .check(z.maxLength(accessLimits.prefixes)),
    [],
  ),
  /** `at` of the last order that all this includes; 0: none. */
  heard: milliseconds,
});
export type RealmAccess = z.infer<typeof RealmAccess>;

export const accessDeeds = [
  'whitelist-on',
  'whitelist-off',
  'whitelist-add',
  'whitelist-remove',
  'op',
  'deop',
  'ban',
  'pardon',
  'ban-ip',
  'pardon-ip',
  'prefix',
] as const;
export type AccessDeed = (typeof accessDeeds)[number];

/** A change made by a game command. The realm reports it until `heard` includes it. */
export const AccessOrder = z.object({
  /** Later than that of every earlier order. */
  at: pastTime,
  /** The account that gave it; null: the console, or one of several accounts in the game. */
  by: z.nullable(nickname),
  /** Whether it was typed in the game. */
  inGame: z._default(z.boolean(), false),
  deed: z.enum(accessDeeds),
  /** The player concerned: a nickname, or an address if the deed says so; empty if there is none. */
  subject: z.union([z.literal(''), nickname, address]),
  /** The player whose address was banned by name: nobody may see the address then. */
  player: z.nullable(nickname),
  /** For a prefix: the new one, empty for none. */
  reason: BanReason,
});
export type AccessOrder = z.infer<typeof AccessOrder>;

/** Why somebody may not join or stay. */
export type Barred = { why: 'banned'; reason: string; until: number | null } | { why: 'unlisted' };

interface Visitor {
  /** The name their client sends. */
  nickname: string;
  /** The name they play under. */
  name: string;
  address: string;
}

/**
 * Null when somebody who has proved nothing may join. The nickname of anybody with powers counts as whitelisted, and a
 * manager's cannot be banned: how else could its owner join to prove who they are?
 * @param networkOf the same for two addresses if one ban should cover both
 */
export function barred(
  { managers, access }: { managers: readonly RealmManager[]; access: RealmAccess },
  { nickname, name, address: from }: Visitor,
  networkOf: (address: string) => string,
): Barred | null {
  const { bans, addressBans, whitelistOn, whitelist, operators } = access;
  const network = networkOf(from);
  const isManagers = managers.some((manager) => isSameName(manager.nickname, nickname));
  const ban = [
    ...addressBans.filter((one) => networkOf(one.address) === network),
    ...bans.filter((one) => !isManagers && (isSameName(one.nickname, nickname) || isSameName(one.nickname, name))),
  ].find(({ until }) => until === null || until > Date.now());
  if (ban) return { why: 'banned', reason: ban.reason, until: ban.until };
  const listed = [...whitelist, ...operators.map((operator) => operator.nickname)];
  return !whitelistOn || isManagers || listed.some((one) => isSameName(one, nickname)) ? null : { why: 'unlisted' };
}

/** Two names in the game never differ by case alone. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
