import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { closeInherited } from '@realmkeep/sockets';
import { NoticeHub } from '../notice-hub.ts';
import { RealmQueue } from '../realm-queue.ts';
import type { Kernels, ObservedState, RealmRuntime } from '../runtime.ts';
import { KernelMemoryGuard } from './process/kernel-memory-guard.ts';
import { DiskGuard, guarded } from './disk/disk-guard.ts';
import { type Bounds, findBounds } from './bounds/enforcement.ts';
import { FileAgents } from './file-agents/file-agents.ts';
import type { ServerProgram } from './process/launch.ts';
import { localFiles } from './file-agents/local-files.ts';
import type { DatabaseDoors, LocalPlace, User } from './local-place.ts';
import type { Engine } from './engine.ts';
import { LocalRealm, stopWithinMs } from './local-realm.ts';
import { localWorlds } from './file-agents/local-worlds.ts';
import { followConsole } from './control/realm-console.ts';
import { removeTrash } from './user/owned-tree.ts';
import { StartBell } from './folder/start-bell.ts';
import { driverFolder, gameFolder, isRealmId, realmPaths, trashPrefix } from './folder/realm-paths.ts';
import { assertReachable } from './user/realm-user.ts';
import { processEngine } from './process-engine.ts';
import { Ways } from './way-out/ways.ts';
import { writeHosts } from './bounds/walls.ts';

export { probeEnforcement } from './bounds/enforcement.ts';
export { serviceGroup } from './bounds/service-group.ts';
export { findJavaRuntimes, javaFor, javaPackage } from './java-runtimes.ts';

export interface LocalRuntimeOptions extends ServerProgram {
  /** Where the realms' folders are; made if it is not there. */
  dir: string;
  /** By the account of the program. */
  kernels: Kernels;
  /** IPv4 addresses of whom realms ask for names; none: whom the machine asks. */
  dns?: readonly string[];
  /** Who connects game clients to realms; none: the driver's own user. */
  gateway?: User | null;
  /** The folder of the doors to realms' databases, and who opens them; none: they are not shown any. */
  databaseDoors?: DatabaseDoors | null;
}

/** How long a new driver waits for what the realms that it finds have to say. */
const adoptWithinMs = 3000;
/** Three missed states. */
const silenceMs = 30_000;

/**
 * The driver that runs each realm as a process of this machine, in a folder of its own under `dir`:
 * docs/decisions/012-local-driver.md. Returns when it has found the running realms.
 * @throws Error if realms' users cannot reach their folders or the program.
 */
export async function createLocalRuntime(options: LocalRuntimeOptions): Promise<RealmRuntime> {
  const dir = await openRealmsFolder(options.dir);
  const bounds = await findBounds(dir);
  const { nodePath, entry, fileAgent, dns = [] } = options;
  if (bounds.users !== null) for (const path of [dir, nodePath, entry, fileAgent]) assertReachable(path);
  return createMachineRuntime({ ...options, dir }, bounds, async (place) => processEngine(place, new Ways(dir, dns)));
}

/** Makes the folder for realms, which their users may pass through. @returns its path without symbolic links */
export async function openRealmsFolder(wanted: string): Promise<string> {
  await mkdir(wanted, { recursive: true, mode: 0o711 });
  const dir = await realpath(wanted);
  await mkdir(join(dir, driverFolder), { recursive: true, mode: 0o700 });
  closeInherited();
  writeHosts(dir);
  if (process.getuid?.() === 0) await chmod(dir, 0o711);
  return dir;
}

/**
 * A driver whose realms' folders are on this machine, with any engine. Returns when it has found the running realms.
 * @param open opens the engine for a place
 */
