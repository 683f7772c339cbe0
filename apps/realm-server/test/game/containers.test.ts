import { once } from 'node:events';
import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import { blockName, joinBot, type Position, sees } from '../bots.ts';
import { command, makeRealmFolder, type RealmProcess, startRealm, until } from '../realm-process.ts';
import { type StoredItem, storedLevels, storedPlayers } from '../stored-world.ts';

/** Some ten times the duration on an idle machine. */
const eveningMs = 180_000;

/** How many of an item the client has. */
function has(bot: Bot, name: string): number {
  return bot.inventory.count(bot.registry.itemsByName[name]?.id ?? -1, null);
}

async function give(realm: RealmProcess, bot: Bot, name: string, count: number): Promise<void> {
  await command(realm, `give ${bot.username} ${name} ${count}`);
  await until(() => (has(bot, name) === count ? true : null));
}

const middle = { hand: 0, direction: 1, cursorX: 0.5, cursorY: 1, cursorZ: 0.5, insideBlock: false };
const clickAt = (location: Position) => ({ ...middle, location });

/** Clicks a block that opens. @returns the number of the window */
async function open(bot: Bot, at: Position): Promise<number> {
  const opened = once(bot._client, 'open_window');
  bot._client.write('block_place', clickAt(at));
  return ((await opened) as [{ windowId: number }])[0].windowId;
}

/** One click, which the realm has answered. @returns whether it was a click of the game */
async function click(bot: Bot, windowId: number, slot: number, mode = 0, mouseButton = 0): Promise<boolean> {
  const answer = once(bot._client, 'transaction');
  const item = { present: false };
  bot._client.write('window_click', { windowId, slot, mouseButton, action: 7, mode, item });
  return ((await answer) as [{ accepted: boolean }])[0].accepted;
}

const inSlots = (items: StoredItem[] = []) => items.map(({ Slot, id, Count }) => `${Slot}: ${Count} ${id}`).join();

/** Everything up to now is in the files when it returns, and nothing later. */
async function save(realm: RealmProcess): Promise<void> {
  expect((await realm.call('POST', '/hold-writing')).status).toBe(200);
}

async function kill(realm: RealmProcess): Promise<void> {
  realm.child.kill('SIGKILL');
  await realm.ended();
}

test('what lies on the ground is in the file of its place, and lies there again after a kill', async () => {
  const dir = makeRealmFolder({ gameMode: 'SURVIVAL' });
  const realm = await startRealm(dir, 1);
  const ada = await joinBot(realm.gameSocket, 'Ada');
  await command(realm, 'give Ada dirt 5');
  await until(() => (has(ada, 'dirt') === 5 ? true : null));
  ada._client.write('block_dig', { status: 3, location: { x: 0, y: 0, z: 0 }, face: 0 });
  await until(() => (has(ada, 'dirt') === 0 ? true : null));
  const lying = () =>
    storedLevels(dir)
      .flatMap(({ Entities }) => Entities)
      .find(({ id }) => id === 'minecraft:item');
  await save(realm);
  expect(lying()).toMatchObject({ Item: { id: 'minecraft:dirt', Count: 5 } });
  await kill(realm);

  const again = await startRealm(dir, 2);
  const seen: string[] = [];
  await joinBot(again.gameSocket, 'Bob', 'nobodys', (bot) =>
    bot.on('itemDrop', (entity) => {
      const item = entity.getDroppedItem();
      if (item) seen.push(`${item.count} ${item.name}`);
    }),
  );
  await until(() => (seen.includes('5 dirt') ? true : null));
  // How long it has lain there is kept when the place is left.
  await again.call('POST', '/stop');
  await again.ended();
  expect(lying()?.Age).toBeGreaterThan(0);
});

