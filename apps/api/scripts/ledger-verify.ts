/**
 * Proves every invariant of the ledger over the live database, part by part, beside whatever runs on it: `npm run ledger:verify`. Whoever was
 * interrupted goes on where they were. Says on stderr how far it is, and at last what is off. Ends with 0 when nothing is, with 1 when
 * something is, with 2 when it could not look.
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
