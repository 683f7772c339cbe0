import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/pool.ts';
import { challengesCancel } from '../identity/login/login-cancel.ts';
import { hashPassword } from '../identity/login/passwords.ts';
import { userErase } from '../accounts/user-erase.ts';
import { userExport } from '../accounts/user-export.ts';
import { audit } from '../audit/audit.ts';
import { findUserByNickname, setPassword } from '../identity/users/user-standing.ts';
import { chatUnlinkAll } from '../identity/chat/chat-link.ts';

/** For the machine's console: what an operator does to an account at its player's request. Every action is logged. */

/** @returns everything kept about the account, without its secrets; null if there is no such account */
export async function adminExport(db: Db, nickname: string): Promise<Record<string, unknown> | null> {
  const data = await userExport(db, nickname);
  if (data) await write(db, nickname, 'userExport');
  return data;
}

/** Removes the name and all personal data from the account, for good. @returns the nickname; null if there is no such account */
export async function adminDelete(db: Db, nickname: string): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    const user = await findUserByNickname(tx, nickname);
    if (!user) return null;
    await userErase(tx, user);
    // The log names the account by its id alone from now on.
    await audit(tx, { actor: { userId: null }, action: 'userDelete', subject: { id: user.id, name: user.id } });
    return user.nickname;
  });
}

/** Gives the account a new password and ends its sessions. @returns null if there is no such account */
export async function adminPassword(db: Db, nickname: string): Promise<{ nickname: string; password: string } | null> {
  const password = randomBytes(15).toString('base64url');
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    const user = await findUserByNickname(tx, nickname);
    if (!user) return null;
    await challengesCancel(tx, user.id);
    await setPassword(tx, user.id, passwordHash);
    await audit(tx, {
      actor: { userId: null },
      action: 'passwordReset',
      subject: { id: user.id, name: user.nickname },
    });
    return { nickname: user.nickname, password };
  });
}

async function write(db: Db, nickname: string, action: 'userExport'): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const user = await findUserByNickname(tx, nickname);
    if (user) await audit(tx, { actor: { userId: null }, action, subject: { id: user.id, name: user.nickname } });
  });
}

/**
 * For players who have lost their chat account, and with it the second step of every login: from then on their password alone logs them in.
 * For the machine's console.
 * @returns the nickname as it is written and what was unlinked; null if there is no such account
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
