import { type Db, type Tx, now } from '../../../db/pool.ts';
import type { PublicKey } from './read-public-key.ts';

export function listSshKeys(db: Db | Tx, userId: string) {
  return db
    .selectFrom('ssh_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** @returns whether it is new to the account */
export async function insertSshKey(tx: Tx, userId: string, { bytes, fingerprint, name }: PublicKey): Promise<boolean> {
  const added = await tx
    .insertInto('ssh_keys')
    .values({ user_id: userId, name, public_key: bytes, fingerprint })
    .onConflict((conflict) => conflict.columns(['user_id', 'fingerprint']).doNothing())
    .returning('id')
    .execute();
  return added.length > 0;
}

/** @returns its id; null when the account has no such key */
export async function findSshKey(db: Db, userId: string, publicKey: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom('ssh_keys')
    .select('id')
    .where('user_id', '=', userId)
    .where('public_key', '=', publicKey)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Records its use, and locks it until the transaction ends. @returns whether it still exists */
export async function touchSshKey(tx: Tx, id: string): Promise<boolean> {
  const touched = await tx
    .updateTable('ssh_keys')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .returning('id')
    .execute();
  return touched.length > 0;
}

/** Locks it until the transaction ends. @returns whether the account has it */
export async function lockSshKey(tx: Tx, userId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('ssh_keys')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteSshKey(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('ssh_keys').where('id', '=', id).execute();
}
