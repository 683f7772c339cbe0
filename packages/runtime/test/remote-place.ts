import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakePlace, type FakePlace } from '../src/fake/fake-place.ts';
import { createFakeRuntime, type FakeRuntime, liveKernels } from '../src/fake/fake-runtime.ts';
import { Fleet, type FleetHost, type Placement } from '../src/remote/fleet.ts';
import { DatabaseDoors } from '../src/remote/database-doors.ts';
import { deriveHostKey, type HostKey } from '../src/remote/host-key.ts';
import { JarStore } from '../src/remote/jar-store.ts';
import { type HostServer, listenHost } from '../src/remote/listen-host.ts';
import { serveRuntime } from '../src/remote/serve-runtime.ts';
import type { RealmRuntime } from '../src/runtime.ts';

export const silenceMs = 3000;

/** A host with the fake driver. */
export interface FakeHost extends AsyncDisposable {
  id: string;
  key: HostKey;
  place: FakePlace;
  runtime: FakeRuntime;
  server: HostServer;
  doors: DatabaseDoors;
  /** The folder of the database relays' sockets. */
  doorsFolder: string;
  faults: unknown[];
  /** The host as a fleet knows it. */
  given: FleetHost;
  /** Serves again on the same port. */
  serve(): Promise<void>;
}

export async function startFakeHost(id: string = crypto.randomUUID(), socket = false): Promise<FakeHost> {
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-host-'));
  const key = deriveHostKey('the installation’s key', id);
  const place = createFakePlace();
  const runtime = createFakeRuntime({ place, maps: ['plains'] });
  const faults: unknown[] = [];
  const doorsFolder = join(folder, 'doors');
  const doors = new DatabaseDoors(doorsFolder);
  const listener = serveRuntime(
    key,
    {
      runtime,
      capacity: async () => ({ memoryMiB: 4096, java: [17, 21] }),
      java: async (major) => (major <= 21 ? '/usr/bin/true' : null),
      jars: new JarStore(join(folder, 'jars')),
      doors,
    },
    (error) => faults.push(error),
  );
  const at = (port: number) => (socket ? { path: join(folder, 'host.sock') } : { host: '127.0.0.1', port });
  const server = await listenHost(at(0), key, listener);
  const host: FakeHost = {
    id,
    key,
    place,
    runtime,
    server,
    doors,
    doorsFolder,
    faults,
    given: { id, key, address: at(server.port), game: socket ? null : { host: '127.0.0.1', port: 25_565 } },
    serve: async () => {
      host.server = await listenHost(host.given.address, key, listener);
    },
    [Symbol.asyncDispose]: async () => {
      await host.server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return host;
}

/** A placement in memory that uses the given hosts in turn. */
export function inTurns(hosts: readonly { id: string }[]): Placement & { placed: Map<string, string> } {
  const placed = new Map<string, string>();
  return {
    placed,
    hostOf: async (realmId) => placed.get(realmId) ?? null,
    hostsOf: async () => placed,
    place: async (realmId) => {
      const id = placed.get(realmId) ?? hosts[placed.size % hosts.length]?.id ?? '';
      placed.set(realmId, id);
      return id;
    },
  };
}

export async function fleetOf(
  hosts: readonly FakeHost[],
  placement: Placement = inTurns(hosts),
  databaseDoors?: string,
): Promise<Fleet> {
  const fleet = new Fleet({ kernels: liveKernels, placement, silenceMs, ...(databaseDoors && { databaseDoors }) });
  await fleet.setHosts(hosts.map(({ given }) => given));
  return fleet;
}

/** The first notice that meets the condition. */
export async function firstNotice(
  runtime: RealmRuntime,
  condition: (notice: Awaited<ReturnType<RealmRuntime['list']>>[number]) => boolean,
): Promise<Awaited<ReturnType<RealmRuntime['list']>>[number]> {
  for await (const notice of runtime.watch(AbortSignal.timeout(20_000))) if (condition(notice)) return notice;
  throw new Error('not told in time');
}
