import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { queryObjects } from 'node:v8';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectionsOfRealm, DatabaseDoors } from '../src/remote/database-doors.ts';
import { doorSocket } from '../src/remote/remote-calls.ts';
import { type FakeHost, fleetOf, inTurns, startFakeHost } from './remote-place.ts';
import { testSpec } from './test-spec.ts';

/** The folder of the relays' sockets. */
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-doors-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Connects to the relay of a realm on the host. `said` is what the database answers, or empty when the connection is refused. */
function comesTo(host: FakeHost, realmId: string): { socket: Socket; said: Promise<string> } {
  const socket = connect(join(host.doorsFolder, realmId, doorSocket));
  socket.on('error', () => undefined);
  return { socket, said: text(socket).catch(() => '') };
}

test('each host’s realms alone are led to their databases, and each connection by one api', async () => {
  await using host = await startFakeHost();
  await using deceiver = await startFakeHost();
  const hosts = [host, deceiver];
  const [victim, its] = [testSpec().realmId, testSpec().realmId];
  const placement = inTurns(hosts);
  for (const [realmId, { id }] of [
    [victim, host],
    [its, deceiver],
  ] as const)
    placement.placed.set(realmId, id);
  const served: string[] = [];
  await using databases = new AsyncDisposableStack();
  for (const realmId of [victim, its]) {
    await mkdir(join(folder, realmId));
    const server = createServer((socket) => socket.end(`${served.push(realmId)}`)).listen(
      join(folder, realmId, doorSocket),
    );
    databases.use(server);
    await once(server, 'listening');
  }
  const apis = await Promise.all([1, 2].map(() => fleetOf(hosts, placement, folder)));
  for (const api of apis) databases.defer(() => api.close());
  for (const realmId of [victim, its]) await deceiver.doors.open(realmId, 1);
  await host.doors.open(victim, 1);

  const deceived = comesTo(deceiver, victim);
  // These came later than the deceiving one and are answered, so that one has been ignored.
  for (let n = 1; n <= 5; n++) expect(await comesTo(deceiver, its).said).toBe(String(n));
  expect(await comesTo(host, victim).said).toBe('6');
  expect(served).toEqual([its, its, its, its, its, victim]);
  // A fault of the host does not end an api: the test runs in the process of both.
  const asked = Promise.withResolvers<void>();
  let asking = apis.length;
  deceiver.doors.take = () => {
    asking -= 1;
    if (asking === 0) asked.resolve();
    throw new Error('a fault of the host');
  };
  const left = comesTo(deceiver, its);
  await asked.promise;
  Reflect.deleteProperty(deceiver.doors, 'take');
  expect(await comesTo(deceiver, its).said).toBe('7');
  left.socket.destroy();
  await left.said;
  deceived.socket.destroy();
  await deceived.said;
  for (const realmId of [victim, its]) await deceiver.doors.remove(realmId);
  await host.doors.remove(victim);
});

test('as many of a realm are led after any number whose turn came while others left', async () => {
  await using host = await startFakeHost();
  const { realmId } = testSpec();
  const placement = inTurns([host]);
  placement.placed.set(realmId, host.id);
  let [asked, looked] = [Promise.withResolvers<void>(), Promise.resolve()];
  placement.hostOf = async (id) => {
    asked.resolve();
    await looked;
    return placement.placed.get(id) ?? null;
  };
  await mkdir(join(folder, realmId));
  await using database = createServer((socket) => socket.on('error', () => undefined).write('.'));
  database.listen(join(folder, realmId, doorSocket));
  await once(database, 'listening');
  const fleet = await fleetOf([host], placement, folder);
  await using _fleet = { [Symbol.asyncDispose]: () => fleet.close() };
  await host.doors.open(realmId, 1);

  const comes = async (): Promise<{ leave: () => Promise<unknown> }> => {
    const led = once(database, 'connection') as Promise<[Socket]>;
    const socket = connect(join(host.doorsFolder, realmId, doorSocket)).resume();
    const [there] = await led;
    return {
      leave: () => {
        const left = once(there.resume(), 'close');
        socket.destroy();
        return left;
      },
    };
  };
  for (let n = 0; n < connectionsOfRealm; n += 1) {
    const one = await comes();
    const gate = Promise.withResolvers<void>();
    [asked, looked] = [Promise.withResolvers<void>(), gate.promise];
    const other = comes();
    await asked.promise;
    await one.leave();
    gate.resolve();
    await (await other).leave();
  }
  const there: Awaited<ReturnType<typeof comes>>[] = [];
  for (let n = 0; n < connectionsOfRealm; n += 1) there.push(await comes());
  expect(there).toHaveLength(connectionsOfRealm);
  for (const { leave } of there) await leave();
  await host.doors.remove(realmId);
});

test('of whom another api has taken nothing stays behind for one that does not read, which is told of who waits', async () => {
  const { realmId } = testSpec();
  const doors = new DatabaseDoors(folder);
  await doors.open(realmId, 1);
  const watching = new AbortController();
  const [slow, fast] = [doors.watch(watching.signal), doors.watch(watching.signal)];
  const comes = async () => {
    const socket = connect(join(folder, realmId, doorSocket));
    return { socket, connection: (await fast.next()).value?.connection ?? '' };
  };
  const begun = slow.next();
  const first = await comes();
  expect(await begun).toMatchObject({ value: { realmId, connection: first.connection } });
  const before = queryObjects(Object, { format: 'count' });
  // Fewer than a realm may make in a minute.
  const times = 400;
  for (let n = 0; n < times; n += 1) {
    const { socket, connection } = await comes();
    doors.take(realmId, connection)?.destroy();
    await once(socket, 'close');
  }
  expect(queryObjects(Object, { format: 'count' }) - before).toBeLessThan(times / 2);
  const last = await comes();
  expect(await slow.next()).toMatchObject({ value: { realmId, connection: last.connection } });
  for (const { socket, connection } of [first, last]) {
    doors.take(realmId, connection)?.destroy();
    socket.destroy();
  }
  watching.abort();
  for (const lines of [slow, fast]) await lines.return(undefined);
  await doors.remove(realmId);
});

test('a door that cannot be opened keeps no other shut, and is opened as soon as it can be', async () => {
  await using host = await startFakeHost();
  const [one, other] = [testSpec(), testSpec()];
  const inTheWay = join(folder, one.realmId, doorSocket, 'anything');
  for (const path of [inTheWay, join(folder, other.realmId)]) await mkdir(path, { recursive: true });
  const doors = new DatabaseDoors(folder);
  const ending = new AbortController();
  const fault = Promise.withResolvers<unknown>();
  const following = doors.follow(host.runtime, ending.signal, fault.resolve);
  await host.runtime.ensure(one, 1);
  expect(await Promise.race([fault.promise, following])).toMatchObject({ code: 'ERR_FS_EISDIR' });
  const isOpen = ({ realmId }: { realmId: string }) => existsSync(join(folder, realmId, doorSocket));
  await host.runtime.ensure(other, 1);
  await expect.poll(() => isOpen(other)).toBe(true);

  await rm(join(folder, one.realmId, doorSocket), { recursive: true });
  host.runtime.emitState(one.realmId, { tps: 19 });
  await expect.poll(() => isOpen(one)).toBe(true);
  ending.abort();
  await following;
  for (const { realmId } of [one, other]) await doors.remove(realmId);
});
