import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ConsoleLine, type LoginCode, plainSettings, type RealmSpec } from '@realmkeep/realm-protocol';
import { testFiles, testFilesOfRunningRealm } from './files-conformance.ts';
import { testWorlds } from './worlds-conformance.ts';
import type { ObservedState, RealmRuntime } from './runtime.ts';
import { consoleUntil, find, keptConsole, reaches, stateOf, withinMs } from './wait-conformance.ts';

/** A place for realms that a driver's test sets up, and what the suite must know about it. */
export interface ConformancePlace extends AsyncDisposable {
  /** A new driver over the place; the suite closes it. */
  driver(): Promise<RealmRuntime>;
  /** Ends the realm's process without its consent, as kill -9 does. */
  kill(realmId: string): Promise<void>;
  map: string;
  /** A name that no map has. */
  unknownMap: string;
  /** A command that makes the realm print its last word in a console line. */
  sayCommand: string;
}

const graceMs = 20_000;

/** The behaviour of every driver of the port RealmRuntime. */
export function describeRuntime(name: string, make: () => Promise<ConformancePlace>): void {
  let place: ConformancePlace;
  let runtime: RealmRuntime;
  let drivers: RealmRuntime[];
  let numbers: number;

  async function newDriver(): Promise<RealmRuntime> {
    const driver = await place.driver();
    drivers.push(driver);
    return driver;
  }

  function newSpec(change: Partial<RealmSpec> = {}): RealmSpec {
    numbers += 1;
    return {
      realmId: crypto.randomUUID(),
      number: numbers,
      kernel: 'sandbox',
      map: place.map,
      settings: plainSettings,
      limits: { memoryMiB: 512, cores: 1, processes: 64 },
      ...change,
    };
  }

  /** A realm that players can join. */
  async function readyRealm(fencingToken = 1): Promise<ObservedState> {
    const spec = newSpec();
    await runtime.ensure(spec, fencingToken);
    return reaches(runtime, spec.realmId, 'READY');
  }

  async function begin(): Promise<void> {
    drivers = [];
    numbers = 0;
    place = await make();
    runtime = await newDriver();
  }

  async function end(): Promise<void> {
    const last = await newDriver();
    for (const { realmId } of await last.list()) await last.destroy(realmId);
    for (const driver of drivers) await driver.close();
    await place[Symbol.asyncDispose]();
  }

  describe(`${name}: the runtime port`, () => {
    beforeEach(begin);
    afterEach(end);

    testFiles({ runtime: () => runtime, readyRealm });
    testWorlds({ runtime: () => runtime, newDriver, readyRealm, newSpec });

    test('a realm is absent, starts, is ready, stops, starts again and is destroyed', async () => {
      const spec = newSpec();
      const { realmId } = spec;
      expect(await runtime.inspect(realmId)).toBeNull();

      const before = Date.now();
      const started = await runtime.ensure(spec, 1);
      expect(started).toMatchObject({ realmId, fencingToken: 1, exit: null, state: { realmId, slots: 2 } });
      expect(['STARTING', 'READY']).toContain(started.phase);
      expect(started.startedAt).toBeGreaterThanOrEqual(before);
      expect(started.startedAt).toBeLessThanOrEqual(Date.now());
      expect(started.silentSince).toBeNull();

      const ready = await reaches(runtime, realmId, 'READY');
      expect(ready.endpoint).toMatchObject({ proxyProtocol: true });
      expect(await runtime.list()).toEqual([expect.objectContaining({ realmId, phase: 'READY' })]);

      await runtime.stop(realmId, graceMs);
      const stopped = await runtime.inspect(realmId);
      expect(stopped).toMatchObject({
        realmId,
        fencingToken: 1,
        phase: 'EXITED',
        startedAt: null,
        silentSince: null,
        state: null,
      });
      expect(stopped?.endpoint).toBeNull();
      expect(stopped?.exit).toMatchObject({ asked: true, code: 0, signal: null });

      expect(await runtime.ensure(spec, 2)).toMatchObject({ fencingToken: 2, exit: null });
      expect((await reaches(runtime, realmId, 'READY')).fencingToken).toBe(2);

      await runtime.destroy(realmId);
      expect(await runtime.inspect(realmId)).toBeNull();
      expect(await runtime.list()).toEqual([]);
    });

    test('what is done already is done again without effect', async () => {
      const { realmId, state } = await readyRealm();
      const again = await runtime.ensure(newSpec({ realmId }), 2);
      expect(again).toMatchObject({ fencingToken: 1, state: { startedAt: state?.startedAt } });

      await runtime.stop(realmId, graceMs);
      const exit = (await runtime.inspect(realmId))?.exit;
      await runtime.stop(realmId, graceMs);
      expect((await runtime.inspect(realmId))?.exit).toEqual(exit);

      await runtime.destroy(realmId);
      await runtime.destroy(realmId);
      await runtime.stop(realmId, graceMs);
      expect(await runtime.inspect(realmId)).toBeNull();
    });

    test('of many starts of one realm at once, by two drivers, one happens, and the watch of a third tells of it', async () => {
      const spec = newSpec();
      const [other, third] = [await newDriver(), await newDriver()];
      const told = reaches(third, spec.realmId, 'READY');
      const all = await Promise.all(
        Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? runtime : other).ensure(spec, index + 1)),
      );
      const [first] = all;
      expect(new Set(all.map((observed) => observed.state?.startedAt))).toEqual(new Set([first?.state?.startedAt]));
      expect(new Set(all.map((observed) => observed.fencingToken))).toEqual(new Set([first?.fencingToken]));
      expect(await told).toMatchObject({ fencingToken: first?.fencingToken });
    });

    test('calls for one realm are carried out in their order', async () => {
      const spec = newSpec();
      const { realmId } = spec;
      const ended: string[] = [];
      const note = async (what: string, call: Promise<unknown>): Promise<void> => {
        await call;
        ended.push(what);
      };
      await Promise.all([
        note('start', runtime.ensure(spec, 1)),
        note('stop', runtime.stop(realmId, graceMs)),
        note('start again', runtime.ensure(spec, 2)),
        note('destroy', runtime.destroy(realmId)),
      ]);
      expect(ended).toEqual(['start', 'stop', 'start again', 'destroy']);
      expect(await runtime.inspect(realmId)).toBeNull();
    });

    test('a fencing token that is not the largest is refused, and the realm stays as it was', async () => {
      const spec = newSpec();
      await runtime.ensure(spec, 5);
      await runtime.stop(spec.realmId, graceMs);
      const before = await runtime.inspect(spec.realmId);
      await expect(runtime.ensure(spec, 4)).rejects.toMatchObject({ name: 'RuntimeError', code: 'token_refused' });
      await expect(runtime.ensure(spec, 5)).rejects.toMatchObject({ code: 'token_refused' });
      expect(await runtime.inspect(spec.realmId)).toEqual(before);
      expect(await runtime.ensure(spec, 6)).toMatchObject({ fencingToken: 6 });
    });

    test('an unknown map is refused, and the same realm starts with a known one', async () => {
      const spec = newSpec({ map: place.unknownMap });
      await expect(runtime.ensure(spec, 1)).rejects.toMatchObject({ name: 'RuntimeError', code: 'unknown_map' });
      expect(await runtime.ensure({ ...spec, map: place.map }, 2)).toMatchObject({ fencingToken: 2, exit: null });
    });

    test('a realm outlives its driver, and the next finds it as it is', async () => {
      const ready = await readyRealm();
      await runtime.close();
      const next = await newDriver();
      const found = await reaches(next, ready.realmId, 'READY');
      const state = { startedAt: ready.state?.startedAt };
      expect(found).toMatchObject({ fencingToken: 1, startedAt: ready.startedAt, endpoint: ready.endpoint, state });
      expect(await next.list()).toHaveLength(1);
      const adopted = await next.ensure(newSpec({ realmId: ready.realmId }), 2);
      expect(adopted).toMatchObject({ fencingToken: 1, state });

      await next.stop(ready.realmId, graceMs);
      expect(await next.inspect(ready.realmId)).toMatchObject({ phase: 'EXITED', exit: { asked: true } });
    });

    test('a kill of the realm is told, and it can be started again', async () => {
      const { realmId } = await readyRealm();
      const told = reaches(runtime, realmId, 'EXITED');
      await place.kill(realmId);
      expect((await told).exit).toMatchObject({ asked: false, code: null, signal: 'SIGKILL' });
      expect(await runtime.inspect(realmId)).toMatchObject({ phase: 'EXITED', endpoint: null, state: null });
      await runtime.ensure(newSpec({ realmId }), 2);
      expect(await reaches(runtime, realmId, 'READY')).toMatchObject({ fencingToken: 2, exit: null });
    });

    test('a driver tells the end of a realm that it has adopted', async () => {
      const { realmId } = await readyRealm();
      await runtime.close();
      const next = await newDriver();
      const told = reaches(next, realmId, 'EXITED');
      await place.kill(realmId);
      expect((await told).exit).toMatchObject({ asked: false });
    });

    test('a driver finds how realms have ended without one', async () => {
      const { realmId: killed } = await readyRealm();
      const { realmId: stopped } = await readyRealm();
      await runtime.stop(stopped, graceMs);
      await runtime.close();
      await place.kill(killed);
      const next = await newDriver();
      // A node may report an end seconds late.
      expect(await reaches(next, killed, 'EXITED')).toMatchObject({ fencingToken: 1, exit: { asked: false } });
      expect(await next.inspect(stopped)).toMatchObject({ phase: 'EXITED', fencingToken: 1, exit: { asked: true } });
    });

    test('watching begins with the observed state of every realm and ends with its signal', async () => {
      const running = await readyRealm();
      const stopped = await readyRealm();
      await runtime.stop(stopped.realmId, graceMs);
      const signal = new AbortController();
      const first = new Map<string, string>();
      for await (const notice of runtime.watch(signal.signal)) {
        first.set(notice.realmId, notice.phase);
        if (first.size === 2) signal.abort();
      }
      expect(first).toEqual(
        new Map([
          [running.realmId, 'READY'],
          [stopped.realmId, 'EXITED'],
        ]),
      );
    });

    test('the console is what was printed before and what is printed then, through an end and a start', async () => {
      const spec = newSpec();
      const { realmId } = spec;
      const watching = new AbortController();
      const lines: ConsoleLine[] = [];
      const following = (async () => {
        for await (const more of runtime.console(realmId, watching.signal)) lines.push(...more);
      })();
      await runtime.ensure(spec, 1);
      await reaches(runtime, realmId, 'READY');
      await runtime.command(realmId, `${place.sayCommand} first-run`);
      await consoleUntil(runtime, realmId, 'first-run');
      await runtime.stop(realmId, graceMs);

      // For a stopped realm, the stored lines.
      const kept = await keptConsole(runtime, realmId);
      expect(kept.some(({ text }) => text.includes('first-run'))).toBe(true);

      await runtime.ensure(spec, 2);
      await reaches(runtime, realmId, 'READY');
      await runtime.command(realmId, `${place.sayCommand} second-run`);
      // A late reader, even with another driver, finds both.
      const late = await consoleUntil(await newDriver(), realmId, 'second-run');
      expect(late.some(({ text }) => text.includes('first-run'))).toBe(true);
      await expect.poll(() => lines.some(({ text }) => text.includes('second-run')), { timeout: withinMs }).toBe(true);
      watching.abort();
      await following;
      const numbers = lines.map(({ n }) => n);
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(lines.filter(({ text }) => text.includes('first-run') && !text.startsWith('>'))).toHaveLength(
        late.filter(({ text }) => text.includes('first-run') && !text.startsWith('>')).length,
      );
    });

    test('what needs a running realm is refused without one', async () => {
      const { realmId } = await readyRealm();
      await runtime.stop(realmId, graceMs);
      for (const id of [realmId, crypto.randomUUID()]) {
        await expect(runtime.command(id, 'say hello')).rejects.toMatchObject({ code: 'not_running' });
        await expect(runtime.apply(id, { slots: 1 })).rejects.toMatchObject({ code: 'not_running' });
        await expect(runtime.commands(id)).rejects.toMatchObject({ code: 'not_running' });
        await expect(runtime.loginCode(id, newCode())).rejects.toMatchObject({ code: 'not_running' });
      }
    });

    test('one that nobody is on ends when it is asked so, and is to be asked while it starts as little as when it is gone', async () => {
      const { realmId, state } = await readyRealm();
      expect(state?.emptySince).toBeLessThanOrEqual(Date.now());
      expect(await runtime.stopIfEmpty(realmId)).toBe(true);
      expect(await runtime.inspect(realmId)).toMatchObject({ phase: 'EXITED', exit: { asked: true, code: 0 } });
      expect(await runtime.stopIfEmpty(realmId)).toBe(true);
      expect(await runtime.stopIfEmpty(crypto.randomUUID())).toBe(true);
    });

    test('realms do not touch each other', async () => {
      const [one, two] = await Promise.all([readyRealm(), readyRealm()]);
      expect(one.endpoint).not.toEqual(two.endpoint);
      await runtime.destroy(one.realmId);
      expect(await runtime.list()).toEqual([
        expect.objectContaining({
          realmId: two.realmId,
          state: expect.objectContaining({ startedAt: two.state?.startedAt }),
        }),
      ]);
      await runtime.command(two.realmId, `${place.sayCommand} still-here`);
    });

    test('a closed driver ends its watches and takes no call', async () => {
      const { realmId } = await readyRealm();
      const watch = runtime.watch(AbortSignal.timeout(withinMs));
      await runtime.close();
      for await (const notice of watch) expect(notice.realmId).toBe(realmId);
      await expect(runtime.stop(realmId, graceMs)).rejects.toThrow('closed');
    });
  });

  // A start of a realm is most of what such a test takes: none of them stops it, or minds what another has changed.
  describe(`${name}: a realm that runs`, () => {
    let realmId: string;
    beforeAll(async () => {
      await begin();
      ({ realmId } = await readyRealm());
    });
    afterAll(end);

    testFilesOfRunningRealm({ runtime: () => runtime, realmId: () => realmId });

    test('settings are changed while it runs', async () => {
      const changed = find(runtime, (notice) => stateOf(notice, realmId)?.slots === 7);
      const result = await runtime.apply(realmId, { slots: 7 });
      expect([...result.applied, ...result.atNextStart]).toEqual(['slots']);
      await changed;
      const managers = [{ nickname: 'Ann_1', epoch: 3 }];
      expect(await runtime.apply(realmId, { managers })).toEqual({ applied: ['managers'], atNextStart: [] });
    });

    test('a code to log in with in the game is taken, and a newer one after it', async () => {
      await expect(runtime.loginCode(realmId, newCode())).resolves.toBeUndefined();
      await expect(runtime.loginCode(realmId, newCode())).resolves.toBeUndefined();
    });

    test('a command is carried out, and the console tells it with who has sent it', async () => {
      await runtime.command(realmId, `${place.sayCommand} good-evening`, 'Ann_1');
      const printed = await consoleUntil(runtime, realmId, 'good-evening');
      expect(printed.some(({ text }) => text.startsWith('> Ann_1: '))).toBe(true);
      expect(printed.at(-1)).toMatchObject({ n: expect.any(Number), at: expect.any(Number) });
    });

    test('a realm says which commands it takes', async () => {
      const commands = await runtime.commands(realmId);
      expect(commands).toContainEqual({ name: place.sayCommand, usage: expect.any(String) });
    });

    test('the console of a realm that is absent is empty', async () => {
      expect(await keptConsole(runtime, crypto.randomUUID())).toEqual([]);
    });

    test('a command that is too long or of several lines is refused', async () => {
      for (const command of ['a'.repeat(257), `${place.sayCommand} one\n${place.sayCommand} two`]) {
        await expect(runtime.command(realmId, command)).rejects.toMatchObject({ code: 'command_refused' });
      }
    });

    test('says what bounds a realm', async () => {
      const bounds = Object.keys(await runtime.enforcement()).toSorted();
      expect(bounds.join()).toBe('cpu,disk,memory,ownUser,processes,walls,wayOut');
    });
  });
}

function newCode(): LoginCode {
  return { nickname: 'Ann_1', epoch: 3, hash: 'ab'.repeat(32), expiresAt: Date.now() + 60_000 };
}
