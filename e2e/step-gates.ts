import { expect } from 'vitest';
import { runSql } from '@realmkeep/testkit/sql';

type StepTable = 'backups' | 'restores' | 'kernel_changes' | 'modpack_installs';

/**
 * Halts work on worlds between two steps: an update to one of the states waits, when everything of the previous step is done and the new
 * step is not recorded. The process that has sent the update can be killed there.
 */
export async function gateSteps(database: string, table: StepTable) {
  await runSql(database, 'create table if not exists step_gates (state text primary key)');
  await runSql(
    database,
    `create or replace function wait_at_step_gate() returns trigger language plpgsql volatile as $$ begin
      while new.state <> old.state and exists (select from step_gates where state = new.state)
        loop perform pg_sleep(0.01); end loop;
      return new; end $$`,
  );
  await runSql(
    database,
    `create or replace trigger step_gate before update on ${table} for each row execute function wait_at_step_gate()`,
  );

  const isWaiting = async () => (await waiting(database)).length > 0;
  return {
    async close(states: readonly string[]): Promise<void> {
      await runSql(database, 'insert into step_gates select unnest($1::text[])', [states]);
    },

    /** Lets waiting updates go on. */
    async open(states: readonly string[]): Promise<void> {
      await runSql(database, 'delete from step_gates where state = any($1)', [states]);
    },

    async untilWaiting(): Promise<void> {
      await expect.poll(isWaiting, { timeout: 60_000, interval: 20 }).toBe(true);
    },

    /** Kills at each gate in turn, as soon as an update waits there, and then opens it for the next process. All gates must be closed. */
    async killAtEach(states: readonly string[], kill: () => Promise<void>): Promise<void> {
      for (const state of states) {
        await this.untilWaiting();
        await kill();
        // The waiting database session does not notice the kill: it is terminated too, so that it commits nothing.
        for (const pid of await waiting(database)) await runSql(database, 'select pg_terminate_backend($1)', [pid]);
        await this.open([state]);
      }
    },

    async [Symbol.asyncDispose](): Promise<void> {
      await runSql(database, `drop trigger step_gate on ${table}`);
      await runSql(database, 'drop table step_gates');
    },
  };
}

async function waiting(database: string): Promise<unknown[]> {
  const rows = await runSql(database, `select pid from pg_stat_activity where wait_event = 'PgSleep'`);
  return rows.map(({ pid }) => pid);
}
