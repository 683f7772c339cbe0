/** What bin/admin runs, beside a running installation. Ends with 0 when it is done, else with 1. */
import { openDb, openPool } from '../src/db/pool.ts';
import { adminGrant } from '../src/domains/admin/admin-grant.ts';
import { databaseUrl } from './config.ts';

const roles = { grant: 'ADMIN', revoke: 'USER' } as const;

async function run([command, nickname, ...more]: string[]): Promise<string> {
  if ((command !== 'grant' && command !== 'revoke') || nickname === undefined || more.length > 0) {
    throw new Error('bin/admin grant NAME makes the account NAME an operator; bin/admin revoke NAME takes that back.');
  }
  const db = openDb(openPool(await databaseUrl(), 1));
  try {
    const name = await adminGrant(db, nickname, roles[command]);
    if (name === null) throw new Error(`Nobody is called ${nickname}: register first.`);
    return command === 'grant' ? `${name} is an operator now.` : `${name} is no operator any more.`;
  } finally {
    await db.destroy();
  }
}

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