test(
  'two chests that are placed side by side are one, which all who look into it see alike, and a kill takes and doubles nothing',
  async () => {
    const dir = makeRealmFolder({ gameMode: 'SURVIVAL' });
    const realm = await startRealm(dir, 1);
    const ada = await joinBot(realm.gameSocket, 'Ada');
    await give(realm, ada, 'chest', 2);
    await ada.equip(ada.registry.itemsByName['chest']?.id ?? -1, 'hand');
    const bob = await joinBot(realm.gameSocket, 'Bob');
    await until(() => (bob.players['Ada']?.entity ? true : null));
    const hasLooked = once(bob._client, 'entity_look');
    await ada.look(0, 0, true);
    ada._client.write('look', { yaw: 180, pitch: 0, onGround: true });
    await hasLooked;
    const ground = ada.entity.position.floored().offset(0, -1, -2);
    const [left, right] = [ground.offset(0, 1, 0), ground.offset(1, 1, 0)];
    for (const at of [left, right]) {
      ada._client.write('block_place', clickAt(at.offset(0, -1, 0)));
      await sees(ada, at, 'chest');
    }
    const types = () => [left, right].map((at) => ada.blockAt(at)?.getProperties());
    await expect.poll(types).toMatchObject(['right', 'left'].map((type) => ({ type, facing: 'south' })));

    await give(realm, ada, 'dirt', 20);
    const lid = once(bob._client, 'block_action');
    const opened = await open(ada, right);
    expect((await lid)[0]).toMatchObject({ byte1: 1, byte2: 1 });
    const bobs = await open(bob, left);
    // From the hotbar into the chest, then half of it onto the cursor, of which one goes into the other half.
    expect(await click(ada, opened, 81, 1)).toBe(true);
    await until(() => (bob.currentWindow?.slots[0]?.count === 20 ? true : null));
    await click(ada, opened, 0, 0, 1);
    await click(ada, opened, 53, 0, 1);
    expect(await click(ada, opened, 90)).toBe(false);
    expect(await click(ada, opened + 1, 0)).toBe(false);
    expect(await click(bob, bobs, 0, 1)).toBe(true);

    // What somebody else puts there while the mouse is dragged over it stays as it is.
    await give(realm, bob, 'diamond', 1);
    for (const [slot, step] of [
      [-999, 0],
      [0, 1],
    ] as const)
      await click(ada, opened, slot, 5, step);
    const diamond = bob.currentWindow?.slots.findIndex((item) => item?.name === 'diamond') ?? -1;
    expect(await click(bob, bobs, diamond, 1)).toBe(true);
    expect(await click(ada, opened, -999, 5, 2)).toBe(true);

    await save(realm);
    const chests = storedLevels(dir).flatMap(({ TileEntities }) => TileEntities);
    expect(chests.map(({ id, x, Items }) => [id, x, inSlots(Items)])).toEqual(
      expect.arrayContaining([
        ['minecraft:chest', left.x, '0: 1 minecraft:diamond'],
        ['minecraft:chest', right.x, '26: 1 minecraft:dirt'],
      ]),
    );
    const carried = storedPlayers(dir).flatMap(({ Inventory, RealmkeepCarried }) => [Inventory, RealmkeepCarried]);
    expect(carried.flat().reduce((sum, { Count }) => sum + Count, 0)).toBe(19);
    await kill(realm);

    const again = await startRealm(dir, 2);
    const back = await joinBot(again.gameSocket, 'Ada');
    await until(() => (has(back, 'dirt') === 9 ? true : null));
    const window = await open(back, left);
    await click(back, window, 53, 1);
    await until(() => (has(back, 'dirt') === 10 ? true : null));
    back._client.write('close_window', { windowId: window });

    // The contents of a broken half fall out; the other half stays.
    const now = await open(back, left);
    await click(back, now, 81, 1);
    await until(() => (has(back, 'dirt') === 0 ? true : null));
    const drops: string[] = [];
    back.on('itemDrop', (entity) => {
      const item = entity.getDroppedItem();
      if (item) drops.push(`${item.count} ${item.name}`);
    });
    await back.dig(back.blockAt(left) ?? fail(), true);
    await until(() => (drops.includes('1 chest') && drops.includes('10 dirt') ? true : null));
    await until(() => (back.blockAt(right)?.getProperties()['type'] === 'single' ? true : null));

    // A chest replaced by a command is gone with its contents, and clicks in it have no effect.
    const last = await open(back, right);
    const closed = once(back._client, 'close_window');
    await command(again, `setblock ${right.x} ${right.y} ${right.z} barrel`);
    await closed;
    expect(await click(back, last, 0)).toBe(false);
    await until(() => (blockName(back, right) === 'barrel' ? true : null));
    const barrel = await open(back, right);
    expect(await click(back, barrel, 26)).toBe(true);
    await until(() => (back.blockAt(right)?.getProperties()['open'] === true ? true : null));
  },
  eveningMs,
);

