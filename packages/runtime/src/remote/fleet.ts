import { setTimeout as sleep } from 'node:timers/promises';
import { FilesError } from '../files.ts';
import type { OpenRegion } from '../land.ts';
import { NoticeHub } from '../notice-hub.ts';
import { RealmQueue } from '../realm-queue.ts';
import {
  type Kernels,
  noWalls,
  type ObservedState,
  type RealmRuntime,
  type RealmWalls,
  RuntimeError,
  isRuntimeError,
} from '../runtime.ts';
import type { HostConnection } from './host-connection.ts';
import { RemoteHost, type RemoteHostOptions } from './remote-host.ts';
import { remoteFiles } from './remote-files.ts';
import type { HostCapacity } from './remote-messages.ts';
import { remoteWorlds } from './remote-worlds.ts';

export type { HostAddress } from './host-connection.ts';
export { deriveHostKey, writeHostKey } from './host-key.ts';
export type { HostCapacity } from './remote-messages.ts';
export { javaPath } from './remote-paths.ts';

/** Which host has a realm: decided once, for everybody who asks. */
export interface Placement {
  /** Null: none has it yet. */
  hostOf(realmId: string): Promise<string | null>;
  /** The same of many, by their ids; those that have none are left out. */
  hostsOf(realmIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The host that has the realm from now on, if none had it. @throws RuntimeError unreachable where none is heard that could */
  place(realmId: string): Promise<string>;
}

export interface FleetHost extends Pick<RemoteHostOptions, 'address' | 'key' | 'game'> {
  id: string;
}

interface FleetOptions extends Pick<RemoteHostOptions, 'kernels' | 'silenceMs'> {
  placement: Placement;
  /** The folder of the doors to realms' databases on this machine, where realms of hosts are led to. */
  databaseDoors?: string;
  /** Called with the reason when a host is lost, and with null when it is back. */
  onContact?: (hostId: string, error: unknown) => void;
}

/** When it is looked again whether a realm has a host by now. */
const placedPauseMs = 1000;

/** Realms on many hosts: the port RealmRuntime, where each realm is on the host that its placement names. */
export class Fleet implements RealmRuntime {
  readonly driver = 'remote';
  readonly kernels: Kernels;
  readonly #options: FleetOptions;
  readonly #hosts = new Map<string, { given: FleetHost; host: RemoteHost }>();
  /** Each is called with every new host. */
  readonly #watches = new Set<(id: string, host: RemoteHost) => void>();
  readonly #queue = new RealmQueue();
  readonly #closing = new AbortController();

  constructor(options: FleetOptions) {
    this.kernels = options.kernels;
    this.#options = options;
  }

