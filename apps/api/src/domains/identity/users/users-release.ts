import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { isUnreachable } from '../../../http/errors.ts';
import { type Db, now, type Tx } from '../../../db/pool.ts';
import { chatUnlinkAll } from '../chat/chat-link.ts';
import { hashPassword } from '../login/passwords.ts';
import { deleteUnused, listUnused, isUnused, deleteIdentity, eraseUser, retireName } from './release-queries.ts';

const atOnce = 500;
const dayMs = 24 * 3_600_000;

/**
 * Deletes accounts that took a name and never used it: nobody played or linked a chat account, and there are neither realms nor a single
 * coin. The name is free again, and nothing of the account is left for its next owner.
 */
export async function usersRelease({ config, db, log }: Context): Promise<void> {
  const { nameReleaseDays } = config;
  if (nameReleaseDays === null) return;
  const before = new Date(Date.now() - nameReleaseDays * dayMs);
  for (const { id } of await listUnused(db, before, atOnce)) {
    try {
      if (await db.transaction().execute((tx) => deleteUnused(tx, id, before))) log.info({ user: id }, 'name released');
    } catch (error) {
      if (isUnreachable(error)) throw error;
      log.error({ err: error, user: id }, 'failed to release a name');
    }
  }
}

/** When the name of a still unused account becomes free; null: it does not. */
export async function nameReleaseAt(ctx: Context, user: { id: string; reg_date: Date }): Promise<Date | null> {
  const { nameReleaseDays } = ctx.config;
  if (nameReleaseDays === null || !(await isUnused(ctx.db, user.id))) return null;
  return new Date(user.reg_date.getTime() + nameReleaseDays * dayMs);
}

/** The account was played: its name stays reserved. */
export async function userPlayed(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ played_at: now })
    .where('id', '=', userId)
    .where('played_at', 'is', null)
    .execute();
}

/** What is kept of such a name, the same in any case. */
export function retiredHash(nickname: string): Buffer {
  return createHash('sha256').update(`retired name\n${nickname.toLowerCase()}`).digest();
}

/** Whether the account was deleted at the machine's console: then nobody can use it. It stays so until the transaction ends. */
export async function userIsErased(db: Db | Tx, id: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('deleted_at').where('id', '=', id).forShare().executeTakeFirst();
  return user?.deleted_at != null;
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Removes the name and all personal data from an account: nobody can log in to it again. A name that was played stays reserved for good;
 * any other becomes free.
 */
export async function userRetire(tx: Tx, { id, nickname }: { id: string; nickname: string }): Promise<void> {
  await chatUnlinkAll(tx, id);
  // First, so that listeners learn which sessions end before they are gone.
  const wasPlayed = await eraseUser(tx, id, {
    nickname: `Gone_${Array.from({ length: 11 }, () => letters[randomInt(letters.length)]).join('')}`,
    gameUuid: randomUUID(),
    passwordHash: await hashPassword(randomBytes(32).toString('base64')),
  });
  await deleteIdentity(tx, id);
  if (wasPlayed) await retireName(tx, retiredHash(nickname));
}
