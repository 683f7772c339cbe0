import { once } from 'node:events';
import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import { hears, joinBot, type Position, words } from '../bots.ts';
import { makeRealmFolder, startRealm, until } from '../realm-process.ts';
import { middle, Workshop } from './workshop.ts';

const eveningMs = 180_000;

const owner = { nickname: 'Owner_1', epoch: 1 };
const modes = { chain: 0, repeating: 1, impulse: 2 };
const flags = { none: 0, conditional: 2, always: 4 };

function edit(bot: Bot, at: Position, mode: number, flag: number, command: string): void {
  bot._client.write('update_command_block', { location: at, command, mode, flags: flag });
}

test(
  'command blocks run what those with powers have set, in their order, and nothing else; what is protected is not switched',
  async () => {
    const dir = makeRealmFolder({ gameMode: 'CREATIVE', slots: null, managers: [owner], spawnProtectionRadius: 6 });
    const realm = await startRealm(dir);
    const ada = await joinBot(realm.gameSocket, owner.nickname, owner, (bot) => {
      bot.physicsEnabled = false;
    });
    const shop = new Workshop(realm, ada);
    await shop.clear();
    const [first, second, third] = [shop.at(2), shop.at(3), shop.at(4)];
    for (const at of [first, second, third]) await shop.set(at, 'command_block[facing=east]');

    // Off, unless the owner has turned them on.
    await shop.sees(third, 'command_block');
    const refused = hears(ada, 'Command blocks are not enabled');
    edit(ada, first, modes.impulse, flags.none, 'say never');
    await refused;
    await realm.call('PATCH', '/settings', { commandBlocks: true });

    edit(ada, first, modes.impulse, flags.none, 'setblock ~ ~2 ~ gold_block');
    edit(ada, second, modes.chain, flags.conditional | flags.always, 'say chained');
    edit(ada, third, modes.chain, flags.always, 'stop');
    await shop.sees(third, 'chain_command_block east', 'facing');
    const chained = hears(ada, '[@] chained');
    await shop.set(shop.at(2, 0, 1), 'redstone_block');
    await chained;
    await shop.sees(shop.at(2, 2), 'gold_block');
    // The second time the first fails, and so does the one that depends on it.
    edit(ada, third, modes.chain, flags.always, 'say again');
    const again: string[] = [];
    ada.on('message', (message) => void again.push(message.toString()));
    const heard = hears(ada, '[@] again');
    const lamp = shop.at(2, 0, 2);
    await shop.set(lamp, 'redstone_lamp[lit=true]');
    await shop.set(shop.at(2, 0, 1), 'air');
    await shop.sees(lamp, 'redstone_lamp false', 'lit');
    await shop.set(shop.at(2, 0, 1), 'redstone_block');
    await heard;
    expect(again.filter((line) => line.includes('chained'))).toEqual([]);
    const shown = once(ada._client, 'tile_entity_data');
    shop.click(first);
    expect(JSON.stringify(await shown)).toContain('setblock ~ ~2 ~ gold_block');

    // A piston beside protected ground moves nothing into it, and one beside that moves away.
    for (const [z, facing] of [
      [4, 'west'],
      [5, 'east'],
    ] as const) {
      await shop.set(shop.at(7, 0, z), `piston[facing=${facing}]`);
      await shop.set(shop.at(facing === 'west' ? 6 : 8, 0, z), 'dirt');
      await shop.set(shop.at(7, 1, z), 'redstone_block');
    }
    await shop.sees(shop.at(9, 0, 5), 'dirt');
    expect(shop.looks(shop.at(6, 0, 4))).toBe('dirt');

    // A visitor sets none, breaks none, and switches nothing where the spawn is protected; elsewhere they do.
    const bob = await joinBot(realm.gameSocket, 'Bob');
    bob.physicsEnabled = false;
    await shop.command(`tp Bob ${words(shop.at(10))}`);
    await shop.command(`tp ${owner.nickname} ${words(shop.at(10))}`);
    await shop.set(shop.at(9), 'command_block');
    await shop.set(shop.at(5, 0, 2), 'lever[face=floor]');
    await shop.set(shop.at(12, 0, 2), 'lever[face=floor]');
    await shop.set(shop.at(12, 0, -2), 'repeating_command_block');
    await shop.set(shop.at(12, 0, -4), 'repeating_command_block');
    await shop.sees(shop.at(12, 0, -4), 'repeating_command_block');
    edit(bob, shop.at(12, 0, -4), modes.repeating, flags.always, 'setblock ~ ~1 ~ gold_block');
    bob._client.write('block_dig', { status: 0, location: shop.at(9), face: 1 });
    for (const x of [5, 12]) bob._client.write('block_place', { ...middle, location: shop.at(x, 0, 2) });
    await shop.sees(shop.at(12, 0, 2), 'lever true', 'powered');
    expect(shop.looks(shop.at(5, 0, 2), 'powered')).toBe('lever false');
    expect(shop.looks(shop.at(9))).toBe('command_block');
    edit(ada, shop.at(12, 0, -2), modes.repeating, flags.always, 'give Bob dirt');
    await shop.set(shop.at(13, 0, -2), 'command_block');
    await shop.sees(shop.at(13, 0, -2), 'command_block');
    edit(ada, shop.at(13, 0, -2), modes.repeating, flags.always, 'give Bob stone');
    await shop.set(shop.at(12, 0, -6), 'repeating_command_block');
    await shop.sees(shop.at(12, 0, -6), 'repeating_command_block');
    edit(ada, shop.at(12, 0, -6), modes.repeating, flags.always, 'ban Nobody');
    for (const item of ['dirt', 'stone']) {
      await until(() => (bob.inventory.count(bob.registry.itemsByName[item]?.id ?? -1, null) > 3 ? true : null));
    }
    expect(shop.looks(shop.at(12, 1, -4))).toBe('air');
    expect((await realm.state()).orders).toEqual([]);

    // What waits is kept: after a kill it goes on.
    await shop.set(shop.at(14, 0, 3), 'redstone_torch');
    await shop.set(shop.at(15, 0, 3), 'repeater[facing=west,delay=4]');
    expect((await realm.call('POST', '/hold-writing')).status).toBe(200);
    realm.child.kill('SIGKILL');
    await realm.ended();
    const next = await startRealm(dir, 2);
    await next.call('PATCH', '/settings', { commandBlocks: true });
    const back = await joinBot(next.gameSocket, 'Bob');
    const before = back.inventory.count(back.registry.itemsByName['dirt']?.id ?? -1, null);
    await until(() => (back.inventory.count(back.registry.itemsByName['dirt']?.id ?? -1, null) > before ? true : null));
    await until(() => (back.blockAt(shop.at(15, 0, 3))?.getProperties()['powered'] === true ? true : null));
  },
  eveningMs,
);
