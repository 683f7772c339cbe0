import type { Db } from '../../db/pool.ts';
import { chatUnlinkAll } from '../identity/chat/chat-unlink-all.ts';
import { audit } from '../audit/audit.ts';
import { findUserByNickname } from '../identity/users/user-standing.ts';

/**
 * For a player who has lost his chat account, and with it the second step of every log-in: from then on his password alone logs him in.
 * For the console of the machine.
 * @returns the nickname as it is written and what was unlinked; null if nobody has it
 */
export async function adminUnlink(
  db: Db,
  nickname: string,
): Promise<{ nickname: string; accounts: { platform: string; username: string }[] } | null> {
  return db.transaction().execute(async (tx) => {
    const user = await findUserByNickname(tx, nickname);
    if (!user) return null;
    const accounts = await chatUnlinkAll(tx, user.id);
    for (const { platform, username } of accounts) {
      const subject = { id: user.id, name: user.nickname };
      await audit(tx, { actor: { userId: null }, action: 'chatUnlink', subject, details: { platform, username } });
    }
    return { nickname: user.nickname, accounts };
  });
}
