import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startDebianPostgres } from '@realmkeep/postgres';
import { createFakeRuntime } from '@realmkeep/runtime/fake';
import { becomes } from '@realmkeep/testkit/becomes';
import { type Machines, makeMachines } from '@realmkeep/testkit/machines';
import { compiledCode } from '@realmkeep/testkit/product';
import { runSql } from '@realmkeep/testkit/sql';
import { describe, expect, test } from 'vitest';
import { Reconciler } from '../src/domains/realms/reconciler/reconciler.ts';
import { freshAddress, makeUser, realmBody, untilPhase } from './people.ts';
import { startTestApi } from './start-test-api.ts';
import { createTestDatabase } from './test-database.ts';

const program = fileURLToPath(new URL('lead-process.ts', import.meta.url));

interface Leader {
  process: ChildProcess;
  /** The times at which it acted, in milliseconds since the epoch. */
  acts: number[];
  /** The time at which it first acted. */
  leads: Promise<number>;
  /** The time of its last act in its first turn, once that is over: on a busy machine it may lead again later. */
  over: Promise<number>;
}

type OnFinished = (end: () => void | Promise<void>) => void;

/**
 * @param onFinished ends the process with the test, which does not end it by itself when it times out
 * @param within a command to run it in
 */
function startLeader(onFinished: OnFinished, databaseUrl: string, within: string[] = []): Leader {
  const [command, ...words] = [...within, process.execPath, program, databaseUrl];
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', NODE_COMPILE_CACHE: compiledCode };
  const child = spawn(command, words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  onFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const acts: number[] = [];
  const leads = Promise.withResolvers<number>();
  const over = Promise.withResolvers<number>();
  createInterface(child.stdout).on('line', (line) => {
    if (line === 'over') return over.resolve(acts.at(-1) ?? 0);
    acts.push(Number(line));
    leads.resolve(Number(line));
  });
  return { process: child, acts, leads: leads.promise, over: over.promise };
}

describe.concurrent('a leader has a successor', () => {
  test('as soon as it was killed', async ({ expect, onTestFinished }) => {
    const databaseUrl = await createTestDatabase();
    const first = startLeader(onTestFinished, databaseUrl);
    await first.leads;
    const second = startLeader(onTestFinished, databaseUrl);
    const sessions = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    await expect.poll(() => runSql(databaseUrl, sessions)).toHaveLength(2);
    first.process.kill('SIGKILL');
    await second.leads;
  });

  test('when it was stopped, and does nothing more when it goes on', async ({ expect, onTestFinished }) => {
    const databaseUrl = await createTestDatabase();
    const first = startLeader(onTestFinished, databaseUrl);
    await first.leads;
    const second = startLeader(onTestFinished, databaseUrl);
    first.process.kill('SIGSTOP');
    const taken = await second.leads;
    first.process.kill('SIGCONT');
    const last = await first.over;
    await expect.poll(() => second.acts.length).toBeGreaterThan(5);
    expect(last).toBeLessThan(taken);
  });

  test('when its machine has vanished from the network, and acts no more by then', async ({
    expect,
    skip,
    onTestFinished,
  }) => {
    const machines = tryMachines((problem) => skip(`no network namespace can be made here: ${problem}`));
    onTestFinished(() => machines[Symbol.dispose]());
    const machine = machines.add();
    const server = await startDebianPostgres(null, machines.link);
    onTestFinished(() => server[Symbol.asyncDispose]());
    await runSql(server.url, "create role leader login password 'its own'");
    const at = (host: string) => `postgres://leader:its%20own@${host}:${server.port}/postgres`;
    const first = startLeader(onTestFinished, at(machines.here), machine.within);
    await first.leads;
    const second = startLeader(onTestFinished, at('127.0.0.1'));
    machine.vanish();
    const vanished = Date.now();
    const last = await first.over;
    const taken = await second.leads;
    // So it did not learn it from the lock.
    expect(last).toBeGreaterThan(vanished);
    expect(last).toBeLessThan(taken);
  });
});

function tryMachines(otherwise: (problem: string) => never): Machines {
  try {
    return makeMachines();
  } catch (error) {
    return otherwise(error instanceof Error ? error.message : String(error));
  }
}

test('whoever no longer leads takes no step more, whatever it has seen before', async () => {
  await using api = await startTestApi();
  const { client } = await makeUser(api);
  const { id } = await client.realmCreate({ body: realmBody('First Name', freshAddress()) });
  await untilPhase(client, id, 'READY');
  const greeting = () => api.runtime.place.realms.get(id)?.spec.settings.motd;
  const seen = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  const { place } = api.runtime;
  const runtime = createFakeRuntime({ place });
  let lasts = true;
  const stopped = new Reconciler({
    ...api.app.ctx,
    turn: { lasts: () => lasts },
    runtime: {
      ...runtime,
      async inspect(realmId) {
        const observed = await runtime.inspect(realmId);
        seen.resolve();
        await going.promise;
        return observed;
      },
    },
    site: 'realms.example',
    placeOwnWorld: async () => undefined,
    javaServer: async () => undefined,
    mayRun: () => true,
    place: null,
  });
  await seen.promise;
  await client.realmRename({ params: { id }, body: { realmName: 'Second Name', domainName: freshAddress() } });
  await becomes(greeting).toContain('Second Name');
  lasts = false;
  going.resolve();
  await stopped.stop();
  expect(greeting()).toContain('Second Name');
});
