import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';

interface Request {
  /** The idempotency key. */
  key: string;
  paramsHash: Buffer;
}

/**
 * The answer under a key, made the first time. Whoever asks at the same time waits for the first.
 * https://docs.stripe.com/api/idempotent_requests
 * @returns the answer as null when the key came with other params before
 */
export function takeAnswer(
  db: Db,
  { key, paramsHash }: Request,
  make: (tx: Tx) => Promise<object>,
): Promise<{ answer: object | null; isRepeated: boolean }> {
  return db.transaction().execute(async (tx) => {
    const first = await tx
      .insertInto('payment_sandbox.requests')
      .values({ key, params_hash: paramsHash, answer: '{}' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (first.numInsertedOrUpdatedRows) {
      const answer = await make(tx);
      await tx
        .updateTable('payment_sandbox.requests')
        .set({ answer: JSON.stringify(answer) })
        .where('key', '=', key)
        .execute();
      return { answer, isRepeated: false };
    }
    const known = await tx
      .selectFrom('payment_sandbox.requests')
      .select(['params_hash', 'answer'])
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    return { answer: known.params_hash.equals(paramsHash) ? (known.answer as object) : null, isRepeated: true };
  });
}

/** Keys are forgotten after a day. */
export async function deleteOldRequests(db: Db): Promise<void> {
  await db
    .deleteFrom('payment_sandbox.requests')
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