test('a furnace makes of its ingredient what its recipe says, and who takes it out learns from that', async () => {
  const dir = makeRealmFolder({ gameMode: 'SURVIVAL' });
  const realm = await startRealm(dir, 1);
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const at = ada.entity.position.floored().offset(0, 0, -2);
  await command(realm, `setblock ${at.x} ${at.y} ${at.z} blast_furnace`);
  await sees(ada, at, 'blast_furnace');
  await give(realm, ada, 'ancient_debris', 1);
  await give(realm, ada, 'coal', 2);
  await give(realm, ada, 'beef', 1);
  const window = await open(ada, at);
  const shown = new Map<number, number>();
  ada._client.on('craft_progress_bar', ({ property, value }: { property: number; value: number }) => {
    shown.set(property, Math.max(value, shown.get(property) ?? 0));
  });
  const slots = () => [0, 1, 2].map((slot) => ada.currentWindow?.slots[slot]?.name ?? null);
  for (const hand of [30, 31, 32]) expect(await click(ada, window, hand, 1)).toBe(true);
  // Items that this furnace does not accept stay with the player, and nothing can be put into the result slot.
  await until(() => (ada.blockAt(at)?.getProperties()['lit'] === true ? true : null));
  expect(slots().slice(0, 2)).toEqual(['ancient_debris', 'coal']);
  expect(has(ada, 'beef')).toBe(1);
  await click(ada, window, 1);
  await click(ada, window, 2);
  await click(ada, window, 1);
  await until(() => (slots()[2] === 'netherite_scrap' ? true : null));
  expect(slots()).toEqual([null, 'coal', 'netherite_scrap']);
  expect([...shown]).toEqual(
    expect.arrayContaining([
      [1, 800],
      [2, 99],
      [3, 100],
    ]),
  );
  await click(ada, window, 2, 1);
  await until(() => (has(ada, 'netherite_scrap') === 1 && ada.experience.points === 2 ? true : null));

  await save(realm);
  await kill(realm);
  const [furnace] = storedLevels(dir).flatMap(({ TileEntities }) => TileEntities);
  expect(furnace).toMatchObject({ id: 'minecraft:blast_furnace', x: at.x, Items: [{ Slot: 1, id: 'minecraft:coal' }] });
  expect(furnace?.['BurnTime']).toBeGreaterThan(0);
});

test('the recipe book lays out a recipe in the grid and in a furnace, and shows what is missing', async () => {
  const realm = await startRealm(makeRealmFolder({ gameMode: 'SURVIVAL' }));
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const ask = (windowId: number, recipe: string, makeAll = false): void =>
    ada._client.write('craft_recipe_request', { windowId, recipe: `minecraft:${recipe}`, makeAll });
  const lies = (slots: number[]): string[] =>
    slots.map((slot) => {
      const item = (ada.currentWindow ?? ada.inventory).slots[slot];
      return item ? `${item.count} ${item.name}` : '-';
    });
  const shows = (slots: number[], items: string[]) => expect.poll(() => lies(slots)).toEqual(items);
  await give(realm, ada, 'birch_planks', 7);
  await give(realm, ada, 'oak_planks', 3);
  await give(realm, ada, 'beef', 3);

  const grid = [0, 1, 2, 3, 4];
  // `clear` takes what lies in the grid, and the crafted with it.
  await give(realm, ada, 'oak_log', 1);
  ask(0, 'oak_planks');
  await shows([0, 1], ['4 oak_planks', '1 oak_log']);
  await command(realm, 'clear Ada oak_log');
  await shows([0, 1], ['-', '-']);
  expect(has(ada, 'oak_planks')).toBe(3);

  ask(0, 'stick');
  await shows(grid, ['4 stick', '1 birch_planks', '-', '1 birch_planks', '-']);
  ask(0, 'stick');
  await shows(grid, ['4 stick', '2 birch_planks', '-', '2 birch_planks', '-']);
  ask(0, 'crafting_table', true);
  await shows(grid, ['1 crafting_table', '2 birch_planks', '2 birch_planks', '2 oak_planks', '2 birch_planks']);
  // What is missing is shown, and nothing remains in the grid; a recipe that nobody has heard of changes nothing.
  const missing = once(ada._client, 'craft_recipe_response');
  ask(0, 'torch');
  expect((await missing)[0]).toEqual({ windowId: 0, recipe: 'minecraft:torch' });
  await shows(grid, ['-', '-', '-', '-', '-']);
  for (const recipe of ['nothing', 'chest', 'smoking/cooked_beef', '../chest', 'stick_9']) ask(0, recipe);
  ask(7, 'stick');

  const at = ada.entity.position.floored().offset(0, 0, -2);
  await command(realm, `setblock ${at.x} ${at.y} ${at.z} smoker`);
  await sees(ada, at, 'smoker');
  const windowId = await open(ada, at);
  ask(windowId, 'blasting/iron_ingot');
  ask(windowId, 'smoking/cooked_beef', true);
  await shows([0, 1, 2], ['3 beef', '-', '-']);
  ada._client.write('close_window', { windowId });
  expect([has(ada, 'birch_planks'), has(ada, 'oak_planks')]).toEqual([7, 3]);
});

