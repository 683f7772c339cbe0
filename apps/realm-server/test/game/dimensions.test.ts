import { type EventEmitter, once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import { plainSettings } from '@realmkeep/realm-protocol';
import type { Bot } from 'mineflayer';
import { Vec3 } from 'vec3';
import { expect, test } from 'vitest';
import { hears, hold, joinBot, sees, words } from '../bots.ts';
import { command, makeRealmFolder, type RealmProcess, startRealm, until } from '../realm-process.ts';

const eveningMs = 180_000;
const otherWorlds = { ...plainSettings.plan, otherWorlds: true };

/** How many of an item the client has. */
function has(bot: Bot, name: string): number {
  return bot.inventory.count(bot.registry.itemsByName[name]?.id ?? -1, null);
}

async function isIn(bot: Bot, dimension: string): Promise<void> {
  await until(() => (bot.game.dimension === dimension ? true : null));
}

function journalWritten(world: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(world, (_, name) => {
      if (name !== 'journal') return;
      watcher.close();
      resolve();
    });
  });
}

test(
  'who is in another dimension sees and hears only what is there; and all of it is as it was after a kill',
  async () => {
    const dir = makeRealmFolder({ gameMode: 'SURVIVAL', plan: otherWorlds });
    const realm = await startRealm(dir, 1);
    const [ada, bob] = [await joinBot(realm.gameSocket, 'Ada'), await joinBot(realm.gameSocket, 'Bob')];
    await until(() => (ada.players['Bob']?.entity ? true : null));
    expect(existsSync(join(dir, 'world/DIM-1'))).toBe(false);
    const inNether = 'execute in minecraft:the_nether run';
    const spot = new Vec3(3, 80, 3);
    await command(realm, `${inNether} fill -2 79 -2 9 84 9 air`);
    await command(realm, `${inNether} fill -2 79 -2 9 79 9 netherrack`);
    await command(realm, 'give Ada diamond 5');
    await command(realm, `${inNether} tp Ada 2.5 80 2.5`);
    await isIn(ada, 'the_nether');
    await sees(ada, spot.offset(0, -1, 0), 'netherrack');
    await until(() => (has(ada, 'diamond') === 5 ? true : null));
    await until(() => (ada.players['Bob']?.entity || bob.players['Ada']?.entity ? null : true));
    const state = await realm.stateWhere(({ players }) => players.some(({ world }) => world === 'nether'));
    expect(state.players.map(({ nickname, world }) => [nickname, world])).toEqual([
      ['Ada', 'nether'],
      ['Bob', 'overworld'],
    ]);

    // What Ada does at a place is not seen at the same place elsewhere; what she says is.
    const shown: Vec3[] = [];
    const client: EventEmitter = bob._client;
    // Grass grows elsewhere meanwhile.
    client.on('block_change', ({ location }: { location: Vec3 }) => spot.equals(location) && shown.push(location));
    await command(realm, `${inNether} setblock 3 80 3 chest`);
    await sees(ada, spot, 'chest');
    const heard = hears(bob, 'hot here');
    ada.chat('hot here');
    await heard;
    expect(shown).toEqual([]);

    // Items on the ground are shown again to a player who returns.
    await command(realm, 'give Ada stick');
    await until(() => (has(ada, 'stick') === 1 ? true : null));
    await ada.toss(ada.registry.itemsByName['stick']?.id ?? -1, null, 1);
    await until(() => (Object.values(ada.entities).some(({ name }) => name === 'item') ? true : null));
    await command(realm, 'execute in minecraft:overworld run tp Ada 0 100 0');
    await isIn(ada, 'overworld');
    const shownAgain = once(ada._client, 'spawn_entity', { signal: AbortSignal.timeout(eveningMs / 4) });
    await command(realm, `${inNether} tp Ada 8.5 80 8.5`);
    await shownAgain;
    await command(realm, `${inNether} tp Ada 2.5 80 2.5`);
    await until(() => (ada.entity.position.x === 2.5 ? true : null));

    await command(realm, 'tp Bob Ada');
    await isIn(bob, 'the_nether');
    await until(() => (bob.players['Ada']?.entity && ada.players['Bob']?.entity ? true : null));

    // Items move in the Nether, and the realm is killed while it writes that.
    const held = await realm.call('POST', '/hold-writing');
    const [land, journal] = ['world/DIM-1/region/r.0.0.mca', 'world/journal'].map((path) => join(dir, path));
    expect([land, journal].map((path) => existsSync(path ?? ''))).toEqual([true, false]);
    await held.body?.cancel();
    const writing = journalWritten(join(dir, 'world'));
    const chest = ada.blockAt(spot);
    if (!chest) throw new Error('no chest');
    const window = await ada.openContainer(chest);
    await window.deposit(ada.registry.itemsByName['diamond']?.id ?? -1, null, 2);
    await window.close();
    await until(() => (has(ada, 'diamond') === 3 ? true : null));
    await writing;
    realm.child.kill('SIGKILL');
    await realm.ended();
    const again = await startRealm(dir, 2);
    const back = await joinBot(again.gameSocket, 'Ada');
    await isIn(back, 'the_nether');
    await sees(back, spot, 'chest');
    const opened = await back.openContainer(back.blockAt(spot) ?? chest);
    expect(has(back, 'diamond') + opened.containerItems().reduce((sum, { count }) => sum + count, 0)).toBe(5);
    await opened.close();

    // Players respawn in the overworld.
    await command(again, 'kill Ada');
    await isIn(back, 'overworld');
    await back.waitForChunksToLoad();
    const place = back.entity.position;
    expect(back.blockAt(place.offset(0, -1, 0))?.name).not.toBe('netherrack');
  },
  eveningMs,
);

