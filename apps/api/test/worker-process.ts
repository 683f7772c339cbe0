import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import pino from 'pino';
import type { Context } from '../src/context.ts';
import { openDb, openPool } from '../src/db/pool.ts';
import { JobWorker, type Lead } from '../src/domains/worlds/job-worker.ts';
import { WorkClaims } from '../src/domains/worlds/work-claims.ts';

// `node worker-process.ts <database> <name> <where>`: claims work from the table `pieces`, and reports that it has begun, each moment at which it
// may act, and the outcome. It waits for a line of input before its transaction or, with `inside`, within it.
const [databaseUrl = '', name = '', where] = process.argv.slice(2);
const tell = (what: string | number) => process.stdout.write(`${what}\n`);
const goesOn = once(createInterface(process.stdin), 'line');
const pool = openPool(databaseUrl);
const ctx = {
  pool,
  db: openDb(pool),
  log: pino({ level: 'silent' }),
  directory: { onChange: () => () => undefined },
} as unknown as Context;

async function run(lead: Lead): Promise<null> {
  tell('begun');
  const acting = setInterval(() => lead.hasTurn() && tell(Date.now()), 20);
  try {
    if (where !== 'inside') await goesOn;
    await lead.transaction(async (tx) => {
      if (where === 'inside') tell('inside');
      await goesOn;
      await sql`update pieces set done_by = ${name}`.execute(tx);
    });
    tell('done');
  } catch (error) {
    tell('refused');
    throw error;
  } finally {
    clearInterval(acting);
  }
  return null;
}

const claims = new WorkClaims(ctx, databaseUrl);
const listJobs = async () => {
  const { rows } = await ctx.pool.query<{ id: string }>('select id from pieces where done_by is null');
  return rows.map(({ id }) => ({ id, turn: id, rests: id, account: 'somebody', run }));
};
void new JobWorker(ctx, 'BACKUP', listJobs, claims);
