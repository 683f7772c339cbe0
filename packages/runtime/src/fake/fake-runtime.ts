import {
  type KernelCapabilities,
  plainSettings,
  type RealmPlayer,
  type RealmState,
  type SettingsResult,
  settingsResult,
} from '@realmkeep/realm-protocol';
import { drawGiven } from '../file-agent/land/draw-picture.ts';
import { RealmQueue } from '../realm-queue.ts';
import { type Kernels, RuntimeError, type RealmExit, type ObservedState, type RealmRuntime } from '../runtime.ts';
import type { FakeArchives } from './json-archives.ts';
import { FakeConsole } from './fake-console.ts';
import { fakeFiles } from './fake-files.ts';
import { fakeWorlds } from './fake-worlds.ts';
import { createFakePlace, observedStateOf, type FakePlace, type FakeRealm } from './fake-place.ts';

const allWalls = { network: true, processes: true, files: true, calls: true, why: null };

type Method =
  | 'ensure'
  | 'apply'
  | 'command'
  | 'commands'
  | 'loginCode'
  | 'moveSpawn'
  | 'stop'
  | 'stopIfEmpty'
  | 'destroy'
  | 'inspect'
  | 'list';

const allLive = Object.fromEntries(
  Object.keys(plainSettings).map((name) => [name, 'live']),
) as unknown as KernelCapabilities;

/** Kernels that can do everything. */
export const liveKernels: Kernels = {
  sandbox: allLive,
  paper: allLive,
  purpur: allLive,
  fabric: allLive,
  vanilla: allLive,
};

/** The driver for tests: realms in memory that do and suffer what the test says. */
export interface FakeRuntime extends RealmRuntime {
  readonly place: FakePlace;
  /** The next call of the method is refused with the error and does nothing. Several are used up in their order. */
  failNext(method: Method, error: Error): void;
  /** Keeps the realm STARTING, now or when it starts, until `release`. */
  hold(realmId: string): void;
  release(realmId: string): void;
  /** Ends the running realm by itself. */
  crash(
    realmId: string,
    exit?: { code?: number | null; signal?: string | null; tail?: string; outOfRoom?: boolean },
  ): void;
  setPlayers(realmId: string, players: RealmPlayer[]): void;
  /** Changes the running realm's state and notifies the watchers. */
  emitState(realmId: string, change: Partial<RealmState>): void;
  /** Makes the running realm silent since then, or reachable again with null, and notifies the watchers. */
  setSilent(realmId: string, since: number | null): void;
  /** @param count of lines that it has printed with this one; the others were left out */
  emitConsole(realmId: string, line: string, count?: number): void;
}

export interface FakeRuntimeOptions {
  place?: FakePlace;
  /** How archives are packed and unpacked in a new place; without it, in a simple format. */
  archives?: FakeArchives;
  /** The worlds there are; without it every name is good. */
  maps?: readonly string[];
  /** Of settings that do not hold at once, what becomes of them. */
  capabilities?: Partial<KernelCapabilities>;
}

