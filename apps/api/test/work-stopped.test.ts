import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compiledCode } from '@realmkeep/testkit/product';
import { runSql } from '@realmkeep/testkit/sql';
import { Client } from 'pg';
import { describe, test } from 'vitest';
import { beforeClaimsLock, leadLock } from '../src/domains/realms/reconciler/lead.ts';
import { createTestDatabase } from './test-database.ts';

const program = fileURLToPath(new URL('worker-process.ts', import.meta.url));
/** Long, because the time a claim is respected for has to pass on any machine. */
const timeout = 120_000;

interface Worker {
  process: ChildProcess;
  /** The times at which it was allowed to act, in milliseconds since the epoch. */
  acts: number[];
  /** Resolves when it has reported this. */
  told: (what: 'begun' | 'inside' | 'done' | 'refused') => Promise<void>;
  /** Lets it go on. */
  goOn: () => void;
}

type OnFinished = (end: () => void | Promise<void>) => void;

/** A database with one piece of work and a leader. */
async function makeWork(onFinished: OnFinished): Promise<string> {
  const databaseUrl = await createTestDatabase();
  await runSql(databaseUrl, 'create table pieces (id uuid primary key default gen_random_uuid(), done_by text)');
  await runSql(databaseUrl, 'insert into pieces default values');
  const leader = new Client({ connectionString: databaseUrl });
  await leader.connect();
  onFinished(() => leader.end());
  await leader.query('select pg_advisory_lock_shared($1), pg_advisory_lock($2)', [beforeClaimsLock, leadLock]);
  return databaseUrl;
}

/** @param onFinished ends the process with the test, which does not end it by itself when it times out */
function startWorker(onFinished: OnFinished, databaseUrl: string, name: string, where: 'inside' | 'before'): Worker {
  const env = { PATH: '/usr/bin:/bin', NODE_COMPILE_CACHE: compiledCode };
  const words = [program, databaseUrl, name, where];
  const child = spawn(process.execPath, words, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  onFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const acts: number[] = [];
  const said = new Map<string, PromiseWithResolvers<void>>();
  const hear = (what: string) => said.get(what) ?? said.set(what, Promise.withResolvers()).get(what);
  createInterface(child.stdout).on('line', (line) => {
    if (Number.isNaN(Number(line))) hear(line)?.resolve();
    else acts.push(Number(line));
  });
  const told = async (what: string) => hear(what)?.promise;
  return { process: child, acts, told, goOn: () => void child.stdin.write('on\n') };
}

const doneBy = (databaseUrl: string) => runSql(databaseUrl, 'select done_by from pieces');

describe.concurrent('work on worlds is taken over', { timeout }, () => {
  test('from a process that was killed', async ({ expect, onTestFinished }) => {
    const databaseUrl = await makeWork(onTestFinished);
    const first = startWorker(onTestFinished, databaseUrl, 'first', 'before');
    await first.told('begun');
    first.process.kill('SIGKILL');
    const second = startWorker(onTestFinished, databaseUrl, 'second', 'before');
    await second.told('begun');
    second.goOn();
    await second.told('done');
    expect(await doneBy(databaseUrl)).toEqual([{ done_by: 'second' }]);
  });

  test('from one that was stopped, and does nothing more when it goes on', async ({ expect, onTestFinished }) => {
    const databaseUrl = await makeWork(onTestFinished);
    const first = startWorker(onTestFinished, databaseUrl, 'first', 'before');
    await first.told('begun');
    first.process.kill('SIGSTOP');
    const second = startWorker(onTestFinished, databaseUrl, 'second', 'before');
    await second.told('begun');
    first.goOn();
    first.process.kill('SIGCONT');
    await first.told('refused');
    expect(await doneBy(databaseUrl)).toEqual([{ done_by: null }]);
    second.goOn();
    await second.told('done');
    expect(await doneBy(databaseUrl)).toEqual([{ done_by: 'second' }]);
    const began = second.acts[0] ?? 0;
    expect(first.acts.filter((at) => at >= began)).toEqual([]);
  });

  test('from one that was stopped within the transaction that holds the claim', async ({ expect, onTestFinished }) => {
    const databaseUrl = await makeWork(onTestFinished);
    const first = startWorker(onTestFinished, databaseUrl, 'first', 'inside');
    await first.told('inside');
    first.process.kill('SIGSTOP');
    const second = startWorker(onTestFinished, databaseUrl, 'second', 'before');
    await second.told('begun');
    second.goOn();
    await second.told('done');
    first.goOn();
    first.process.kill('SIGCONT');
    await first.told('refused');
    expect(await doneBy(databaseUrl)).toEqual([{ done_by: 'second' }]);
  });
});
