import {
  activityDays,
  type ActivityAction,
  activityKinds,
  type ActivityVia,
  type RealmActivityEntry,
} from '@realmkeep/contract';
import type { RealmActivityQuery } from '@realmkeep/contract';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { listPage } from '../../db/list-page.ts';
import type { Db, Tx } from '../../db/pool.ts';

/** How many of the repetitions counted in one entry are listed individually. */
const maxItems = 50;
const maxLength = 160;
/** How many entries are kept per person and realm: a busy person pushes out only their own. */
const maxEntries = 1000;

const kept = sql<Date>`now() - make_interval(days => ${activityDays})`;

export interface Deed {
  realmId: string;
  /** Null for a schedule, an operator or the console. */
  actor: { userId: string } | null;
  /** Without the page. */
  via?: ActivityVia;
  action: ActivityAction;
  /** The target: a name, a path. Nothing secret. */
  what?: string;
}

/** Records an action on a realm, in the transaction that performs it. */
export async function recordActivity(
  db: Db | Tx,
  { realmId, actor, via = 'PAGE', action, what = '' }: Deed,
): Promise<void> {
  const plain = what.replaceAll(/\p{Cc}/gu, ' ').toWellFormed();
  const text = plain.length > maxLength ? `${plain.slice(0, maxLength).toWellFormed()}…` : plain;
  await db
    .insertInto('realm_activity')
    .values({
      realm_id: realmId,
      actor_id: actor?.userId ?? null,
      via,
      action,
      items: sql`jsonb_build_array(jsonb_build_object('at', now(), 'what', ${text}::text))`,
    })
    .onConflict((conflict) =>
      conflict.columns(['realm_id', 'actor_id', 'via', 'action', 'slot']).doUpdateSet({
        count: sql`realm_activity.count + 1`,
        at: sql`now()`,
        items: sql`case when jsonb_array_length(realm_activity.items) < ${maxItems}
          then realm_activity.items || excluded.items else realm_activity.items end`,
      }),
    )
    .execute();
}

/** Records an action outside the database. The action cannot be undone, so a failure here is only logged. */
export async function noteActivity({ db, log }: Context, deed: Deed): Promise<void> {
  try {
    await recordActivity(db, deed);
  } catch (error) {
    log.error(
      { err: error, realmId: deed.realmId, action: deed.action },
      'failed to record what was done with a realm',
    );
  }
}

/** One page of the actions on a realm. The caller checks who may see it. */
export async function listActivity(db: Db, realmId: string, { kind, ...page }: RealmActivityQuery) {
  const found = db
    .selectFrom('realm_activity as a')
    .leftJoin('users as u', 'u.id', 'a.actor_id')
    .selectAll('a')
    .select('u.nickname as actor')
    .where('a.realm_id', '=', realmId)
    .where('a.at', '>', kept)
    .$if(kind !== undefined, (query) => query.where('a.action', 'in', activityKinds[kind ?? 'POWER']));
  const list = await listPage(found, page, { at: sql.ref('a.at') }, sql.ref('a.id'));
  const items = list.items.map(({ id, actor, via, action, count, items, at }): RealmActivityEntry => ({
    id,
    actor,
    via: via as ActivityVia,
    action: action as ActivityAction,
    count,
    items: (items as { at: string; what: string }[]).map(({ at, what }) => ({ at: new Date(at).toISOString(), what })),
    at: at.toISOString(),
  }));
  return { ...list, items };
}

/** Deletes old entries, and those over the limit of people active within the last day. */
export async function activitySweep({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.deleteFrom('realm_activity').where('at', '<=', kept).execute();
  await sql`delete from realm_activity where id in (
    select old.id from (select distinct realm_id, actor_id from realm_activity where at > now() - interval '1 day') who
    cross join lateral (
      select id from realm_activity where realm_id = who.realm_id and actor_id is not distinct from who.actor_id
      order by at desc, id offset ${maxEntries}
    ) old
  )`.execute(db);
}
