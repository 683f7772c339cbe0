import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import { maySee } from './realm-policy.ts';
import { findRealm, lockRealm, type RealmRow } from './realm-queries.ts';

/**
 * The realm, if the user may see it. To anybody else it does not exist.
 * @throws AppError realm_unknown
 */
export async function visibleRealm(ctx: Context, userId: string, id: string): Promise<RealmRow> {
  return assertVisible(userId, await findRealm(ctx.db, id));
}

/** The same, locked until the transaction ends. @throws AppError realm_unknown */
export async function lockVisibleRealm(tx: Tx, userId: string, id: string): Promise<RealmRow> {
  return assertVisible(userId, await lockRealm(tx, id));
}

function assertVisible(userId: string, row: RealmRow | undefined): RealmRow {
  if (!row || !maySee(userId, row)) throw new AppError('realm_unknown');
  return row;
}
