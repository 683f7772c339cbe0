/** What bin/admin runs, beside a running installation. Ends with 0 when it is done, else with 1. */
import { type Db, openDb, openPool } from '../src/db/pool.ts';
import { adminCoinsReverse } from '../src/domains/admin/admin-coins-reverse.ts';
import { adminGrant } from '../src/domains/admin/admin-grant.ts';
import { adminUnlink } from '../src/domains/admin/admin-unlink.ts';
import { databaseUrl } from './config.ts';

const roles = { grant: 'ADMIN', revoke: 'USER' } as const;

const usage = `bin/admin grant NAME    makes the account NAME an operator
bin/admin revoke NAME   takes that back
bin/admin unlink NAME   takes the chat account from NAME, who has lost it: the password alone logs in then
bin/admin reverse ID    takes a grant, a bonus or a subscription's payment back: ID is the transaction of the statement`;

async function run([command, subject, ...more]: string[]): Promise<string> {
  const isKnown = command === 'grant' || command === 'revoke' || command === 'reverse' || command === 'unlink';
  if (!isKnown || subject === undefined || more.length > 0) throw new Error(usage);
  const db = openDb(openPool(await databaseUrl(), 1));
  try {
    if (command === 'reverse') {
      if (!/^[1-9]\d{0,15}$/.test(subject)) throw new Error('The transaction is a number.');
      return `The transaction ${subject} of ${await adminCoinsReverse(db, subject)} is taken back.`;
    }
    if (command === 'unlink') return await unlink(db, subject);
    const name = await adminGrant(db, subject, roles[command]);
    if (name === null) throw new Error(`Nobody is called ${subject}: register first.`);
    return command === 'grant' ? `${name} is an operator now.` : `${name} is no operator any more.`;
  } finally {
    await db.destroy();
  }
}

async function unlink(db: Db, nickname: string): Promise<string> {
  const done = await adminUnlink(db, nickname);
  if (!done) throw new Error(`Nobody is called ${nickname}.`);
  const names = done.accounts.map(({ platform, username }) => `${username} (${platform})`);
  if (names.length === 0) throw new Error(`${done.nickname} has no chat account.`);
  return `${done.nickname} is no longer linked to ${names.join(' and ')}.`;
}

try {
  console.log(await run(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
