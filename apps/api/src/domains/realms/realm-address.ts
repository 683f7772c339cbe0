import { realmAddressProblem } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { consumeRateLimit } from '../../limits/rate-limit.ts';
import { isAddressTaken, type RealmRow, selectRealmAt } from './realm-queries.ts';

/** Somebody who types all the time asks three times a second. */
const maxAsked = 120;
const windowSeconds = 60;

/**
 * For whoever types an address: whether it can be had at this moment. Who gets it is settled when a realm is made.
 * @throws AppError rate_limited
 */
export async function realmAddress(ctx: Context, { actor, query: { address } }: CallOf<'realmAddress'>) {
  await consumeRateLimit(ctx.db, { key: `address:${actor.userId}`, max: maxAsked, seconds: windowSeconds });
  if (realmAddressProblem(address) === 'reserved') return { address, state: 'reserved' as const };
  return { address, state: (await isAddressTaken(ctx.db, address)) ? ('taken' as const) : ('free' as const) };
}

/** The realm that has the address, whatever its case; null where none has. */
export async function realmAt({ db }: Pick<Context, 'db'>, address: string): Promise<RealmRow | null> {
  return (await selectRealmAt(db, address.toLowerCase()).executeTakeFirst()) ?? null;
}
