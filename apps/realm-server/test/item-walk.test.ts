import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { encodeVarInt } from '@realmkeep/protocol';
import type { RealmSpawn } from '@realmkeep/realm-protocol';
import { expect, onTestFinished, test } from 'vitest';
import { itemWalkRounds as rounds } from './config.ts';
import { RawPlayer } from './raw-player.ts';
import { makeRealmFolder, type RealmProcess, startRealm } from './realm-process.ts';
import { seeded } from './seeded.ts';
import { type StoredItem, storedLevels, storedPlayers } from './stored-world.ts';

/** Packets of protocol 754. */
const toRealm = { clientCommand: 0x04, closeWindow: 0x0a, blockDig: 0x1b, blockPlace: 0x2e };
/** In four columns, which lie in as many regions where the spawn is in a corner of them. */
const furniture: [string, number, number, number?][] = [
  ['chest[facing=north,type=left]', 3, 0],
  ['chest[facing=north,type=right]', 2, 0],
  ['barrel', -3, 0],
  ['ender_chest', 0, 3],
  ['furnace', 0, -3],
  ['trapped_chest', 3, 3],
  // From one region to another and back, from under the chest, and where items are thrown.
  ['hopper[facing=east]', -1, -1],
  ['hopper[facing=down]', 0, -1],
  ['hopper[facing=west]', 0, -1, -1],
  ['barrel', -1, -1, -1],
  ['hopper[facing=down]', 2, 0, -1],
  ['hopper[facing=west]', 0, 2, -1],
  ['barrel', -1, 2, -1],
];
const kinds: [string, number][] = [
  ['apple', 200],
  ['egg', 40],
  ['iron_pickaxe', 6],
  ['nether_star', 90],
];
/** No part of a second, so that a realm that is slow is killed in the middle of its work too. */
const longestDelayMs = 25;
const seed = 20_261_124;

test(
  'items that two players and hoppers move through containers, the ground and each other are neither doubled nor lost, whenever the realm is killed',
  async () => {
    const [random, ofKills] = [seeded(seed), seeded(seed + 1)];
    const dir = makeRealmFolder({ gameMode: 'SURVIVAL', naturalRegeneration: true });
    let realm = await startRealm(dir, 1);
    const { spawn } = await realm.state();
    if (!spawn) throw new Error('no spawn');
    await furnish(realm, spawn);
    const expected = counted(dir);
    expect(expected).toEqual(Object.fromEntries(kinds.map(([name, count]) => [`minecraft:${name}`, count])));

    const places = new Set<string>();
    for (let round = 1; round <= rounds; round += 1) {
      await playUntilKilled(realm, dir, spawn, random, ofKills);
      realm = await startRealm(dir, round + 1);
      expect(counted(dir, places), `after kill ${round} of seed ${seed}`).toEqual(expected);
    }
    expect(places.size).toBeGreaterThan(1);
  },
  60_000 + rounds * 60_000,
);

async function furnish(realm: RealmProcess, { x, y, z }: RealmSpawn): Promise<void> {
  const command = (line: string): Promise<unknown> => realm.call('POST', '/command', { command: line });
  const ada = await RawPlayer.join(realm.gameSocket, 'Ada');
  await command(`fill ${x - 5} ${y} ${z - 5} ${x + 5} ${y + 3} ${z + 5} air`);
  for (const [block, dx, dz, dy = 0] of furniture) {
    await command(`setblock ${x + dx} ${y + dy} ${z + dz} ${block}`);
  }
  for (const [name, count] of kinds) await command(`give @a ${name} ${count}`);
  // All of it is in the files when this is answered.
  await (await realm.call('POST', '/hold-writing')).body?.cancel();
  ada.leave();
  await realm.stateWhere((state) => state.players.length === 0);
}

