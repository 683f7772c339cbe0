import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fuzzPackets, fuzzSeed as seed } from '../config.ts';
import { act, counted, furnish, furnished, pulse } from '../furnished.ts';
import { PacketFuzzer } from './packet-fuzzer.ts';
import { RawPlayer } from '../raw-player.ts';
import { makeRealmFolder, type RealmProcess, startRealm } from '../realm-process.ts';
import { seeded } from './seeded.ts';
import { watchOf } from './watch.ts';

const players = 4;
/** Sent before waiting until all are read: less than a realm reads from one client in a turn. */
const atOnce = 40;
/** Between two packets of an ordinary player. */
const betweenMs = 25;
/** The share of batches that are ordinary play. */
const playShare = 0.2;
/** In the second half of the packets. A collector short of processor time leaves some garbage; a leak is larger with a million packets. */
const memoryGrowsAtMost = 48 << 20;

test.each(['SURVIVAL', 'CREATIVE'] as const)(
  'packets at random neither end nor hold up a realm, and double no item: %s',
  async (gameMode) => {
    console.log(`seed ${seed}, ${fuzzPackets} packets`);
    const dir = makeRealmFolder({ gameMode, slots: null, difficultyLevel: 'NORMAL' });
    const realm = await startRealm(dir);
    const { spawn } = await realm.state();
    if (!spawn) throw new Error('no spawn');
    await furnish(realm, spawn);
    const watch = watchOf(realm);
    const bystander = await RawPlayer.join(realm.gameSocket, 'Bystander');
    await bystander.answered();

    const left = { packets: fuzzPackets / 2 };
    const attack = async (n: number): Promise<void> => {
      const random = seeded(seed + n);
      const fuzzer = new PacketFuzzer(random, spawn);
      let player = await RawPlayer.join(realm.gameSocket, `Player${n}`);
      while (left.packets > 0) {
        if (!player.isThere) player = await RawPlayer.join(realm.gameSocket, `Player${n}`);
        left.packets -= atOnce;
        let hasBroken = false;
        for (let sent = 0; sent < atOnce; sent += 1) {
          const { bytes, isBroken } = fuzzer.next(player);
          hasBroken ||= isBroken;
          if (isBroken) player.sendBytes(bytes);
          else player.send(bytes);
        }
        // A realm may wait for the rest of what says that it is long.
        if (hasBroken) player.leave();
        player.send(respawn);
        await player.answered();
        if (random() < playShare) await act(player, spawn, random);
        if (n === 0 && random() < playShare) await pulse(realm, spawn);
      }
      player.leave();
    };
    const standBy = async (): Promise<void> => {
      let isSettled = false;
      while (left.packets > 0 && bystander.isThere) {
        // In the first half V8 finds out how much memory this takes.
        if (!isSettled && left.packets < fuzzPackets / 4) {
          watch.settle();
          isSettled = true;
        }
        watch.begin();
        await wait(betweenMs);
        await bystander.answered();
        watch.step('a packet of a bystander');
      }
    };
    await Promise.all([standBy(), ...Array.from({ length: players }, (_, n) => attack(n))]);
    expect(watch.grownBytes()).toBeLessThan(memoryGrowsAtMost);
    expect(bystander.isThere).toBe(true);
    if (gameMode === 'SURVIVAL') await expectNothingDoubled(realm, dir);
  },
  60_000 + fuzzPackets * 5,
);

/** The packet client_command of protocol 754: back to life. */
const respawn = Buffer.from([0x04, 0]);

async function expectNothingDoubled(realm: RealmProcess, dir: string): Promise<void> {
  await (await realm.call('POST', '/hold-writing')).body?.cancel();
  const counts = counted(dir);
  expect(Object.entries(furnished).filter(([name, count]) => (counts[name] ?? 0) > count)).toEqual([]);
}
