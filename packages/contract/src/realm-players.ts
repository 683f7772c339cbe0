import { z } from 'zod';
import type { EndpointSchemas } from './endpoint.ts';
import { kitNames, weathers } from './in-game-rules.ts';
import { kernelKinds } from './kernel-rules.ts';
import { pageQuery, paginated } from './pagination.ts';
import { accessKinds, accessLimits, nicknamePattern } from './player-rules.ts';
import { Realm, RealmDomain, RealmPrefixBody } from './realms.ts';
import type { EndpointName } from './routes.ts';
import { oneLine } from './texts.ts';

const nickname = z.string().trim().max(16).regex(nicknamePattern, { error: 'a nickname' });
/** Plain text that the game shows; no §, which would colour and scramble what follows. */
const reason = z
  .string()
  .trim()
  .max(accessLimits.reason)
  .regex(oneLine)
  .refine((text) => !text.includes('§'), { error: 'plain text' });

/** Somebody who is or was on a realm. */
const SeenPlayer = z.object({
  nickname: z.string(),
  /** Whether they joined under an account's nickname without proving that it is theirs. */
  guest: z.boolean(),
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
  /** The name they play under now; null: they are not on. */
  name: z.string().nullable(),
  listed: z.boolean(),
  operator: z.boolean(),
  banned: z.boolean(),
});
export type SeenPlayer = z.infer<typeof SeenPlayer>;

const RealmAccessRule = z.object({
  id: z.uuid(),
  kind: z.enum(accessKinds),
  /** A nickname. For an ADDRESS_BAN, the address if it was typed; otherwise the nickname of the player who was on. */
  subject: z.string(),
  reason: z.string(),
  /** When a ban ends; null: never. */
  until: z.iso.datetime().nullable(),
  /** Who made it; null: the console. */
  author: z.string().nullable(),
  created: z.iso.datetime(),
});
export type RealmAccessRule = z.infer<typeof RealmAccessRule>;

const RealmAccessRules = paginated(RealmAccessRule).extend({
  whitelistOn: z.boolean(),
  /** How many a realm may have of each. */
  limits: z.object({ whitelist: z.int(), operators: z.int(), bans: z.int() }),
});
export type RealmAccessRules = z.infer<typeof RealmAccessRules>;

const RealmAccessRuleBody = z.object({
  kind: z.enum(accessKinds),
  /** A nickname; for an ADDRESS_BAN, an address or the nickname of somebody who is on. */
  subject: z.union([nickname, z.ipv4(), z.ipv6()]),
  /** For bans; the banned player sees it. */
  reason: reason.default(''),
  /** For bans. */
  until: z.iso.datetime().nullable().default(null),
});

const Operated = z.object({
  id: z.uuid(),
  name: z.string(),
  domain: RealmDomain.shape.domain,
  ownerUsername: z.string(),
  kernel: z.enum(kernelKinds),
  /** Login codes are only for running realms. */
  running: z.boolean(),
});

export const playerEndpoints = {
  realmVisitors: {
    summary: 'Who is on a realm, and who was in the last 90 days',
    query: pageQuery(['lastSeen', 'firstSeen', 'nickname'], 'lastSeen,desc'),
    response: paginated(SeenPlayer),
    errors: ['realm_unknown'],
  },
  realmAccessRules: {
    summary: 'The whitelist, the operators and the bans of a realm',
    query: pageQuery(['created', 'subject'], 'created,desc').extend({
      /** BAN includes those by address. Without it, all. */
      kind: z.enum(['WHITELIST', 'OPERATOR', 'BAN']).optional(),
    }),
    response: RealmAccessRules,
    errors: ['realm_unknown'],
  },
  realmAccessRuleAdd: {
    summary: 'Put a player on the whitelist, make an account an operator, or ban a player or an address',
    body: RealmAccessRuleBody,
    response: RealmAccessRule,
    status: 201,
    errors: ['realm_unknown', 'realm_rule_limit', 'realm_rule_manager', 'realm_player_offline', 'user_unknown'],
  },
  realmAccessRuleRemove: {
    summary: 'Remove a player from the whitelist or the operators, or end a ban; a missing one is not an error',
    response: z.null(),
    errors: ['realm_unknown'],
  },
  realmWhitelistSet: {
    summary: 'Turn the whitelist on or off',
    body: z.object({ on: z.boolean() }),
    response: z.null(),
    errors: ['realm_unknown'],
  },
  realmKick: {
    summary: 'Disconnect a player, who may join again',
    /** `name`: what they play under. */
    body: z.object({ name: nickname, reason: reason.default('') }),
    response: z.null(),
    errors: ['realm_unknown', 'realm_player_offline', 'realm_not_running'],
  },
  realmWeatherSet: {
    summary: 'Change the weather of a running realm, if its plan includes that',
    body: z.object({ weather: z.enum(weathers) }),
    response: z.null(),
    errors: ['realm_unknown', 'realm_game_tier', 'realm_not_running'],
  },
  realmPrefixSet: {
    summary: 'Set one’s own prefix in a realm’s game, if its plan includes prefixes; null: none',
    body: RealmPrefixBody,
    response: Realm,
    errors: ['realm_unknown', 'realm_game_tier'],
  },
  realmKitGive: {
    summary: 'Give a starter kit to a player who is online, if the realm’s plan includes kits',
    /** `name`: what they play under. */
    body: z.object({ name: nickname, kit: z.enum(kitNames) }),
    response: z.null(),
    errors: ['realm_unknown', 'realm_game_tier', 'realm_player_offline', 'realm_not_running'],
  },
  realmsOperated: {
    summary: 'Other people’s realms where the account is an operator',
    query: pageQuery(['name', 'ownerUsername'], 'name,asc'),
    response: paginated(Operated),
  },
} as const satisfies Partial<Record<EndpointName, EndpointSchemas>>;
