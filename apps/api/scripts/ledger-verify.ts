/**
 * Proves every invariant of the ledger on the live database, part by part: `npm run ledger:verify`. An interrupted run continues where
 * it was. Prints its progress on stderr, and at the end what is wrong. Exits with 0 if nothing is, with 1 if
 * something is, with 2 if it could not check.
 */
import { type Db, openDb, openPool } from '../src/db/pool.ts';
import { shareDone, sweepNames } from '../src/domains/coins/wallet/ledger-checks.ts';
import { ledgerVerify, type Verification } from '../src/domains/coins/wallet/ledger-verify.ts';
import { databaseUrl } from './config.ts';

const showEveryMs = 2_000;

/** Says how far it is, from time to time. */
function showProgress(db: Db): (standing: Verification) => Promise<void> {
  let shownAt = performance.now();
  return async ({ startedAt, place, found }) => {
    if (place === null || performance.now() < shownAt + showEveryMs) return;
    const share = Math.floor((await shareDone(db, place)) * 100);
    const step = `step ${sweepNames.indexOf(place.sweep) + 1} of ${sweepNames.length}`;
    console.error(
      `${place.sweep} ${share} % (${step}), off in ${found} places so far; began at ${startedAt.toISOString()}`,
    );
    shownAt = performance.now();
  };
}

try {
  await using db = openDb(openPool(await databaseUrl(), 1));
  const { found, violations } = await ledgerVerify(db, showProgress(db));
  for (const { subject, problem } of violations) console.log(`${subject}: ${problem}`);
  if (found > violations.length) console.log(`These are the first ${violations.length}.`);
  console.log(found === 0 ? 'The ledger is whole.' : `The ledger is off in ${found} places.`);
  process.exitCode = found === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