export async function createMachineRuntime(
  { dir, kernels, gateway = null, databaseDoors = null, ...program }: LocalRuntimeOptions,
  bounds: Bounds,
  open: (place: Omit<LocalPlace, 'engine'>) => Promise<Engine>,
): Promise<RealmRuntime> {
  await prepareGameFolder(join(dir, gameFolder), gateway);

  const closing = new AbortController();
  const hub = new NoticeHub();
  const queue = new RealmQueue();
  const realms = new Map<string, LocalRealm>();
  const shared: Omit<LocalPlace, 'engine'> = {
    dir,
    program,
    bounds,
    gateway,
    databaseDoors,
    closing: closing.signal,
    silenceMs: silenceMs,
    publish: (observed) => hub.publish(observed),
    tellStart: (realmId) => bell.ring(realmId),
  };
  const engine = await open(shared);
  const place: LocalPlace = { ...shared, engine };

  function realm(realmId: string): LocalRealm {
    const known = realms.get(realmId) ?? new LocalRealm(place, realmId);
    realms.set(realmId, known);
    return known;
  }

  const bell = new StartBell(dir, (realmId) => {
    const observed = observedOrForget(realmId);
    if (observed !== null) hub.publish(observed);
  });

  /** Drops what is known of an absent realm. */
  function observedOrForget(realmId: string): ObservedState | null {
    const observed = realm(realmId).observed();
    if (observed === null && !queue.busy(realmId)) realms.delete(realmId);
    return observed;
  }

  async function call<T>(realmId: string, task: (realm: LocalRealm) => Promise<T>): Promise<T> {
    const one = realm(realmId);
    try {
      return await queue.run(realmId, () => {
        closing.signal.throwIfAborted();
        return task(one);
      });
    } finally {
      if (!closing.signal.aborted) observedOrForget(realmId);
    }
  }

  async function list(): Promise<ObservedState[]> {
    const names = (await readdir(dir)).filter(isRealmId);
    return names.map(observedOrForget).filter((observed) => observed !== null);
  }

  const fileAgents = new FileAgents(place);
  const running = () =>
    new Map([...realms].filter(([, one]) => one.running() !== null).map(([id, one]) => [id, guarded(place, id, one)]));
  async function destroy(realmId: string): Promise<void> {
    // First of all: what waits for a file agent that does not answer would be waited for.
    await fileAgents.without(realmId, () => call(realmId, (one) => one.destroy()));
  }

  await finishDestroying(dir, bounds, (realmId) => call(realmId, (one) => one.finishDestroying()));
  await list();
  for (const [realmId, one] of realms) {
    if (one.running() === null || existsSync(realmPaths(dir, realmId).control)) continue;
    // A run of an older version, with another interface: it saves and ends at the signal, and is restarted if it should run.
    call(realmId, () => one.stop(stopWithinMs)).catch(() => undefined);
  }
  await Promise.all([...realms.values()].map((one) => one.takeOver(adoptWithinMs)));
  // Another driver may have started one since.
  await engine.clearUnknown((realmId) => existsSync(realmPaths(dir, realmId).folder));

  const diskGuards = () =>
    Promise.all((['bytes', 'files'] as const).map((kind) => DiskGuard.begin(dir, kind, running)));
  const guards = engine.isShared ? [new KernelMemoryGuard(place, realms), ...(await diskGuards())] : [];
  return {
    driver: engine.driver,
    kernels,
    enforcement: () => engine.enforcement(),
    ensure: (spec, fencingToken) => call(spec.realmId, (one) => one.ensure(spec, fencingToken)),
    apply: (realmId, settings) => call(realmId, (one) => one.control.apply(settings)),
    command: (realmId, command, by = null) => call(realmId, (one) => one.control.command(command, by)),
    commands: (realmId) => call(realmId, (one) => one.control.commands()),
    console: (realmId, signal) => {
      const either = AbortSignal.any([signal, closing.signal]);
      return followConsole({ dir, realmId, realm: () => realm(realmId), hub, signal: either });
    },
    loginCode: (realmId, code) => call(realmId, (one) => one.control.loginCode(code)),
    moveSpawn: (realmId, spawn) => call(realmId, (one) => one.control.moveSpawn(spawn)),
    stop: (realmId, graceMs) => call(realmId, (one) => one.stop(graceMs)),
    stopIfEmpty: (realmId) => call(realmId, (one) => one.stopIfEmpty()),
    destroy,
    prepare: (realmId, number) => call(realmId, (one) => one.prepare(number)),
    worlds: (realmId) => localWorlds(fileAgents, realmId, (task) => call(realmId, task)),
    files: (realmId) => localFiles(fileAgents, realmId, (task) => realm(realmId).whileStopped(task)),
    drawPicture: (middle, regions) => engine.draw(middle, regions),
    inspect: async (realmId) => observedOrForget(realmId),
    list,
    watch: (signal) =>
      hub.watch(
        signal,
        [...realms.keys()].map(observedOrForget).filter((observed) => observed !== null),
      ),
    close: async () => {
      closing.abort(new Error('the runtime is closed'));
      bell.close();
      for (const guard of guards) guard.close();
      hub.close();
      await fileAgents.endAll();
      await queue.idle();
    },
  };
}

/** The gateway can open sockets whose names it knows, and nobody else can open anything. */
async function prepareGameFolder(path: string, gateway: User | null): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  // A second driver may not know which user it is.
  if (gateway === null) return;
  await chown(path, 0, gateway.gid);
  await chmod(path, 0o750);
}

/** What a driver that was killed has left half removed. */
async function finishDestroying(
  dir: string,
  bounds: Bounds,
  finish: (realmId: string) => Promise<void>,
): Promise<void> {
  for (const name of await readdir(dir)) {
    if (!name.startsWith(trashPrefix)) continue;
    // Something that an operator put there is theirs to remove, and must not prevent the start.
    await removeTrash(join(dir, name), bounds).catch((error: Error) => process.stderr.write(`${error.message}\n`));
  }
  for (const name of await readdir(join(dir, driverFolder))) {
    if (isRealmId(name) && !existsSync(join(dir, name))) await finish(name);
  }
}
