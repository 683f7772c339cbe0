import { expect, test } from 'vitest';
import { ConsoleCommands, RealmEvent, type RealmState } from '@realmkeep/realm-protocol';
import { readConsoleLines, readMessage } from './read-message.ts';

const player = { nickname: 'Ann_1', uuid: '0a4a1b9e-5c1f-3f0a-8d0e-5d2f1c7b9a10', world: 'overworld' };
const state: RealmState = {
  realmId: 'b1a7f6d2-6f5e-4a53-9a3e-1c7f0f4f2f10',
  lease: 1,
  phase: 'READY',
  startedAt: Date.now(),
  slots: 2,
  players: [player],
  visitors: [],
  orders: [],
  worlds: [{ name: 'overworld', players: 1 }],
  tps: 19.9,
  emptySince: null,
  unmanagedSince: null,
  unsavedSince: null,
  lastPlayedAt: null,
  spawn: null,
  usedCodes: [],
  resources: { cpu: 1.25, memoryBytes: 90_000_000 },
};

const parse = (change: object): unknown =>
  readMessage(RealmEvent, JSON.stringify({ type: 'state', state: { ...state, ...change } }));
const lines = (...all: object[]): unknown =>
  readConsoleLines(JSON.stringify(all.map((line) => Object.assign({ n: 8, at: 1, text: 'x' }, line))), 7);

test('a state of the shape is taken as it is, without what does not belong to it', () => {
  expect(parse({})).toEqual({ type: 'state', state });
  const resting = { slots: null, tps: null, emptySince: Date.now(), players: [], worlds: [] };
  expect(parse({ ...resting, more: 1 })).toEqual({ type: 'state', state: { ...state, ...resting } });
});

test.each<[string, object]>([
  ['a realm of no id', { realmId: 'x' }],
  ['a start that no date can hold', { startedAt: 1e300 }],
  ['a start in an hour', { startedAt: Date.now() + 3_600_000 }],
  ['a start before the epoch', { startedAt: -1 }],
  ['a fraction of a millisecond', { startedAt: 0.5 }],
  ['an unknown phase', { phase: 'EXITED' }],
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

test('a line of the console is cut, and one of no time or no number is none', () => {
  expect(lines({ text: 'y'.repeat(9000), more: 1 }, { n: 10 })).toEqual([
    { n: 8, at: 1, text: 'y'.repeat(2048) },
    { n: 10, at: 1, text: 'x' },
  ]);
  for (const at of [1e300, -1, '1', null]) expect(lines({ at })).toBeNull();
  for (const n of [7, 8.5, -1, 1e300, '9']) expect(lines({ n })).toBeNull();
  expect(lines({}, { n: 8 })).toBeNull();
  expect(lines({ text: 1 })).toBeNull();
  for (const text of ['', '{}', '{', 'null']) expect(readConsoleLines(text, 0)).toBeNull();
});

test('commands are words with a usage of one line', () => {
  const say = { name: 'say', usage: '<words>' };
  expect(readMessage(ConsoleCommands, JSON.stringify([say]))).toEqual([say]);
  for (const wrong of [{ name: '<b>' }, { name: '' }, { usage: 'a\nb' }, { usage: 'x'.repeat(300) }, { usage: 1 }]) {
    expect(readMessage(ConsoleCommands, JSON.stringify([{ ...say, ...wrong }]))).toBeNull();
  }
  expect(readMessage(ConsoleCommands, '{}')).toBeNull();
});
