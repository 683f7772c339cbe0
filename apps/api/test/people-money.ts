import { randomUUID } from 'node:crypto';
import { walletGrant } from '../src/domains/coins/wallet/wallet-grant.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { beginSession, makeUser, type TestUser } from './people.ts';
import type { TestApi } from './start-test-api.ts';

/** Gives coins as an operator would; fleeting ones with a time at which they expire. */
export async function giveCoins(api: TestApi, user: TestUser, coins: number, expiresAt: Date | null = null) {
  const grant = { id: randomUUID(), userId: user.id, coins, expiresAt, reason: 'a test' };
  await api.app.ctx.db.transaction().execute((tx) => walletGrant(tx, grant));
}

/** An operator, with a token made after they became one. */
export async function makeAdmin(api: TestApi): Promise<TestUser> {
  const user = await makeUser(api);
  await runSql(api.config.databaseUrl, "update users set role = 'ADMIN' where id = $1", [user.id]);
  const tokens = await beginSession(api, user.id);
  return { ...user, tokens, client: api.clientWith(tokens.token) };
}