export function createFakeRuntime({
  archives,
  place = createFakePlace(archives),
  maps,
  capabilities = {},
}: FakeRuntimeOptions = {}): FakeRuntime {
  const kernels = { ...liveKernels, sandbox: { ...liveKernels.sandbox, ...capabilities } };
  const queue = new RealmQueue();
  const failures = new Map<Method, Error[]>();
  const closed = new AbortController();

  const publish = (realmId: string, realm: FakeRealm): void => place.hub.publish(observedStateOf(realmId, realm));

  function failIfTold(method: Method): void {
    const error = failures.get(method)?.shift();
    if (error !== undefined) throw error;
  }

  /** One call of the port, in its realm's order. */
  function call<T>(method: Method, realmId: string, task: () => T): Promise<T> {
    return queue.run(realmId, async () => {
      closed.signal.throwIfAborted();
      failIfTold(method);
      return task();
    });
  }

  function running(realmId: string): FakeRealm & { state: RealmState } {
    const realm = place.realms.get(realmId);
    if (realm?.state === undefined || realm.state === null) {
      throw new RuntimeError('not_running', `realm ${realmId} does not run`);
    }
    return Object.assign(realm, { state: realm.state });
  }

  function emitState(realmId: string, change: Partial<RealmState>): void {
    const realm = running(realmId);
    Object.assign(realm.state, change);
    publish(realmId, realm);
  }

  function setSilent(realmId: string, since: number | null): void {
    const realm = running(realmId);
    realm.silentSince = since;
    publish(realmId, realm);
  }

  function end(realmId: string, exit: Omit<RealmExit, 'at'>): void {
    const realm = running(realmId);
    Object.assign(realm, { state: null, exit: { ...exit, at: Date.now() } });
    publish(realmId, realm);
  }

  function becomeReady(realmId: string): void {
    const realm = place.realms.get(realmId);
    if (realm?.state?.phase === 'STARTING' && !place.held.has(realmId)) {
      emitState(realmId, { phase: 'READY', emptySince: Date.now() });
    }
  }

  function emitConsole(realmId: string, line: string, count = 1): void {
    running(realmId);
    consoleOf(realmId).print(line, count);
  }

  function consoleOf(realmId: string): FakeConsole {
    const console = place.consoles.get(realmId) ?? new FakeConsole();
    place.consoles.set(realmId, console);
    return console;
  }

  function stopIfRunning(realmId: string): void {
    const realm = place.realms.get(realmId);
    if (realm === undefined || realm.state === null) return;
    emitState(realmId, { phase: 'STOPPING' });
    end(realmId, { asked: true, code: 0, signal: null, tail: '' });
  }

  return {
    driver: 'fake',
    kernels,
    place,
    enforcement: async () => ({
      memory: 'none',
      cpu: 'none',
      processes: 'none',
      disk: 'counted',
      ownUser: false,
      walls: allWalls,
      wayOut: null,
    }),
    ensure: (spec, fencingToken) => {
      const { realmId } = spec;
      return call('ensure', realmId, () => {
        const present = place.realms.get(realmId);
        if (present !== undefined && present.state !== null) return observedStateOf(realmId, present);
        if (present !== undefined && present.fencingToken >= fencingToken) {
          throw new RuntimeError(
            'token_refused',
            `realm ${realmId} was started with fencing token ${present.fencingToken}, not ${fencingToken}`,
          );
        }
        if (maps !== undefined && !maps.includes(spec.map)) throw new RuntimeError('unknown_map', `no map ${spec.map}`);
        if (spec.hasRun === true && present === undefined && !place.folders.has(realmId)) {
          throw new RuntimeError('world_missing', `realm ${realmId} has run before, and has no world`);
        }
        const state = firstState(spec.realmId, fencingToken, spec.settings.slots);
        const realm: FakeRealm = {
          spec: structuredClone(spec),
          fencingToken,
          startedAt: Date.now(),
          silentSince: null,
          state,
          exit: null,
          commands: present?.commands ?? [],
          loginCodes: new Map(),
        };
        place.realms.set(realmId, realm);
        publish(realmId, realm);
        setImmediate(() => becomeReady(realmId));
        return observedStateOf(realmId, realm);
      });
    },
    apply: (realmId, settings) =>
      call('apply', realmId, (): SettingsResult => {
        const realm = running(realmId);
        Object.assign(realm.spec.settings, settings);
        if (settings.slots !== undefined) emitState(realmId, { slots: settings.slots });
        return settingsResult(kernels.sandbox, settings);
      }),
    command: (realmId, command, by = null) =>
      call('command', realmId, () => {
        const realm = running(realmId);
        if (realm.state.phase === 'STARTING') throw new RuntimeError('not_running', `realm ${realmId} is starting`);
        if (command.length > 256 || /[\u0000-\u001f\u007f]/.test(command)) {
          throw new RuntimeError('command_refused', 'a command has at most 256 characters and no control character');
        }
        realm.commands.push(command);
        if (realm.commands.length > 1000) realm.commands.shift();
        emitConsole(realmId, by === null ? `> ${command}` : `> ${by}: ${command}`);
        emitConsole(realmId, `Done: ${command}`);
      }),
    commands: (realmId) =>
      call('commands', realmId, () => {
        running(realmId);
        return [
          { name: 'say', usage: '<words>' },
          { name: 'kick', usage: '<player> [words]' },
        ];
      }),
    console: (realmId, signal) => consoleOf(realmId).follow(AbortSignal.any([signal, closed.signal])),
    loginCode: (realmId, code) =>
      call('loginCode', realmId, () => {
        running(realmId).loginCodes.set(code.nickname.toLowerCase(), code);
      }),
    moveSpawn: (realmId, spawn) =>
      call('moveSpawn', realmId, () => {
        const { borderDiameter } = running(realmId).spec.settings;
        if (Math.max(Math.abs(spawn.x), Math.abs(spawn.z)) > borderDiameter / 2) {
          throw new RuntimeError('spawn_outside', 'the spawn point would be outside the border');
        }
        emitState(realmId, { spawn });
      }),
    stop: (realmId) => call('stop', realmId, () => stopIfRunning(realmId)),
    stopIfEmpty: (realmId) =>
      call('stopIfEmpty', realmId, () => {
        const state = place.realms.get(realmId)?.state;
        if (state && (state.phase === 'STARTING' || state.players.length > 0)) return false;
        stopIfRunning(realmId);
        return true;
      }),
    destroy: async (realmId) => {
      await call('destroy', realmId, () => {
        stopIfRunning(realmId);
        place.realms.delete(realmId);
        place.consoles.delete(realmId);
        place.held.delete(realmId);
      });
      await place.folders.remove(realmId);
    },
    prepare: async (realmId) => {
      await place.folders.folder(realmId);
    },
    files: (realmId) => fakeFiles(place, realmId),
    worlds: (realmId) => fakeWorlds(place, realmId),
    drawPicture: (middle, regions) => drawGiven({ ...middle, regions }),
    inspect: async (realmId) => {
      failIfTold('inspect');
      const realm = place.realms.get(realmId);
      return realm === undefined ? null : observedStateOf(realmId, realm);
    },
    list: async () => {
      failIfTold('list');
      return allObserved(place);
    },
    watch: (signal) => place.hub.watch(AbortSignal.any([signal, closed.signal]), allObserved(place)),
    close: async () => {
      await queue.idle();
      closed.abort(new Error('the runtime is closed'));
    },
    failNext: (method, error) => {
      failures.set(method, [...(failures.get(method) ?? []), error]);
    },
    hold: (realmId) => {
      place.held.add(realmId);
    },
    release: (realmId) => {
      place.held.delete(realmId);
      becomeReady(realmId);
    },
    crash: (realmId, { code = null, signal = null, tail = '', outOfRoom = false } = {}) =>
      end(realmId, { asked: false, code, signal, tail, outOfRoom }),
    setPlayers: (realmId, players) =>
      emitState(realmId, {
        players,
        visitors: players.map(({ nickname }, n) => ({
          name: nickname,
          nickname,
          address: `203.0.113.${(n % 250) + 1}`,
        })),
        worlds: worldsOf(players),
        ...((players.length > 0 || running(realmId).state.players.length > 0) && { lastPlayedAt: Date.now() }),
        emptySince: players.length > 0 ? null : (running(realmId).state.emptySince ?? Date.now()),
      }),
    emitState,
    setSilent,
    emitConsole,
  };
}

function allObserved(place: FakePlace): ObservedState[] {
  return [...place.realms].map(([realmId, realm]) => observedStateOf(realmId, realm));
}

function firstState(realmId: string, fencingToken: number, slots: number | null): RealmState {
  return {
    realmId,
    lease: fencingToken,
    phase: 'STARTING',
    startedAt: Date.now(),
    slots,
    players: [],
    visitors: [],
    orders: [],
    worlds: worldsOf([]),
    tps: null,
    emptySince: null,
    lastPlayedAt: null,
    spawn: { x: 0, y: 64, z: 0 },
    unmanagedSince: null,
    unsavedSince: null,
    usedCodes: [],
    resources: { cpu: 0, memoryBytes: 64 * 1024 * 1024 },
  };
}

function worldsOf(players: RealmPlayer[]): RealmState['worlds'] {
  const names = new Set(['overworld', ...players.map((player) => player.world)]);
  return [...names].map((name) => ({ name, players: players.filter((player) => player.world === name).length }));
}