/** A frame of obsidian along the x axis, whose lowest block inside is `low`. */
async function frame(realm: RealmProcess, low: Vec3): Promise<void> {
  await command(realm, `fill ${words(low.offset(-4, -1, -4))} ${words(low.offset(5, 6, 4))} air`);
  await command(realm, `fill ${words(low.offset(-4, -1, -4))} ${words(low.offset(5, -1, 4))} stone`);
  await command(realm, `fill ${words(low.offset(-1, -1, 0))} ${words(low.offset(2, 3, 0))} obsidian`);
  await command(realm, `fill ${words(low)} ${words(low.offset(1, 2, 0))} air`);
}

/** Waits for at least one tick: the time is sent once a second. */
async function ticks(bot: Bot): Promise<void> {
  await once(bot._client, 'update_time');
  await once(bot._client, 'update_time');
}

/** Clicks the upper side of a block with the held item. */
function click(bot: Bot, { x, y, z }: Vec3): void {
  const cursor = { cursorX: 0.5, cursorY: 1, cursorZ: 0.5, insideBlock: false };
  bot._client.write('block_place', { hand: 0, location: { x, y, z }, direction: 1, ...cursor });
}

test(
  'portals are lit, lead to the Nether and back through the same, break with their frame, and lead to the End and home',
  async () => {
    const realm = await startRealm(makeRealmFolder({ gameMode: 'SURVIVAL', plan: otherWorlds }), 1);
    const ada = await joinBot(realm.gameSocket, 'Ada');
    ada.physicsEnabled = false;
    const low = new Vec3(40, 90, 40);
    const inNether = 'execute in minecraft:the_nether run';
    await frame(realm, low);
    await command(realm, `tp Ada ${words(low.offset(0, 0, 2))}`);
    await hold(realm, ada, 'flint_and_steel');
    click(ada, low.offset(0, -1, 0));
    await sees(ada, low.offset(1, 2, 0), 'nether_portal');

    // Four seconds in it.
    const began = performance.now();
    await command(realm, `tp Ada 41 90 40.5`);
    await isIn(ada, 'the_nether');
    expect(performance.now() - began).toBeGreaterThan(3500);
    await once(ada, 'move');
    const there = ada.entity.position.clone();
    expect(Math.hypot(there.x - 5, there.z - 5)).toBeLessThan(14);
    await sees(ada, there.floored(), 'nether_portal');

    // A player who arrives stays until they have stepped out. The way back leads to where they came from.
    await command(realm, `${inNether} tp Ada ${words(there.offset(0, 0, 2))}`);
    await command(realm, 'gamemode creative Ada');
    await ticks(ada);
    await command(realm, `${inNether} tp Ada ${words(there)}`);
    await isIn(ada, 'overworld');
    await until(() => (ada.entity.position.distanceTo(new Vec3(41, 90, 40.5)) < 0.1 ? true : null));

    // Without a part of its frame it is gone.
    await sees(ada, low, 'nether_portal');
    await command(realm, `tp Ada ${words(low.offset(0, 0, 3))}`);
    await command(realm, `setblock ${words(low.offset(-1, 1, 0))} air`);
    for (const [x, y] of [
      [0, 0],
      [1, 2],
    ] as const)
      await sees(ada, low.offset(x, y, 0), 'air');

    // However large it is.
    const great = low.offset(-30, 20, 20);
    await command(realm, `fill ${words(great)} ${words(great.offset(59, 59, 0))} nether_portal`);
    await sees(ada, great, 'nether_portal');
    await command(realm, `setblock ${words(great)} air`);
    await sees(ada, great.offset(59, 59, 0), 'air');

    // Eleven eyes are there; the twelfth opens the way to the End.
    const middle = low.offset(0, 0, 10);
    await command(realm, `fill ${words(middle.offset(-3, -1, -3))} ${words(middle.offset(3, 3, 3))} air`);
    for (const n of [-1, 0, 1]) {
      for (const [x, z] of [
        [n, -2],
        [n, 2],
        [-2, n],
        [2, n],
      ] as const) {
        await command(realm, `setblock ${words(middle.offset(x, 0, z))} end_portal_frame[eye=true]`);
      }
    }
    const last = middle.offset(0, 0, -2);
    await command(realm, `setblock ${words(last)} end_portal_frame`);
    // What a chest there holds is not lost.
    const inside = middle.offset(0, 0, -1);
    await command(realm, `setblock ${words(inside)} chest`);
    await command(realm, `tp Ada ${words(last.offset(0, 1, 0))}`);
    await hold(realm, ada, 'emerald');
    const store = await ada.openContainer(ada.blockAt(inside) as never);
    await store.deposit(ada.registry.itemsByName['emerald']?.id ?? -1, null, 1);
    await store.close();
    const spilt = new Promise<void>((resolve) =>
      ada.on('itemDrop', (entity) => void (entity.getDroppedItem()?.name === 'emerald' && resolve())),
    );
    await command(realm, `tp Ada ${words(last.offset(0, 1, 0))}`);
    await command(realm, 'gamemode survival Ada');
    await hold(realm, ada, 'ender_eye', 2);
    click(ada, last);
    await sees(ada, middle, 'end_portal');
    await spilt;
    await until(() => (has(ada, 'ender_eye') === 1 ? true : null));
    await command(realm, `tp Ada ${words(middle)}`);
    await isIn(ada, 'the_end');
    await until(() => (ada.entity.position.distanceTo(new Vec3(100.5, 49, 0.5)) < 0.1 ? true : null));
    await sees(ada, new Vec3(98, 48, -2), 'obsidian');
    await ticks(ada);
    const chest = new Vec3(101, 49, 1);
    await command(realm, `execute in minecraft:the_end run setblock ${words(chest)} chest`);
    await sees(ada, chest, 'chest');
    const window = await ada.openContainer(ada.blockAt(chest) as never);
    await window.deposit(ada.registry.itemsByName['ender_eye']?.id ?? -1, null, 1);
    await window.close();
    await command(realm, 'execute in minecraft:the_end run kill @e[type=ender_dragon]');
    await command(realm, 'execute in minecraft:the_end run tp Ada 1.5 62 1.5');
    await isIn(ada, 'overworld');

    // The platform is made again: what was in chests upon it lies there.
    await ticks(ada);
    await command(realm, `tp Ada ${words(middle)}`);
    await isIn(ada, 'the_end');
    await command(realm, `execute in minecraft:the_end run tp Ada ${words(chest)}`);
    await until(() => (has(ada, 'ender_eye') === 1 ? true : null));
    await sees(ada, chest, 'air');
  },
  eveningMs,
);

