import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Tx } from '../../../db/pool.ts';
import { chatUnlinkAll } from '../chat/chat-unlink-all.ts';
import { hashPassword } from '../login/passwords.ts';
import { retiredHash } from './name-release.ts';
import { deleteIdentity, eraseUser, retireName } from './release-queries.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Takes the name and all that says who the player was from an account: nobody logs in to it again. A name that was played is nobody's
 * from then on, any other is free.
 */
export async function userRetire(tx: Tx, { id, nickname }: { id: string; nickname: string }): Promise<void> {
  await chatUnlinkAll(tx, id);
  // First, so that who listens is told which sessions end, before they are gone.
  const wasPlayed = await eraseUser(tx, id, {
    nickname: `Gone_${Array.from({ length: 11 }, () => letters[randomInt(letters.length)]).join('')}`,
    gameUuid: randomUUID(),
    passwordHash: await hashPassword(randomBytes(32).toString('base64')),
  });
  await deleteIdentity(tx, id);
  if (wasPlayed) await retireName(tx, retiredHash(nickname));
}
