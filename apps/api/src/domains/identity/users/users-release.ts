import type { Context } from '../../../context.ts';
import { isUnreachable } from '../../../http/errors.ts';
import { deleteUnused, listUnused } from './release-queries.ts';

const atOnce = 500;
const dayMs = 24 * 3_600_000;

/**
 * Deletes the accounts that took a name and never used it: nobody played or linked a chat account, and there are neither realms nor a
 * single coin. The name is free again, and nothing of the account is left that its next owner could get.
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
