import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { RealmSpawn, RealmSpec } from '@realmkeep/realm-protocol';
import type { ObservedState, RealmRuntime } from './runtime.ts';

/** What a suite of a driver has to give to that of its worlds. */
export interface WorldsConformance {
  runtime: () => RealmRuntime;
  /** Another driver over the same place. */
  newDriver: () => Promise<RealmRuntime>;
  /** A realm that runs. */
  readyRealm: () => Promise<ObservedState>;
  /** Of a realm that is absent. */
  newSpec: () => RealmSpec;
}

const anything = { quota: { bytes: 1024 * 1024, files: 400 }, replaces: 'anything' } as const;
const graceMs = 20_000;

/** The behaviour of the worlds of every driver. */
export function testWorlds({ runtime, newDriver, readyRealm, newSpec }: WorldsConformance): void {
  async function write(realmId: string, words: string): Promise<void> {
    await runtime()
      .files(realmId)
      .write('world/words', Readable.from([Buffer.from(words)]), anything);
  }
  async function read(realmId: string, driver = runtime()): Promise<string> {
    return text((await driver.files(realmId).read('world/words')).content);
  }
  async function spawnOf(realmId: string, is: (spawn: RealmSpawn | null) => boolean): Promise<RealmSpawn | null> {
    for await (const { realmId: id, state } of runtime().watch(AbortSignal.timeout(graceMs))) {
      if (id === realmId && state && is(state.spawn)) return state.spawn;
    }
    return null;
  }
  /** A stopped realm whose world contains `old`, and an archive of it that contains `new`. */
  async function realmAndArchive(): Promise<{ realmId: string; spec: RealmSpec; archive: Buffer }> {
    const spec = newSpec();
    const { realmId } = spec;
    await runtime().ensure(spec, 5);
    await runtime().stop(realmId, graceMs);
    await write(realmId, 'new');
    const id = randomUUID();
    await runtime().worlds(realmId).copy(id, '{}');
    await write(realmId, 'old');
    const archive = await buffer(await runtime().worlds(realmId).pack(id));
    await runtime().worlds(realmId).drop(id);
    return { realmId, spec, archive };
  }

  test('a realm that is absent has no world', async () => {
    const copied = runtime().worlds(randomUUID()).copy(randomUUID(), '{}');
    await expect(copied).rejects.toMatchObject({ code: 'absent' });
  });

  test('a realm that has run before does not start from a new world', async () => {
    const spec = { ...newSpec(), hasRun: true };
    await expect(runtime().ensure(spec, 1)).rejects.toMatchObject({ name: 'RuntimeError', code: 'world_missing' });
    await runtime().ensure({ ...spec, hasRun: false }, 2);
    await runtime().stop(spec.realmId, graceMs);
    expect(await runtime().ensure(spec, 3)).toMatchObject({ fencingToken: 3, exit: null });
  });

  test('where players appear is moved within the border, and told', async () => {
    const { realmId } = await readyRealm();
    const spawn = { x: 12, y: 70, z: -8 };
    await runtime().moveSpawn(realmId, spawn);
    expect(await spawnOf(realmId, (at) => at?.x === spawn.x)).toEqual(spawn);
    const outside = runtime().moveSpawn(realmId, { ...spawn, x: 29_000_000 });
    await expect(outside).rejects.toMatchObject({ code: 'spawn_outside' });
    await runtime().stop(realmId, graceMs);
    await expect(runtime().moveSpawn(realmId, spawn)).rejects.toMatchObject({ code: 'not_running' });
  });

  test('the world of a running realm is copied, and it goes on', async () => {
    const { realmId } = await readyRealm();
    const worlds = runtime().worlds(realmId);
    const id = randomUUID();
    const copied = await worlds.copy(id, '{"gameMode":"CREATIVE"}');
    const archive = await buffer(await worlds.pack(id));
    await worlds.drop(id);
    const other = randomUUID();
    const unpacked = await worlds.unpack(other, Readable.from([archive]));
    const settings = '{"gameMode":"CREATIVE"}';
    expect(unpacked).toEqual({ files: copied.files + 1, bytes: copied.bytes + 23, settings });
    await worlds.drop(other);
    await worlds.drop(other);
    expect(await runtime().inspect(realmId)).toMatchObject({ phase: 'READY', fencingToken: 1 });
  });

  test('worlds are exchanged and put back, each once, by whichever driver', async () => {
    const { realmId, archive } = await realmAndArchive();
    const id = randomUUID();
    await runtime()
      .worlds(realmId)
      .unpack(id, Readable.from([archive]));
    expect(await read(realmId)).toBe('old');
    await runtime().worlds(realmId).exchange(id);
    expect(await read(realmId)).toBe('new');
    await runtime().worlds(realmId).exchange(id);
    expect(await read(realmId)).toBe('new');
    await runtime().close();
    const next = await newDriver();
    await next.worlds(realmId).putBack(id);
    expect(await read(realmId, next)).toBe('old');
    await next.worlds(realmId).putBack(id);
    expect(await read(realmId, next)).toBe('old');
    await next.worlds(realmId).drop(id);
    expect(await read(realmId, next)).toBe('old');
  });

  test('what belongs to a world beside it goes with it, and stays where the archive knows nothing of it', async () => {
    const { realmId } = newSpec();
    await runtime().ensure({ ...newSpec(), realmId }, 5);
    await runtime().stop(realmId, graceMs);
    const files = runtime().files(realmId);
    const worlds = runtime().worlds(realmId);
    const put = (path: string, words: string) => files.write(path, Readable.from([Buffer.from(words)]), anything);
    const see = async (path: string) => text((await files.read(path)).content);
    await write(realmId, 'new');
    await put('plugins/one.jar', 'one');
    await put('config/spigot.yml', 'new');
    await put('logs/latest.log', 'a line');
    const copy = randomUUID();
    await worlds.copy(copy, '{}');
    const archive = await buffer(await worlds.pack(copy));
    await worlds.drop(copy);

    await write(realmId, 'old');
    await put('plugins/two.jar', 'two');
    await put('config/spigot.yml', 'old');
    const id = randomUUID();
    await worlds.unpack(id, Readable.from([archive]));
    await worlds.exchange(id);
    await worlds.exchange(id);
    expect([await read(realmId), await see('config/spigot.yml'), await see('logs/latest.log')]).toEqual([
      'new',
      'new',
      'a line',
    ]);
    expect((await files.list('plugins')).map(({ name }) => name)).toEqual(['one.jar']);
    await worlds.putBack(id);
    await worlds.putBack(id);
    expect([await read(realmId), await see('config/spigot.yml')]).toEqual(['old', 'old']);
    expect((await files.list('plugins')).map(({ name }) => name).toSorted()).toEqual(['one.jar', 'two.jar']);
    await worlds.drop(id);
  });

  test('a realm starts with the world that it was given, with a fencing token above those of its own', async () => {
    const { realmId, spec, archive } = await realmAndArchive();
    const id = randomUUID();
    await runtime()
      .worlds(realmId)
      .unpack(id, Readable.from([archive]));
    await runtime().worlds(realmId).exchange(id);
    await expect(runtime().ensure(spec, 5)).rejects.toMatchObject({ code: 'token_refused' });
    await expect(runtime().ensure(spec, 6)).resolves.toMatchObject({ fencingToken: 6 });
    await runtime().worlds(realmId).drop(id);
    expect(await read(realmId)).toBe('new');
  });

  test('a realm that has never run begins with the world that it was given', async () => {
    const { archive } = await realmAndArchive();
    const spec = newSpec();
    const { realmId } = spec;
    // After a kill it is called again.
    for (let time = 0; time < 2; time += 1) await runtime().prepare(realmId, spec.number);
    expect(await runtime().inspect(realmId)).toBeNull();
    const id = randomUUID();
    const worlds = runtime().worlds(realmId);
    await worlds.unpack(id, Readable.from([archive]));
    for (let time = 0; time < 2; time += 1) await worlds.exchange(id);
    await worlds.drop(id);
    await runtime().ensure(spec, 7);
    expect(await read(realmId)).toBe('new');
    const other = newSpec();
    await runtime().prepare(other.realmId, other.number);
    await runtime().destroy(other.realmId);
    await expect(runtime().worlds(other.realmId).drop(id)).rejects.toMatchObject({ code: 'absent' });
  });

  test('a realm begins anew in an empty world, and has its own again when that is put back', async () => {
    const { realmId, spec } = await realmAndArchive();
    const id = randomUUID();
    const worlds = runtime().worlds(realmId);
    for (let time = 0; time < 2; time += 1) await worlds.makeEmpty(id);
    for (let time = 0; time < 2; time += 1) await worlds.exchange(id);
    await expect(read(realmId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(runtime().ensure({ ...spec, hasRun: true }, 5)).rejects.toMatchObject({ code: 'token_refused' });
    await runtime().ensure({ ...spec, hasRun: true }, 6);
    await runtime().stop(realmId, graceMs);
    await worlds.putBack(id);
    await worlds.drop(id);
    expect(await read(realmId)).toBe('old');
  });

  test('no world of a running realm is exchanged', async () => {
    const { realmId } = await readyRealm();
    const id = randomUUID();
    const worlds = runtime().worlds(realmId);
    await worlds.copy(id, '{}');
    const archive = await buffer(await worlds.pack(id));
    await worlds.unpack(id, Readable.from([archive]));
    await expect(worlds.exchange(id)).rejects.toMatchObject({ code: 'realm_running' });
    await expect(worlds.putBack(id)).rejects.toMatchObject({ code: 'realm_running' });
  });

  test('an archive that is not as it was made is refused', async () => {
    const { realmId, archive } = await realmAndArchive();
    const worlds = runtime().worlds(realmId);
    const cut = archive.subarray(0, Math.floor(archive.length / 2));
    await expect(worlds.unpack(randomUUID(), Readable.from([cut]))).rejects.toBeInstanceOf(Error);
    expect(await read(realmId)).toBe('old');
  });
}
