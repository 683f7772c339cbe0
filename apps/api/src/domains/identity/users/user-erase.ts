import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Tx } from '../../../db/pool.ts';
import { hashPassword } from '../login/passwords.ts';
import { chatUnlinkAll } from '../chat/chat-unlink-all.ts';
import { realmsDeleteOwned } from '../../realms/realms-delete-owned.ts';
import { subscriptionEnd } from '../../subscriptions/subscription-end.ts';
import { deletePersonal, eraseUser, retireName } from './release-queries.ts';
import { retiredHash } from './name-release.ts';
import { lockTier } from './user-tier.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Takes the name and all that is personal from an account: its realms go as if the player had deleted each, its subscription and its
 * sessions end, and nobody logs in to it again. What the books, orders and referrals refer to stays, without a name. A name that was
 * played is nobody's from then on, any other is free.
 */
export async function userErase(tx: Tx, { id, nickname }: { id: string; nickname: string }): Promise<void> {
  await lockTier(tx, id);
  await subscriptionEnd(tx, id);
  await realmsDeleteOwned(tx, id);
  await chatUnlinkAll(tx, id);
  // First, so that who listens is told which sessions end, before they are gone.
  const wasPlayed = await eraseUser(tx, id, {
    nickname: `Gone_${Array.from({ length: 11 }, () => letters[randomInt(letters.length)]).join('')}`,
    gameUuid: randomUUID(),
    passwordHash: await hashPassword(randomBytes(32).toString('base64')),
  });
  await deletePersonal(tx, id);
  if (wasPlayed) await retireName(tx, retiredHash(nickname));
}