test(
  'on a plan without the other worlds a portal says so, and leads nowhere; who was there comes back to the spawn',
  async () => {
    const dir = makeRealmFolder({ gameMode: 'CREATIVE', plan: otherWorlds });
    const realm = await startRealm(dir, 1);
    const ada = await joinBot(realm.gameSocket, 'Ada');
    ada.physicsEnabled = false;
    const low = new Vec3(40, 90, 40);
    await frame(realm, low);
    await realm.call('PATCH', '/settings', { plan: plainSettings.plan });
    await command(realm, `tp Ada ${words(low.offset(0, 0, 2))}`);
    await hold(realm, ada, 'flint_and_steel');
    click(ada, low.offset(0, -1, 0));
    await sees(ada, low, 'nether_portal');
    const told = hears(ada, 'does not include this');
    await command(realm, 'tp Ada 41 90 40.5');
    await told;
    expect(ada.game.dimension).toBe('overworld');
    expect((await realm.state()).worlds.map(({ name }) => name)).toEqual(['overworld']);

    await realm.call('PATCH', '/settings', { plan: otherWorlds });
    await command(realm, 'execute in minecraft:the_nether run tp Ada 5 70 5');
    await isIn(ada, 'the_nether');
    await realm.call('PATCH', '/settings', { plan: plainSettings.plan });
    const left = once(ada, 'end');
    ada.quit();
    await left;
    await realm.stateWhere(({ players }) => players.length === 0);
    const back = await joinBot(realm.gameSocket, 'Ada');
    expect(back.game.dimension).toBe('overworld');
  },
  eveningMs,
);
