import type { RealmAccess } from '@realmkeep/realm-protocol';
import { sql } from 'kysely';
import { type AccessKind, accessLimits } from '@realmkeep/contract';

/** The columns of a realm's row on who may join. */
interface AccessRow {
  kind: AccessKind;
  subject: string;
  reason: string;
  /** Milliseconds since the epoch. */
  until: number | null;
  /** Of an operator. */
  userId: string | null;
  nickname: string | null;
  epoch: number | null;
}

/** Of `r`, the realm: neither bans that are over, nor operators that are blocked. */
export const accessRules = sql<
  AccessRow[]
>`(select coalesce(json_agg(json_build_object('kind', a.kind, 'subject', a.subject,
  'reason', a.reason, 'until', floor(extract(epoch from a.until) * 1000), 'userId', a.user_id, 'nickname', u.nickname,
  'epoch', u.token_version + u.game_logouts) order by a.created_at, a.id), '[]') from realm_access a left join users u on u.id = a.user_id
  where a.realm_id = r.id and u.blocked_at is null and (a.until is null or a.until > now()))`.as('accessRules');

export interface WithAccess {
  whitelist_on: boolean;
  access_heard: Date | null;
  accessRules: AccessRow[];
  managers: { nickname: string; prefix: string | null }[];
}

export function operatorsOf({ accessRules: rules }: Pick<WithAccess, 'accessRules'>) {
  return rules.flatMap(({ userId, nickname, epoch }) =>
    userId !== null && nickname !== null && epoch !== null ? [{ userId, nickname, epoch }] : [],
  );
}

/** The form that is sent to a running realm. */
export function accessOf(row: WithAccess): RealmAccess {
  const of = (kind: AccessKind) => row.accessRules.filter((rule) => rule.kind === kind);
  return {
    whitelistOn: row.whitelist_on,
    whitelist: of('WHITELIST').map(({ subject }) => subject),
    operators: operatorsOf(row).map(({ nickname, epoch }) => ({ nickname, epoch })),
    bans: of('BAN').map(({ subject: nickname, reason, until }) => ({ nickname, reason, until })),
    addressBans: of('ADDRESS_BAN').map(({ subject: address, reason, until }) => ({ address, reason, until })),
    prefixes: row.managers.flatMap(({ nickname, prefix }) => (prefix === null ? [] : [{ nickname, prefix }])),
    heard: row.access_heard?.getTime() ?? 0,
  };
}

/** How many a realm may have of each kind. */
export const ruleLimits: Record<AccessKind, number> = {
  WHITELIST: accessLimits.whitelist,
  OPERATOR: accessLimits.operators,
  BAN: accessLimits.bans,
  ADDRESS_BAN: accessLimits.bans,
};
