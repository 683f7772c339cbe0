import { type EventEmitter, once } from 'node:events';
import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import { blockName, joinBot, type Position, sees, words } from '../bots.ts';
import { command, makeRealmFolder, startRealm, until } from '../realm-process.ts';

/** How many of an item lie about, as the client sees them. */
function lying(bot: Bot, name: string): number {
  return Object.values(bot.entities)
    .map((entity) => (entity.name === 'item' ? entity.getDroppedItem() : null))
    .reduce((sum, item) => sum + (item?.name === name ? item.count : 0), 0);
}

test('TNT breaks, hurts and throws about, spills chests, sets off other TNT, and spares protected ground', async () => {
  const realm = await startRealm(makeRealmFolder({ gameMode: 'SURVIVAL', spawnProtectionRadius: 5 }));
  const ada = await joinBot(realm.gameSocket, 'Ada');
  ada.physicsEnabled = false;
  const spawn = ada.entity.position.floored();
  const at = (x: number, y = 0, z = 0): Position => spawn.offset(x, y, z);
  await command(realm, `fill ${words(at(0, 0, -12))} ${words(at(20, 8, 12))} air`);
  await command(realm, `fill ${words(at(0, -1, -12))} ${words(at(20, -1, 12))} obsidian`);
  for (const x of [3, 4, 5]) await command(realm, `setblock ${words(at(x))} dirt`);
  await command(realm, `setblock ${words(at(8))} tnt`);
  await command(realm, `setblock ${words(at(8, 0, -1))} chest`);
  await command(realm, `setblock ${words(at(8, 0, 1))} stone`);
  await command(realm, `tp Ada ${words(at(14))}`);
  await command(realm, 'give Ada diamond 3');
  await command(realm, 'give Ada flint_and_steel');
  await sees(ada, at(8, 0, 1), 'stone');
  await until(() => (ada.inventory.items().length === 2 && ada.entity.position.x > spawn.x + 13 ? true : null));
  const [diamond, lighter] = ['diamond', 'flint_and_steel'].map((name) => ada.registry.itemsByName[name]?.id ?? -1);
  const chest = await ada.openContainer(ada.blockAt(at(8, 0, -1)) as never);
  await chest.deposit(diamond ?? -1, null, 3);
  await chest.close();
  await ada.equip(lighter ?? -1, 'hand');

  const explosions: Record<string, unknown>[] = [];
  const client: EventEmitter = ada._client;
  client.on('explosion', (packet: Record<string, unknown>) => void explosions.push(packet));
  const burning = once(ada, 'entitySpawn');
  const click = { hand: 0, direction: 1, cursorX: 0.5, cursorY: 0.5, cursorZ: 0.5, insideBlock: false };
  ada._client.write('block_place', { ...click, location: at(8) });
  expect((await burning)[0]).toMatchObject({ name: 'tnt' });
  await sees(ada, at(8), 'air');
  const [first] = await until(() => (explosions.length === 1 ? explosions : null));
  for (const gone of [at(5), at(8, 0, -1), at(8, 0, 1)]) await sees(ada, gone, 'air');
  expect([3, 4].map((x) => blockName(ada, at(x)))).toEqual(['dirt', 'dirt']);
  expect(blockName(ada, at(8, -1))).toBe('obsidian');
  expect(first?.['playerMotionX']).toBeGreaterThan(0);
  await until(() => (ada.health < 20 && ada.health > 0 ? true : null));
  await until(() =>
    lying(ada, 'diamond') === 3 && lying(ada, 'cobblestone') === 1 && lying(ada, 'dirt') === 1 ? true : null,
  );

  // One sets off the other; what lies near burns; what a player cannot change is not set off.
  await command(realm, 'gamemode creative Ada');
  for (const x of [4, 10, 13]) await command(realm, `setblock ${words(at(x))} tnt`);
  await sees(ada, at(13), 'tnt');
  ada._client.write('block_place', { ...click, location: at(10) });
  await until(() => (explosions.length === 3 ? true : null));
  await sees(ada, at(13), 'air');
  expect(blockName(ada, at(4))).toBe('tnt');
  await until(() => (lying(ada, 'diamond') === 0 ? true : null));
});