/** The realm is killed soon after it has begun to write: between the journal and the files, or in the midst of them. */
async function playUntilKilled(
  realm: RealmProcess,
  dir: string,
  spawn: RealmSpawn,
  random: () => number,
  ofKills: () => number,
): Promise<void> {
  const players = await Promise.all(['Ada', 'Bob'].map((name) => RawPlayer.join(realm.gameSocket, name)));
  const playing = Promise.all(players.map((player) => play(realm, player, spawn, random)));
  const writes = 1 + below(ofKills, 3);
  await journalWritten(join(dir, 'world'), writes);
  await wait(below(ofKills, longestDelayMs));
  realm.child.kill('SIGKILL');
  await realm.ended();
  await playing;
}

function journalWritten(world: string, times: number): Promise<void> {
  return new Promise((resolve) => {
    let left = times;
    const watcher: FSWatcher = watch(world, (_, name) => {
      if (name !== 'journal' || (left -= 1) > 0) return;
      watcher.close();
      resolve();
    });
    onTestFinished(() => watcher.close());
  });
}

/** Opens, clicks, throws, closes and dies at random until the connection ends. */
async function play(
  realm: RealmProcess,
  player: RawPlayer,
  { x, y, z }: RealmSpawn,
  random: () => number,
): Promise<void> {
  while (player.isThere) {
    const [, dx = 0, dz = 0, dy = 0] = furniture[below(random, furniture.length)] ?? [];
    player.send(blockPlace(x + dx, y + dy, z + dz));
    await player.answered();
    for (let clicks = below(random, 12); clicks > 0; clicks -= 1) {
      const slot = below(random, 20) === 0 ? -999 : below(random, 92);
      const mode = below(random, 3) === 0 ? below(random, 7) : below(random, 2);
      await player.click(player.window, slot, below(random, mode === 5 ? 11 : 2), mode);
    }
    const next = below(random, 60);
    if (next < 20) player.send(Buffer.from([toRealm.closeWindow, player.window]));
    if (next >= 20 && next < 30) player.send(Buffer.from([toRealm.blockDig, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    if (next === 30) await realm.call('POST', '/command', { command: 'kill @r' }).catch(() => undefined);
    if (next === 31) await swapChests(realm, { x, y, z }).catch(() => undefined);
    // Whoever is dead comes back; for others it does nothing.
    player.send(Buffer.from([toRealm.clientCommand, 0]));
    await player.answered();
  }
}

/** A trapped chest goes to another place and back, with what is in it. */
async function swapChests(realm: RealmProcess, { x, y, z }: RealmSpawn): Promise<void> {
  const at = (dx: number, dz: number): string => `${x + dx} ${y} ${z + dz}`;
  const [one, other] = [at(3, 3), at(3, 4)];
  for (const [from, to] of [
    [one, other],
    [other, one],
  ]) {
    await realm.call('POST', '/command', { command: `clone ${from} ${from} ${to} masked move` });
  }
}

function blockPlace(x: number, y: number, z: number): Buffer {
  const at = (BigInt(x & 0x3ff_ffff) << 38n) | (BigInt(z & 0x3ff_ffff) << 12n) | BigInt(y & 0xfff);
  const place = Buffer.alloc(8);
  place.writeBigUInt64BE(at);
  // The first hand, the upper side, its middle.
  return Buffer.concat([encodeVarInt(toRealm.blockPlace), Buffer.from([0]), place, Buffer.from([1]), Buffer.alloc(13)]);
}

/** How many of each kind are in all the files. @param places is told where any were */
function counted(dir: string, places = new Set<string>()): Record<string, number> {
  const counts: Record<string, number> = {};
  const add = (place: string, items: readonly StoredItem[] = []): void => {
    for (const { id, Count } of items) {
      counts[id] = (counts[id] ?? 0) + Count;
      places.add(place);
    }
  };
  for (const { Inventory, RealmkeepCarried, EnderItems = [] } of storedPlayers(dir)) {
    add('player', [...Inventory, ...RealmkeepCarried]);
    add('ender chest', EnderItems);
  }
  for (const { TileEntities, Entities } of storedLevels(dir)) {
    for (const { id, Items } of TileEntities) add(id, Items);
    for (const { Item } of Entities) add('ground', Item ? [Item] : []);
  }
  return counts;
}

function below(random: () => number, end: number): number {
  return Math.floor(random() * end);
}
