import type { AccessKind, PageQuery } from '@realmkeep/contract';
import { type Selectable, sql } from 'kysely';
import { listPage } from '../../../db/list-page.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { RealmAccess } from '../../../db/schema.gen.ts';
import { dnsOfRealm } from '../dns/dns-of-realm.ts';

export type AccessRule = Selectable<RealmAccess>;

/** Bans that are over stand in no list; the sweep removes them. */
const isOver = sql<boolean>`until <= now()`;
const sweptDays = 1;

export function listRules(
  db: Db,
  realmId: string,
  query: PageQuery<'created' | 'subject'> & { kind?: 'WHITELIST' | 'OPERATOR' | 'BAN' | undefined },
) {
  const kinds = query.kind === 'BAN' ? ['BAN', 'ADDRESS_BAN'] : [query.kind ?? null];
  const found = db
    .selectFrom('realm_access')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`${isOver} is not true`)
    .$if(query.kind !== undefined, (all) => all.where('kind', 'in', kinds));
  const columns = { created: sql.ref('created_at'), subject: sql`lower(coalesce(player, subject))` };
  return listPage(found, query, columns, sql.ref('id'));
}

export interface NewRule {
  kind: AccessKind;
  subject: string;
  key: string;
  userId: string | null;
  player: string | null;
  reason: string;
  until: Date | null;
  author: string | null;
}

/** In the place of an earlier one of the same. @returns undefined where the list is full. The realm's row must be locked. */
export async function putRule(tx: Tx, realmId: string, rule: NewRule, limit: number): Promise<AccessRule | undefined> {
  const { userId: user_id, ...columns } = rule;
  const { reason, until, author, subject, player } = rule;
  return tx
    .insertInto('realm_access')
    .columns(['realm_id', 'kind', 'subject', 'key', 'user_id', 'player', 'reason', 'until', 'author'])
    .expression(
      sql`select ${realmId}, ${columns.kind}, ${subject}, ${columns.key}, ${user_id}::uuid, ${player}, ${reason}, ${until}::timestamptz, ${author}
        where (select count(*) from realm_access where realm_id = ${realmId} and kind = ${columns.kind} and key <> ${columns.key}
          and (until is null or until > now())) < ${limit}`,
    )
    .onConflict((conflict) =>
      conflict.columns(['realm_id', 'kind', 'key']).doUpdateSet({ reason, until, author, player, subject }),
    )
    .returningAll()
    .executeTakeFirst();
}

/** @returns the deleted rule; undefined if there was none */
export function deleteRule(tx: Tx, realmId: string, id: string): Promise<AccessRule | undefined> {
  return tx
    .deleteFrom('realm_access')
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** @returns the deleted rule; undefined if there was none */
export function deleteRuleOf(tx: Tx, realmId: string, kind: AccessKind, key: string): Promise<AccessRule | undefined> {
  return tx
    .deleteFrom('realm_access')
    .where('realm_id', '=', realmId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirst();
}

/** @param prefix as `readPrefix` reads it; empty: nothing */
export async function putPrefix(tx: Tx, realmId: string, userId: string, prefix: string): Promise<void> {
  await tx
    .insertInto('realm_prefixes')
    .values({ realm_id: realmId, user_id: userId, prefix })
    .onConflict((conflict) => conflict.columns(['realm_id', 'user_id']).doUpdateSet({ prefix }))
    .execute();
}

/** The player is an operator of this realm no more; without one, of none. */
export async function operatorshipsEnd(tx: Tx, userId: string, realmId?: string): Promise<void> {
  await tx
    .deleteFrom('realm_access')
    .where('user_id', '=', userId)
    .$if(realmId !== undefined, (all) => all.where('realm_id', '=', realmId ?? ''))
    .execute();
}

/** Removes the player's prefixes in all realms. */
export async function prefixesDelete(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('realm_prefixes').where('user_id', '=', userId).execute();
}

/** No rule says any more who made it. */
export async function rulesForgetAuthor(tx: Tx, nickname: string): Promise<void> {
  await tx.updateTable('realm_access').set({ author: null }).where('author', '=', nickname).execute();
}

export async function setWhitelist(tx: Tx, realmId: string, on: boolean): Promise<void> {
  await tx.updateTable('realms').set({ whitelist_on: on }).where('id', '=', realmId).execute();
}

export async function setHeard(tx: Tx, realmId: string, heard: Date): Promise<void> {
  await tx.updateTable('realms').set({ access_heard: heard }).where('id', '=', realmId).execute();
}

/** Those in which the user is an operator and which they do not manage. */
export function listOperated(db: Db, userId: string, query: PageQuery<'name' | 'ownerUsername'>) {
  const found = db
    .selectFrom('realm_access as a')
    .innerJoin('realms as r', 'r.id', 'a.realm_id')
    .innerJoin('users as o', 'o.id', 'r.owner_id')
    .select(['r.id', 'r.name', 'r.address', 'r.kernel', 'o.nickname as ownerUsername', dnsOfRealm])
    .where('a.user_id', '=', userId)
    .where('r.deleted_at', 'is', null)
    .where('r.owner_id', '<>', userId);
  const columns = { name: sql`lower(r.name)`, ownerUsername: sql.ref('o.lowercase_nickname') };
  return listPage(found, query, columns, sql.ref('r.id'));
}

/** Bans that have been over for a day. */
export async function deleteEndedBans(db: Db): Promise<void> {
  await db
    .deleteFrom('realm_access')
    .where('until', '<', sql<Date>`now() - make_interval(days => ${sweptDays})`)
    .execute();
}
