import { once } from 'node:events';
import { expect, test } from 'vitest';
import {
  blockName,
  breakBlock,
  groundAround,
  hears,
  hitEntity,
  hold,
  joinBot,
  packet,
  type Position,
  sees,
  turnTo,
  words,
} from '../bots.ts';
import { command, makeRealmFolder, startRealm, until } from '../realm-process.ts';
import { middle, type Workshop, workshop } from './workshop.ts';

/** Clicks the upper side of a block with an item, which changes nothing above it. */
async function triesOn(shop: Workshop, ground: Position, item: string): Promise<void> {
  await hold(shop.realm, shop.ada, item);
  const above = ground.offset(0, 1, 0);
  const before = shop.looks(above);
  // What has been refused is shown as it is.
  const refused = packet(shop.ada, 'block_change', ({ location }) => words(location as Position) === words(above));
  shop.click(ground);
  await refused;
  expect([item, shop.looks(above)]).toEqual([item, before]);
}

test('what is placed, poured and broken is what the game makes of it, and the other hand places too', async () => {
  const shop = await workshop(makeRealmFolder({ gameMode: 'CREATIVE' }));
  await shop.clear();
  const { ada, realm } = shop;

  await hold(realm, ada, 'torch');
  ada._client.write('block_dig', { status: 6, location: shop.at(0), face: 0 });
  ada._client.write('block_place', { ...middle, hand: 1, location: shop.at(-3, -1, 0) });
  await shop.sees(shop.at(-3), 'torch');

  await triesOn(shop, shop.at(-2, -1, 2), 'kelp');
  await shop.set(shop.at(-2, -1, 3), 'farmland');
  await triesOn(shop, shop.at(-2, -1, 3), 'wheat');
  await triesOn(shop, shop.at(-2, -1, 2), 'poppy');

  // Not into a creature.
  for (const [x, z] of [
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ] as const)
    await shop.set(shop.at(x, 0, z - 3), 'glass');
  await shop.command(`summon pig ${shop.at(0).x} ${shop.at(0).y} ${shop.at(0, 0, -3).z}`);
  const pig = await until(() => Object.values(ada.entities).find(({ name }) => name === 'pig') ?? null);
  await triesOn(shop, shop.at(0, -1, -3), 'piston');
  await triesOn(shop, shop.at(0, -1, -3), 'stone');
  // Its second blow is as hard as the first.
  const dies = once(ada._client, 'entity_status').then(() => true);
  await hold(realm, ada, 'diamond_sword');
  const isGone = until(() => (ada.entities[pig.id] ? null : true));
  hitEntity(ada, pig);
  await dies;
  for (let seconds = 0; seconds < 2; seconds += 1) await once(ada._client, 'update_time');
  hitEntity(ada, pig);
  await isGone;

  // Water stays where something stood in it, and what flows is no source.
  await shop.set(shop.at(3), 'oak_fence[waterlogged=true]');
  await shop.sees(shop.at(3), 'oak_fence true', 'waterlogged');
  breakBlock(ada, shop.at(3));
  await shop.sees(shop.at(3), 'water 0', 'level');
  await shop.set(shop.at(3, 0, 4), 'stone_pressure_plate');
  await shop.sees(shop.at(5), 'water 2', 'level');
  await hold(realm, ada, 'oak_fence');
  shop.click(shop.at(5, -1));
  await shop.sees(shop.at(5), 'oak_fence false', 'waterlogged');
  await shop.sees(shop.at(4, 0, 4), 'water 5', 'level');
  expect(shop.looks(shop.at(3, 0, 4))).toBe('stone_pressure_plate');

  // Lava is poured before what can be filled with water alone.
  await shop.set(shop.at(-4, 1, -1), 'oak_stairs[half=bottom]');
  await shop.sees(shop.at(-4, 1, -1), 'oak_stairs');
  await hold(realm, ada, 'lava_bucket');
  await turnTo(ada, shop.at(-4, 1, -1).offset(0.5, 0.2, 0.5));
  ada._client.write('use_item', { hand: 0 });
  await until(() => (ada.findBlock({ matching: (block) => block.name === 'lava', maxDistance: 6 }) ? true : null));

  // Both halves of a flower go with their ground.
  await shop.set(shop.at(-3, -1, -3), 'dirt');
  for (const [y, half] of ['lower', 'upper'].entries()) await shop.set(shop.at(-3, y, -3), `sunflower[half=${half}]`);
  await shop.sees(shop.at(-3, 1, -3), 'sunflower');
  breakBlock(ada, shop.at(-3, -1, -3));
  await shop.sees(shop.at(-3, 1, -3), 'air');

  // A dispenser lights what can burn.
  const dispenser = shop.at(0, 0, 3);
  await shop.set(dispenser, 'dispenser[facing=up]');
  await hold(realm, ada, 'flint_and_steel');
  const window = await ada.openContainer(ada.blockAt(dispenser) as never);
  await window.deposit(ada.registry.itemsByName['flint_and_steel']?.id ?? -1, null, 1);
  await window.close();
  await shop.set(shop.at(1, 0, 3), 'redstone_block');
  await shop.sees(shop.at(0, 1, 3), 'fire');
});

test('the protected ground around the spawn is not built on, until it is free', async () => {
  const realm = await startRealm(makeRealmFolder({ spawnProtectionRadius: 16 }));
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const [block] = groundAround(ada, 1);
  if (!block) throw new Error('no ground');
  const before = blockName(ada, block);
  const told = hears(ada, 'The spawn is protected here.');
  breakBlock(ada, block);
  await told;
  expect(blockName(ada, block)).toBe(before);
  // Nor is anything used there.
  const chest = block.offset(0, 1, 0);
  await command(realm, `setblock ${words(chest)} chest`);
  await sees(ada, chest, 'chest');
  const click = (): void => ada._client.write('block_place', { ...middle, location: chest });
  const kept = hears(ada, 'The spawn is protected here.');
  click();
  await kept;
  expect(ada.currentWindow).toBeNull();
  await realm.call('PATCH', '/settings', { spawnProtectionRadius: 0 });
  const opened = once(ada, 'windowOpen');
  click();
  await opened;
  breakBlock(ada, block);
  await sees(ada, block, 'air');
});
