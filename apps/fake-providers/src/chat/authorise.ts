import { randomBytes } from 'node:crypto';
import type { FakeChat } from './fake-chat.ts';
import { insertCode } from './consent-store.ts';
import { secretHash } from '../secret.ts';

/** A player consents. @returns the code, which the api can exchange once */
export function authorise(
  { db, redirectUri }: FakeChat,
  { accountId, scope }: { accountId: string; scope: string },
): string {
  const code = randomBytes(18).toString('base64url');
  insertCode(db, { hash: secretHash(code), accountId, redirectUri, scope });
  return code;
}