test('hoppers take from above and from the ground, and pass on downwards and to the side', async () => {
  const dir = makeRealmFolder({ gameMode: 'SURVIVAL' });
  const realm = await startRealm(dir, 1);
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const feet = ada.entity.position.floored();
  const furnace = feet.offset(0, 0, -2);
  const [barrel, side, below] = [furnace.offset(0, 2, 0), furnace.offset(1, 0, 0), feet.offset(0, -2, 0)];
  for (const [at, block] of [
    [furnace, 'blast_furnace'],
    [furnace.offset(0, 1, 0), 'hopper[facing=down]'],
    [barrel, 'barrel'],
    [side, 'hopper[facing=west]'],
    [below, 'barrel'],
    [feet.offset(0, -1, 0), 'hopper[facing=down]'],
  ] as const) {
    await command(realm, `setblock ${at.x} ${at.y} ${at.z} ${block}`);
  }
  await sees(ada, feet.offset(0, -1, 0), 'hopper');
  await give(realm, ada, 'dirt', 2);
  await give(realm, ada, 'coal', 1);
  await click(ada, await open(ada, barrel), 54, 1);
  await click(ada, await open(ada, side), 33, 1);
  await open(ada, furnace);
  const inFurnace = () =>
    [0, 1].map((slot) => `${ada.currentWindow?.slots[slot]?.count} ${ada.currentWindow?.slots[slot]?.name}`);
  await until(() => (inFurnace().join() === '2 dirt,1 coal' ? true : null));

  await give(realm, ada, 'stick', 3);
  ada._client.write('look', { yaw: 0, pitch: 90, onGround: true });
  // When a click is answered, the realm knows where the player looks.
  await click(ada, 99, 0);
  ada._client.write('block_dig', { status: 3, location: { x: 0, y: 0, z: 0 }, face: 0 });
  await open(ada, below);
  await until(() => (ada.currentWindow?.slots[0]?.count === 3 ? true : null));
  await save(realm);
  await kill(realm);
  const held = storedLevels(dir).flatMap(({ TileEntities }) =>
    TileEntities.map(({ id, Items }) => `${id} ${inSlots(Items)}`),
  );
  expect(held.toSorted()).toEqual([
    'minecraft:barrel ',
    'minecraft:barrel 0: 3 minecraft:stick',
    'minecraft:blast_furnace 0: 2 minecraft:dirt,1: 1 minecraft:coal',
    'minecraft:hopper ',
    'minecraft:hopper ',
    'minecraft:hopper ',
  ]);
});

test('a shulker box keeps what is in it when it is broken, and has it where it is placed again', async () => {
  const dir = makeRealmFolder({ gameMode: 'SURVIVAL' });
  const realm = await startRealm(dir, 1);
  const ada = await joinBot(realm.gameSocket, 'Ada');
  // What it drops stays in the hole, into which the digger falls.
  const at = ada.entity.position.floored().offset(0, -1, 0);
  const then = at.offset(1, 1, 0);
  await command(realm, `setblock ${at.x} ${at.y} ${at.z} red_shulker_box`);
  await sees(ada, at, 'red_shulker_box');
  await give(realm, ada, 'dirt', 5);
  await give(realm, ada, 'shulker_box', 1);
  const window = await open(ada, at);
  await click(ada, window, 54, 1);
  // No box goes into a box.
  await click(ada, window, 55, 1);
  await click(ada, window, 55);
  await click(ada, window, 1);
  await click(ada, window, 55);
  expect([has(ada, 'dirt'), has(ada, 'shulker_box')]).toEqual([0, 1]);
  ada._client.write('close_window', { windowId: window });
  await ada.dig(ada.blockAt(at) ?? fail(), true);
  await ada.equip(
    await until(() => ada.inventory.items().find(({ name }) => name === 'red_shulker_box') ?? null),
    'hand',
  );
  ada._client.write('block_place', clickAt(then.offset(0, -1, 0)));
  await sees(ada, then, 'red_shulker_box');
  await until(() => (has(ada, 'red_shulker_box') === 0 ? true : null));
  await save(realm);
  await kill(realm);
  const boxes = storedLevels(dir).flatMap(({ TileEntities }) =>
    TileEntities.map(({ id, Items }) => `${id} ${inSlots(Items)}`),
  );
  expect(boxes).toEqual(['minecraft:shulker_box 0: 5 minecraft:dirt']);
});

function fail(): never {
  throw new Error('there is no such block');
}
