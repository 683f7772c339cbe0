import * as z from 'zod/mini';
import { accessLimits, nicknamePattern, readPrefix } from './rules.ts';

/*
 * Who may come into a realm, who has powers in it, and what stands before their names. The api keeps it; the realm holds players to it, and reports what is changed by the
 * game's own commands.
 */

/** Milliseconds since the epoch, or a duration in milliseconds. */
export const milliseconds = z.int().check(z.minimum(0));
/** How far a clock may have been set back since. */
const clockToleranceMs = 60_000;
/** Milliseconds since the epoch, past or present. */
export const pastTime = milliseconds.check(z.refine((ms) => ms <= Date.now() + clockToleranceMs));
const nickname = z.string().check(z.regex(nicknamePattern));
const address = z.union([z.ipv4(), z.ipv6()]);

/** An account whose connections may do in the game what the realm's owner and co-owners may. */
export const RealmManager = z.object({
  nickname,
  /** Grows when earlier proofs are to count no more. */
  epoch: milliseconds,
});
export type RealmManager = z.infer<typeof RealmManager>;

/** One line that players read. No § either, by which clients colour and scramble what follows. */
const BanReason = z.string().check(z.maxLength(accessLimits.reason), z.regex(/^[^\p{Cc}\u2028\u2029§]*$/u));

const banned = {
  /** Empty where none was given. */
  reason: BanReason,
  /** When it ends; null: never. Milliseconds since the epoch. */
  until: z.nullable(milliseconds),
};

export const RealmAccess = z.object({
  /** Whether only those on the list come in, beside the managers and operators. */
  whitelistOn: z.boolean(),
  whitelist: z.array(nickname).check(z.maxLength(accessLimits.whitelist)),
  /** Accounts that have the game's powers without managing the realm. */
  operators: z.array(RealmManager).check(z.maxLength(accessLimits.operators)),
  bans: z.array(z.object({ nickname, ...banned })).check(z.maxLength(accessLimits.bans)),
  /** Of an IPv6 address the whole /64 is meant. */
  addressBans: z.array(z.object({ address, ...banned })).check(z.maxLength(accessLimits.bans)),
  /** What managers chose to stand before their nicknames, as `readPrefix` reads it; empty: nothing. Who has not chosen is not in it. */
  prefixes: z._default(
    z
      .array(
        z.object({ nickname, prefix: z.string().check(z.refine((line) => line === '' || readPrefix(line) !== null)) }),
      )
      .check(z.maxLength(accessLimits.prefixes)),
    [],
  ),
  /** `at` of the last order that is in all this; 0: none. */
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

/** A change that was made by a command of the game, and which the realm reports until it finds it in `heard`. */
export const AccessOrder = z.object({
  /** Each has a later one than the one before it. */
  at: pastTime,
  /** The account that gave it; null: the console, or one of several in the game. */
  by: z.nullable(nickname),
  /** Whether it was typed in the game. */
  inGame: z._default(z.boolean(), false),
  deed: z.enum(accessDeeds),
  /** Whom it is about: a nickname, or an address where the deed says so; empty where it is about nobody. */
  subject: z.union([z.literal(''), nickname, address]),
  /** Whose address it is, where it was banned by their name: nobody is to see it then. */
  player: z.nullable(nickname),
  /** Of a prefix: what it is to be, empty for none. */
  reason: BanReason,
});
export type AccessOrder = z.infer<typeof AccessOrder>;

/** Why somebody may not come in, or may not stay. */
export type Barred = { why: 'banned'; reason: string; until: number | null } | { why: 'unlisted' };

interface Visitor {
  /** What their client says. */
  nickname: string;
  /** What they play under. */
  name: string;
  address: string;
}

/**
 * Null when somebody who has proved nothing may come in. Whoever bears the nickname of somebody with powers is on the whitelist, and a
 * manager's is under no ban: how else could its owner come in to prove it?
 * @param networkOf of two addresses the same where one ban is to hold for both
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

/** The game's names differ by more than their case. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
