import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RealmSpawn } from '@realmkeep/realm-protocol';
import { expect, onTestFinished, test } from 'vitest';
import { itemWalkRounds as rounds } from '../config.ts';
import { act, counted, furnish, furnished, pulse } from '../furnished.ts';
import { RawPlayer } from '../raw-player.ts';
import { command, makeRealmFolder, type RealmProcess, startRealm } from '../realm-process.ts';
import { seeded } from './seeded.ts';

/** The packet client_command of protocol 754: back to life. */
const respawn = Buffer.from([0x04, 0]);
/** No part of a second, so that a realm that is slow is killed in the middle of its work too. */
const longestDelayMs = 25;
const seed = 20_261_124;

test(
  'items that players, hoppers, furnaces, villagers and dispensers move are neither doubled nor lost, whenever the realm is killed',
  async () => {
    const [random, ofKills] = [seeded(seed), seeded(seed + 1)];
    const dir = makeRealmFolder({ gameMode: 'SURVIVAL', naturalRegeneration: true });
    let realm = await startRealm(dir, 1);
    const { spawn } = await realm.state();
    if (!spawn) throw new Error('no spawn');
    await furnish(realm, spawn);
    expect(counted(dir)).toEqual(furnished);

    const places = new Set<string>();
    for (let round = 1; round <= rounds; round += 1) {
      await playUntilKilled(realm, dir, spawn, random, ofKills);
      realm = await startRealm(dir, round + 1);
      expect(counted(dir, places), `after kill ${round} of seed ${seed}`).toEqual(furnished);
    }
    expect(places.size).toBeGreaterThan(3);
  },
  60_000 + rounds * 60_000,
);

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

/** Moves items and dies at random until the connection ends. */
async function play(realm: RealmProcess, player: RawPlayer, spawn: RealmSpawn, random: () => number): Promise<void> {
  while (player.isThere) {
    await act(player, spawn, random);
    const next = below(random, 60);
    if (next === 0) await command(realm, 'kill @r').catch(() => undefined);
    if (next === 1) await swapChests(realm, spawn).catch(() => undefined);
    if (next === 2) await pulse(realm, spawn).catch(() => undefined);
    // Respawns a dead player; otherwise it has no effect.
    player.send(respawn);
    await player.answered();
  }
}

/** Moves a trapped chest to another place and back, with its contents. */
async function swapChests(realm: RealmProcess, { x, y, z }: RealmSpawn): Promise<void> {
  const at = (dx: number, dz: number): string => `${x + dx} ${y} ${z + dz}`;
  const [one, other] = [at(3, 3), at(3, 4)];
  for (const [from, to] of [
    [one, other],
    [other, one],
  ]) {
    await command(realm, `clone ${from} ${from} ${to} masked move`);
  }
}

function below(random: () => number, end: number): number {
  return Math.floor(random() * end);
}
