/**
 * Proves every invariant of the ledger over the live database, as it is at one moment, beside whatever runs on it:
 * `npm run ledger:verify`. Prints what is off. Ends with 0 when nothing is, with 1 when something is, with 2 when it could not look.
 */
import { Kysely, PostgresDialect } from 'kysely';
import { openPool } from '../src/db/pool.ts';
import type { DB } from '../src/db/schema.gen.ts';
import { everyViolation } from '../src/domains/coins/wallet/ledger-checks.ts';
import { databaseUrl } from './config.ts';

/** @returns in how many places the ledger is off */
async function verify(): Promise<number> {
  // Without the api's limits of time: a large ledger takes its time.
  const pool = openPool(await databaseUrl(), 1, {});
  await using db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      let found = 0;
      for await (const { subject, problem } of everyViolation(tx)) {
        console.log(`${subject}: ${problem}`);
        found += 1;
      }
      return found;
    });
}

try {
  const found = await verify();
  console.log(found === 0 ? 'The ledger is whole.' : `The ledger is off in ${found} places.`);
  process.exitCode = found === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