  /** The hosts that there are from now on. */
  async setHosts(given: readonly FleetHost[]): Promise<void> {
    const leaving = [...this.#hosts].filter(([id, { given: known }]) => !given.some((one) => isSame(one, known, id)));
    for (const [id] of leaving) this.#hosts.delete(id);
    for (const one of given) {
      if (this.#hosts.has(one.id)) continue;
      const { kernels, silenceMs, onContact, placement, databaseDoors } = this.#options;
      const host = new RemoteHost({
        ...one,
        kernels,
        ...(silenceMs !== undefined && { silenceMs }),
        onContact: (error) => onContact?.(one.id, error),
      });
      this.#hosts.set(one.id, { given: one, host });
      for (const follow of this.#watches) follow(one.id, host);
      if (databaseDoors !== undefined)
        host.leadToDatabases(databaseDoors, async (realmId) => (await placement.hostOf(realmId)) === one.id);
    }
    await Promise.all(leaving.map(([, { host }]) => host.close()));
  }

  /** Whether there is such a host, and it is not lost. */
  isHeard(hostId: string): boolean {
    return this.#hosts.get(hostId)?.host.lostSince === null;
  }

  /** What the hosts have that can be reached, by their ids. */
  async capacities(): Promise<Map<string, HostCapacity>> {
    return new Map(await this.#ofAll((host) => host.capacity()));
  }

  /** The weakest of what the hosts say that can be reached. */
  async enforcement(): ReturnType<RealmRuntime['enforcement']> {
    const all = (await this.#ofAll((host) => host.enforcement())).map(([, one]) => one);
    const [first] = all;
    if (first === undefined) {
      const walls = { ...noWalls, why: 'no host can be reached' };
      return {
        memory: 'none',
        cpu: 'none',
        processes: 'none',
        disk: 'counted',
        ownUser: false,
        walls,
        wayOut: walls.why,
      };
    }
    const weakest = <N extends 'memory' | 'cpu' | 'processes'>(name: N) =>
      all.find((one) => one[name] === 'none')?.[name] ?? first[name];
    const stands = (name: Exclude<keyof RealmWalls, 'why'>): boolean => all.every(({ walls }) => walls[name]);
    return {
      memory: weakest('memory'),
      cpu: weakest('cpu'),
      processes: weakest('processes'),
      disk: all.every(({ disk }) => disk === 'quota') ? 'quota' : 'counted',
      ownUser: all.every(({ ownUser }) => ownUser),
      walls: {
        network: stands('network'),
        processes: stands('processes'),
        files: stands('files'),
        calls: stands('calls'),
        why: all.find(({ walls }) => walls.why !== null)?.walls.why ?? null,
      },
      wayOut: all.find(({ wayOut }) => wayOut !== null)?.wayOut ?? null,
    };
  }

  ensure: RealmRuntime['ensure'] = (spec, fencingToken) =>
    this.#inTurn(spec.realmId, async () => (await this.#place(spec.realmId)).ensure(spec, fencingToken));
  prepare: RealmRuntime['prepare'] = (realmId, number) =>
    this.#inTurn(realmId, async () => (await this.#place(realmId)).prepare(realmId, number));
  apply: RealmRuntime['apply'] = (realmId, settings) =>
    this.#inTurn(realmId, async () => (await this.#running(realmId)).apply(realmId, settings));
  command: RealmRuntime['command'] = (realmId, command, by) =>
    this.#inTurn(realmId, async () => (await this.#running(realmId)).command(realmId, command, by));
  commands: RealmRuntime['commands'] = (realmId) =>
    this.#inTurn(realmId, async () => (await this.#running(realmId)).commands(realmId));
  loginCode: RealmRuntime['loginCode'] = (realmId, code) =>
    this.#inTurn(realmId, async () => (await this.#running(realmId)).loginCode(realmId, code));
  moveSpawn: RealmRuntime['moveSpawn'] = (realmId, spawn) =>
    this.#inTurn(realmId, async () => (await this.#running(realmId)).moveSpawn(realmId, spawn));
  stop: RealmRuntime['stop'] = (realmId, graceMs) =>
    this.#inTurn(realmId, async () => (await this.#of(realmId))?.stop(realmId, graceMs));
  stopIfEmpty: RealmRuntime['stopIfEmpty'] = (realmId) =>
    this.#inTurn(realmId, async () => (await this.#of(realmId))?.stopIfEmpty(realmId) ?? true);
  destroy: RealmRuntime['destroy'] = (realmId) =>
    this.#inTurn(realmId, async () => (await this.#of(realmId))?.destroy(realmId));
  inspect: RealmRuntime['inspect'] = async (realmId) => (await this.#of(realmId))?.inspect(realmId) ?? null;

  async *console(realmId: string, signal: AbortSignal): ReturnType<RealmRuntime['console']> {
    const either = AbortSignal.any([signal, this.#closing.signal]);
    let host = await this.#of(realmId);
    if (host === null) yield [];
    while (host === null && !either.aborted) {
      await sleep(placedPauseMs, undefined, { signal: either }).catch(() => undefined);
      host = await this.#of(realmId);
    }
    if (host !== null) yield* host.console(realmId, either);
  }

  files(realmId: string): ReturnType<RealmRuntime['files']> {
    return remoteFiles(realmId, () => this.#contact(realmId));
  }

  worlds(realmId: string): ReturnType<RealmRuntime['worlds']> {
    return remoteWorlds(realmId, () => this.#contact(realmId));
  }

  drawPicture(middle: { x: number; z: number }, regions: readonly OpenRegion[]): Promise<Buffer> {
    const heard = [...this.#hosts.values()].find(({ host }) => host.lostSince === null);
    if (heard === undefined) throw new RuntimeError('unreachable', 'no host can be reached');
    return heard.host.drawPicture(middle, regions);
  }

  /** Of the hosts that can be reached, each trusted only about its own realms. */
  async list(): Promise<ObservedState[]> {
    const told = await this.#ofAll((host) => host.list());
    const ids = told.flatMap(([, all]) => all.map(({ realmId }) => realmId));
    const hosts = await this.#options.placement.hostsOf(ids);
    return told.flatMap(([id, all]) => all.filter(({ realmId }) => hosts.get(realmId) === id));
  }

  watch(signal: AbortSignal): AsyncIterable<ObservedState> {
    const hub = new NoticeHub();
    const ended = AbortSignal.any([signal, this.#closing.signal]);
    const notices = hub.watch(ended, []);
    const follow = (id: string, host: RemoteHost): void => {
      void (async () => {
        for await (const observed of host.watch(ended))
          if (await this.#isAt(id, observed.realmId, ended)) hub.publish(observed);
      })();
    };
    for (const [id, { host }] of this.#hosts) follow(id, host);
    this.#watches.add(follow);
    ended.addEventListener('abort', () => this.#watches.delete(follow), { once: true });
    return notices;
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the runtime is closed'));
    await Promise.all([...this.#hosts.values()].map(({ host }) => host.close()));
    await this.#queue.idle();
  }

  /** What a host carries out in its order is sent in it. */
  #inTurn<T>(realmId: string, task: () => Promise<T>): Promise<T> {
    return this.#queue.run(realmId, task);
  }

  async #ofAll<T>(ask: (host: RemoteHost) => Promise<T>): Promise<[string, T][]> {
    this.#closing.signal.throwIfAborted();
    const answers = [...this.#hosts].map(([id, { host }]) =>
      ask(host).then(
        (answer): [string, T][] => [[id, answer]],
        (error: unknown) => {
          this.#closing.signal.throwIfAborted();
          // One that answers what nobody understands, or not at all, must not keep the others' realms from being known.
          if (!isRuntimeError(error, 'unreachable')) this.#options.onContact?.(id, error);
          return [];
        },
      ),
    );
    return (await Promise.all(answers)).flat();
  }

  /** Null: no host has it. @throws RuntimeError unreachable when its host is none of these */
  async #of(realmId: string): Promise<RemoteHost | null> {
    this.#closing.signal.throwIfAborted();
    const id = await this.#options.placement.hostOf(realmId);
    return id === null ? null : this.#known(id);
  }

  /** Whether the realm is the host's, asked until there is an answer: a host is trusted only about its own. */
  async #isAt(id: string, realmId: string, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      try {
        return (await this.#options.placement.hostOf(realmId)) === id;
      } catch {
        await sleep(placedPauseMs, undefined, { signal }).catch(() => undefined);
      }
    }
    return false;
  }

  async #place(realmId: string): Promise<RemoteHost> {
    return (await this.#of(realmId)) ?? this.#known(await this.#options.placement.place(realmId));
  }

  async #running(realmId: string): Promise<RemoteHost> {
    const host = await this.#of(realmId);
    if (host === null) throw new RuntimeError('not_running', `realm ${realmId} does not run`);
    return host;
  }

  async #contact(realmId: string): Promise<HostConnection> {
    const host = await this.#of(realmId);
    if (host === null) throw new FilesError('absent');
    return host.contact();
  }

  #known(id: string): RemoteHost {
    const host = this.#hosts.get(id)?.host;
    if (host === undefined) throw new RuntimeError('unreachable', `host ${id} is not known`);
    return host;
  }
}

function isSame(one: FleetHost, other: FleetHost, id: string): boolean {
  const { address, game } = one;
  return (
    one.id === id && JSON.stringify({ address, game }) === JSON.stringify({ address: other.address, game: other.game })
  );
}
