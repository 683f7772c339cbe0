import { expect, test } from 'vitest';
import { describeRuntime } from '../conformance.ts';
import { plainSettings, type RealmSpec } from '@realmkeep/realm-protocol';
import { createFakePlace } from './fake-place.ts';
import { createFakeRuntime } from './fake-runtime.ts';

describeRuntime('fake', async () => {
  const place = createFakePlace();
  return {
    driver: async () => createFakeRuntime({ place, maps: ['plains'] }),
    kill: async (realmId) => createFakeRuntime({ place }).crash(realmId, { signal: 'SIGKILL' }),
    map: 'plains',
    unknownMap: 'nowhere',
    sayCommand: 'say',
    [Symbol.asyncDispose]: async () => undefined,
  };
});

const spec: RealmSpec = {
  realmId: 'b1a7f6d2-6f5e-4a53-9a3e-1c7f0f4f2f10',
  number: 1,
  kernel: 'sandbox',
  map: 'plains',
  settings: plainSettings,
  limits: { memoryMiB: 256, cores: 1, processes: 64 },
};
const { realmId } = spec;

test('a call fails as it was told, once', async () => {
  const runtime = createFakeRuntime();
  runtime.failNext('ensure', new Error('no room'));
  await expect(runtime.ensure(spec, 1)).rejects.toThrow('no room');
  expect(await runtime.inspect(realmId)).toBeNull();
  expect(await runtime.ensure(spec, 1)).toMatchObject({ phase: 'STARTING' });
});

test('a held realm is STARTING until it is released', async () => {
  const runtime = createFakeRuntime();
  runtime.hold(realmId);
  await runtime.ensure(spec, 1);
  await new Promise(setImmediate);
  expect(await runtime.inspect(realmId)).toMatchObject({ phase: 'STARTING', endpoint: null });
  runtime.release(realmId);
  expect(await runtime.inspect(realmId)).toMatchObject({ phase: 'READY', endpoint: { port: 25_501 } });
});

test('players and what else is said of the realm are told to the watchers', async () => {
  const runtime = createFakeRuntime();
  await runtime.ensure(spec, 1);
  const signal = new AbortController();
  const watch = runtime.watch(signal.signal);
  runtime.setPlayers(realmId, [{ nickname: 'Ann', uuid: '1', world: 'nether' }]);
  runtime.emitState(realmId, { tps: 19.5 });
  let told = null;
  for await (const notice of watch) {
    if (notice.state?.tps !== 19.5) continue;
    told = notice.state;
    signal.abort();
  }
  expect(told?.players.map(({ nickname }) => nickname)).toEqual(['Ann']);
  expect(told?.worlds).toContainEqual({ name: 'nether', players: 1 });
});

test('a crash ends the realm with what was said', async () => {
  const runtime = createFakeRuntime();
  await runtime.ensure(spec, 1);
  runtime.crash(realmId, { code: 70, tail: 'the last words' });
  const observed = await runtime.inspect(realmId);
  expect(observed?.exit).toMatchObject({ asked: false, code: 70, signal: null, tail: 'the last words' });
});
