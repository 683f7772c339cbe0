import { randomBytes } from 'node:crypto';
import type { ChatSandbox } from './sandbox.ts';
import { insertCode } from './consent-store.ts';
import { secretHash } from '../../secret-hash.ts';

/** A player consents. @returns the code, which the api can exchange once */
export async function authorise(
  { db, redirectUri }: ChatSandbox,
  { accountId, scope }: { accountId: string; scope: string },
): Promise<string> {
  const code = randomBytes(18).toString('base64url');
  await insertCode(db, { hash: secretHash(code), accountId, redirectUri, scope });
  return code;
}
