import { expect, test } from 'vitest';
import type { RealmState } from '../control.ts';
import { parseEvent } from './control-shape.ts';

const player = { nickname: 'Ann_1', uuid: '0a4a1b9e-5c1f-3f0a-8d0e-5d2f1c7b9a10', world: 'overworld' };
const state: RealmState = {
  realmId: 'b1a7f6d2-6f5e-4a53-9a3e-1c7f0f4f2f10',
  lease: 1,
  phase: 'READY',
  gamePort: 25_501,
  startedAt: Date.now(),
  slots: 2,
  players: [player],
  worlds: [{ name: 'overworld', players: 1 }],
  tps: 19.9,
  emptySince: null,
  unmanagedSince: null,
  resources: { cpu: 1.25, memoryBytes: 90_000_000 },
};

const parse = (change: object): unknown =>
  parseEvent(JSON.stringify({ type: 'state', state: { ...state, ...change } }));
const line = (at: unknown): unknown => parseEvent(JSON.stringify({ type: 'console', at, line: 'y'.repeat(9000) }));

test('a state of the shape is taken as it is, without what does not belong to it', () => {
  expect(parse({})).toEqual({ type: 'state', state });
  const resting = { slots: null, tps: null, emptySince: Date.now(), gamePort: null, players: [], worlds: [] };
  expect(parse({ ...resting, more: 1 })).toEqual({ type: 'state', state: { ...state, ...resting } });
});

test.each<[string, object]>([
  ['a realm of no id', { realmId: 'x' }],
  ['a start that no date can hold', { startedAt: 1e300 }],
  ['a start in an hour', { startedAt: Date.now() + 3_600_000 }],
  ['a start before the epoch', { startedAt: -1 }],
  ['a fraction of a millisecond', { startedAt: 0.5 }],
  ['an unknown phase', { phase: 'EXITED' }],
  ['a port that there is not', { gamePort: 65_536 }],
  ['room for nobody', { slots: 0 }],
  ['a slot and a half', { slots: 1.5 }],
  ['empty from tomorrow on', { emptySince: Date.now() + 86_400_000 }],
  ['ticks that run backwards', { tps: -1 }],
  ['more ticks than can be', { tps: 1001 }],
  ['less than no processor', { resources: { cpu: -1, memoryBytes: 0 } }],
  ['a fraction of a byte', { resources: { cpu: 0, memoryBytes: 0.5 } }],
  ['more memory than a number can count', { resources: { cpu: 0, memoryBytes: 1e300 } }],
  ['no resources', { resources: null }],
  ['a player of no UUID', { players: [{ ...player, uuid: '1' }] }],
  ['a player of no defined UUID', { players: [{ ...player, uuid: 'ffffffff-5c1f-0f0a-8d0e-5d2f1c7b9a10' }] }],
  ['a nickname that is markup', { players: [{ ...player, nickname: '<b>' }] }],
  ['a nickname that is long', { players: [{ ...player, nickname: 'a'.repeat(17) }] }],
  ['a nickname of two lines', { players: [{ ...player, nickname: 'Ann\n' }] }],
  ['a world with a long name', { players: [{ ...player, world: 'a'.repeat(65) }] }],
  ['a crowd', { players: Array.from({ length: 1001 }, () => player) }],
  ['players that are no list', { players: {} }],
  ['many worlds', { worlds: Array.from({ length: 17 }, () => ({ name: 'end', players: 0 })) }],
  ['a world without a name', { worlds: [{ name: '', players: 0 }] }],
  ['a world of half a player', { worlds: [{ name: 'end', players: 0.5 }] }],
])('%s is no state', (_, change) => {
  expect(parse(change)).toBeNull();
});

test('a line of the console is cut, one of no time is none', () => {
  expect(line(1)).toEqual({ type: 'console', at: 1, line: 'y'.repeat(2048) });
  for (const at of [1e300, -1, '1', null]) expect(line(at)).toBeNull();
});
