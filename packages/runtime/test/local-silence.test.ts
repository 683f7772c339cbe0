import { afterEach, beforeEach, expect, test } from 'vitest';
import { NoticeHub } from '../src/notice-hub.ts';
import type { ObservedState } from '../src/runtime.ts';
import { findBounds } from '../src/local/bounds/enforcement.ts';
import { LocalRealm } from '../src/local/local-realm.ts';
import { readRun } from '../src/local/folder/realm-record.ts';
import { realmPaths } from '../src/local/folder/realm-paths.ts';
import { gone, makeLocalPlace, type LocalPlaceForTest, withEngine } from './local-place.ts';
import { testSpec } from './test-spec.ts';

/** The time of forty states of a `beating` realm. */
const silenceMs = 2_000;

let place: LocalPlaceForTest;
let hub: NoticeHub;
let closing: AbortController;

beforeEach(async () => {
  place = await makeLocalPlace();
  // Creates what a driver's folder contains.
  await (await place.driver()).close();
  hub = new NoticeHub();
  closing = new AbortController();
});

afterEach(async () => {
  closing.abort(new Error('the test is over'));
  const last = await place.driver();
  for (const { realmId } of await last.list()) await last.destroy(realmId);
  await last.close();
  await place[Symbol.asyncDispose]();
});

/** A realm of an impatient driver, whose notices go to `hub`. */
async function impatient(realmId: string): Promise<LocalRealm> {
  const { dir, program } = place;
  const bounds = await findBounds(dir);
  return new LocalRealm(
    withEngine({
      dir,
      program,
      bounds,
      gateway: null,
      closing: closing.signal,
      silenceMs: silenceMs,
      publish: (notice) => hub.publish(notice),
      tellStart: () => undefined,
    }),
    realmId,
  );
}

/** The next observed state that meets the condition. */
async function told(condition: (observed: ObservedState) => boolean): Promise<ObservedState> {
  for await (const notice of hub.watch(AbortSignal.timeout(20_000), [])) if (condition(notice)) return notice;
  throw new Error('not told in time');
}

test('a process that hangs is silent until it is heard again, and can be stopped', async () => {
  const spec = testSpec('beating');
  const realm = await impatient(spec.realmId);
  const ready = told(({ phase }) => phase === 'READY');
  await realm.ensure(spec, 1);
  const { endpoint } = await ready;
  const pid = place.pid(spec.realmId);

  let silent = told(({ silentSince }) => silentSince !== null);
  const before = Date.now();
  process.kill(pid, 'SIGSTOP');
  const observed = await silent;
  expect(observed).toMatchObject({ phase: 'READY', endpoint, state: { phase: 'READY' } });
  expect(observed.silentSince).toBeGreaterThanOrEqual(before);
  expect(observed.silentSince).toBeLessThanOrEqual(Date.now());
  expect(realm.observed()).toEqual(observed);

  const heard = told(({ silentSince }) => silentSince === null);
  process.kill(pid, 'SIGCONT');
  await heard;

  silent = told(({ silentSince }) => silentSince !== null);
  process.kill(pid, 'SIGSTOP');
  await silent;
  await realm.stop(100);
  expect(realm.observed()).toMatchObject({ phase: 'EXITED', silentSince: null, exit: { signal: 'SIGKILL' } });
});

test('a process that was never heard becomes silent for the driver that has found it', async () => {
  const spec = testSpec('silent');
  const first = await place.driver();
  const start = first.ensure(spec, 1).catch((error: unknown) => error);
  const paths = realmPaths(place.dir, spec.realmId);
  await gone(() => readRun(paths) === null);

  const realm = await impatient(spec.realmId);
  const silent = told(({ silentSince }) => silentSince !== null);
  const found = realm.observed();
  expect(found).toMatchObject({ phase: 'STARTING', state: null });
  expect(found?.startedAt).toBe((await first.inspect(spec.realmId))?.startedAt);
  expect(await silent).toMatchObject({ phase: 'STARTING', state: null, startedAt: found?.startedAt });

  await realm.stop(1000);
  expect(await start).toMatchObject({ code: 'start_failed' });
  await first.close();
});
