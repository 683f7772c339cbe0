import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { plainSettings } from '@realmkeep/realm-protocol';
import type { Bot } from 'mineflayer';
import { Vec3 } from 'vec3';
import { expect, test } from 'vitest';
import { hears, joinBot, sees } from './bots.ts';
import { makeRealmFolder, type RealmProcess, startRealm, until } from './realm-process.ts';

const eveningMs = 180_000;
const otherWorlds = { ...plainSettings.plan, otherWorlds: true };

async function command(realm: RealmProcess, line: string): Promise<void> {
  await realm.call('POST', '/command', { command: line });
}

/** How many of an item the client has. */
function has(bot: Bot, name: string): number {
  return bot.inventory.count(bot.registry.itemsByName[name]?.id ?? -1, null);
}

async function isIn(bot: Bot, dimension: string): Promise<void> {
  await until(() => (String(bot.game.dimension) === dimension ? true : null));
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
    const state = await realm.stateWhere(({ worlds }) => worlds.some(({ name }) => name === 'nether'));
    expect(state.players.map(({ nickname, world }) => [nickname, world])).toEqual([
      ['Ada', 'nether'],
      ['Bob', 'overworld'],
    ]);

    // What Ada does at a place is not seen at the same place elsewhere; what she says is.
    const shown: string[] = [];
    bob._client.on('block_change', ({ location }: { location: object }) => shown.push(JSON.stringify(location)));
    await command(realm, `${inNether} setblock 3 80 3 chest`);
    await sees(ada, spot, 'chest');
    const heard = hears(bob, 'hot here');
    ada.chat('hot here');
    await heard;
    expect(shown).toEqual([]);

    // Items move in the Nether; the realm is killed, and is as it was.
    const chest = ada.blockAt(spot);
    if (!chest) throw new Error('no chest');
    const window = await ada.openContainer(chest);
    await window.deposit(ada.registry.itemsByName['diamond']?.id ?? -1, null, 2);
    window.close();
    await until(() => (has(ada, 'diamond') === 3 ? true : null));
    expect((await realm.call('POST', '/hold-writing')).status).toBe(200);
    realm.child.kill('SIGKILL');
    await realm.ended();
    expect(existsSync(join(dir, 'world/DIM-1/region/r.0.0.mca'))).toBe(true);
    const again = await startRealm(dir, 2);
    const back = await joinBot(again.gameSocket, 'Ada');
    await isIn(back, 'the_nether');
    await sees(back, spot, 'chest');
    expect(has(back, 'diamond')).toBe(3);
    const opened = await back.openContainer(back.blockAt(spot) ?? chest);
    expect(opened.containerItems().map(({ name, count }) => [name, count])).toEqual([['diamond', 2]]);
    opened.close();

    // The dead come back in the overworld.
    await command(again, 'kill Ada');
    await isIn(back, 'overworld');
    await back.waitForChunksToLoad();
    const place = back.entity.position;
    expect(back.blockAt(place.offset(0, -1, 0))?.name).not.toBe('netherrack');
  },
  eveningMs,
);
