import { readdirSync, readFileSync } from 'node:fs';
import { chmod, copyFile, cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { liveKernels } from '../src/fake/fake-runtime.ts';
import type { RealmRuntime } from '../src/runtime.ts';
import type { ServerProgram } from '../src/local/process/launch.ts';
import { createLocalRuntime, type LocalRuntimeOptions } from '../src/local/local-runtime.ts';
import type { LocalPlace } from '../src/local/local-place.ts';
import { processEngine } from '../src/local/process-engine.ts';
import { Ways } from '../src/local/way-out/ways.ts';
import { holdsLock } from '../src/local/process/process-identity.ts';
import { readRun } from '../src/local/folder/realm-record.ts';
import { realmPaths } from '../src/local/folder/realm-paths.ts';
import { assertReachable } from '../src/local/user/realm-user.ts';

/** Built programs set this flag themselves: docs/decisions/107-processes-end.md. */
const endsForSure = '--no-concurrent-sparkplug';
const standIn = fileURLToPath(new URL('stand-in-server.ts', import.meta.url));
/** The app's folder, as a path without an import: the driver knows only what launch.json says. */
export const realmServerApp = new URL('../../../apps/realm-server/', import.meta.url);
const launch = JSON.parse(readFileSync(new URL('launch.json', realmServerApp), 'utf8')) as Omit<
  ServerProgram,
  'nodePath'
>;
const shipped = (file: string): string => fileURLToPath(new URL(file, realmServerApp));

/** realm-server as the build leaves it. */
export const realmServer = { ...launch, entry: shipped(launch.entry), fileAgent: shipped(launch.fileAgent) };

/** A folder for a test's realms, and the stand-in server that runs in them. */
export interface LocalPlaceForTest extends AsyncDisposable {
  dir: string;
  program: ServerProgram;
  driver(options?: Pick<LocalRuntimeOptions, 'gateway'>): Promise<RealmRuntime>;
  /** The pid of the realm's last start. */
  pid(realmId: string): number;
  kill(realmId: string): Promise<void>;
}

export async function makeLocalPlace(
  program: Omit<ServerProgram, 'nodePath'> = { entry: standIn, fileAgent: standIn, execArgv: [endsForSure], env: {} },
): Promise<LocalPlaceForTest> {
  const root = await mkdtemp(join(tmpdir(), 'realmkeep-runtime-'));
  await chmod(root, 0o711);
  const dir = join(root, 'realms');
  const whole = await reachable({ ...program, nodePath: process.execPath }, root);
  const pid = (realmId: string): number => readRun(realmPaths(dir, realmId))?.pid ?? 0;
  return {
    dir,
    program: whole,
    driver: (options = {}) => createLocalRuntime({ dir, kernels: liveKernels, ...whole, ...options }),
    pid,
    kill: async (realmId) => {
      const victim = pid(realmId);
      process.kill(victim, 'SIGKILL');
      await gone(() => holdsLock(victim, realmPaths(dir, realmId).lock));
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

/** The realms' shared settings, with this machine as their engine. */
export function withEngine(shared: Omit<LocalPlace, 'engine'>): LocalPlace {
  return { ...shared, engine: processEngine(shared, new Ways(shared.dir, [])) };
}

/** Polls until something is gone, such as a process that reports its end only to its parent. */
export async function gone(there: () => boolean): Promise<void> {
  const deadline = Date.now() + 40_000;
  while (there()) {
    if (Date.now() > deadline) throw new Error('it does not go');
    await sleep(5);
  }
}

/**
 * The processes whose last argument is the realm's folder: its file agents and their wrappers.
 * @param program only those that run this program
 */
export function fileAgents(folder: string, program?: string): number[] {
  const pids = readdirSync('/proc').filter((pid) => {
    try {
      const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      // A driver that looks for what fills the disk runs du on the folder.
      if (args.includes('du')) return false;
      return /^\d+$/.test(pid) && args.at(-2) === folder && args[0] === (program ?? args[0]);
    } catch {
      return false;
    }
  });
  return pids.map(Number);
}

/**
 * Copies a program to below `root` when realms' users cannot reach it, as in a checkout below /root.
 * @param folder contains the program and everything it needs
 */
export async function reachable(
  program: ServerProgram,
  root: string,
  folder = dirname(program.entry),
): Promise<ServerProgram> {
  try {
    for (const path of [program.nodePath, program.entry, program.fileAgent]) assertReachable(path);
    return program;
  } catch {
    const copy = await mkdtemp(join(root, 'program-'));
    await cp(folder, copy, { recursive: true });
    const nodePath = join(copy, 'node');
    await copyFile(program.nodePath, nodePath);
    for (const name of ['.', ...(await readdir(copy, { recursive: true }))]) await chmod(join(copy, name), 0o755);
    const copied = (path: string): string => join(copy, relative(folder, path));
    return { ...program, nodePath, entry: copied(program.entry), fileAgent: copied(program.fileAgent) };
  }
}
