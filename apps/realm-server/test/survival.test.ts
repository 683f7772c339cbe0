import { type EventEmitter, once } from 'node:events';
import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import { joinBot, type Position, sees } from './bots.ts';
import { makeRealmFolder, type RealmProcess, startRealm, until } from './realm-process.ts';

const survivalRealm = (): Promise<RealmProcess> => startRealm(makeRealmFolder({ gameMode: 'SURVIVAL' }));

async function command(realm: RealmProcess, line: string): Promise<void> {
  await realm.call('POST', '/command', { command: line });
}

/** Sets a block, and waits until the client sees it. */
async function setBlock(realm: RealmProcess, bot: Bot, at: Position, name: string): Promise<void> {
  await command(realm, `setblock ${at.x} ${at.y} ${at.z} ${name}`);
  await sees(bot, at, name);
}

/** Gives an item, and takes it into the hand. */
async function hold(realm: RealmProcess, bot: Bot, name: string): Promise<void> {
  await command(realm, `give ${bot.username} ${name}`);
  const item = await until(() => bot.inventory.items().find((candidate) => candidate.name === name) ?? null);
  await bot.equip(item, 'hand');
}

/** How many of an item the client has. */
function has(bot: Bot, name: string): number {
  return bot.inventory.count(bot.registry.itemsByName[name]?.id ?? -1, null);
}

test('a block takes its time to dig, drops what its table says for the tool, and wears the tool', async () => {
  const realm = await survivalRealm();
  const ada = await joinBot(realm.gameSocket, 'Ada');
  // What it drops stays in the hole, into which the digger falls.
  const at = ada.entity.position.floored().offset(0, -1, 0);
  await setBlock(realm, ada, at, 'stone');

  // Done at once, says the client, and is told that the block is still there.
  const answer = once(ada._client, 'acknowledge_player_digging');
  ada._client.write('block_dig', { status: 0, location: at, face: 1 });
  await answer;
  const refused = once(ada._client, 'acknowledge_player_digging');
  ada._client.write('block_dig', { status: 2, location: at, face: 1 });
  expect((await refused)[0]).toMatchObject({ successful: false, block: 1 });

  await hold(realm, ada, 'iron_pickaxe');
  const block = ada.blockAt(at);
  if (!block) throw new Error('no block');
  await ada.dig(block, true);
  await until(() => (has(ada, 'cobblestone') === 1 ? true : null));
  await until(() => (ada.heldItem?.durabilityUsed === 1 ? true : null));

  // What the tool is worn is kept.
  ada.quit();
  await realm.stateWhere((state) => state.players.length === 0);
  const again = await joinBot(realm.gameSocket, 'Ada');
  await until(() => (again.heldItem?.durabilityUsed === 1 ? true : null));
});

test('what is thrown is seen by others, falls at the thrower’s feet, and is picked up again', async () => {
  const realm = await survivalRealm();
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const bob = await joinBot(realm.gameSocket, 'Bob');
  await command(realm, 'give Ada dirt 5');
  await until(() => (has(ada, 'dirt') === 5 && bob.players['Ada']?.entity ? true : null));
  const hasLooked = once(bob._client, 'entity_look');
  ada._client.write('look', { yaw: 0, pitch: 90, onGround: true });
  await hasLooked;
  const dropped = new Set<number>();
  let collected = 0;
  bob.on('itemDrop', ({ id }) => void dropped.add(id));
  const hears: EventEmitter = bob._client;
  hears.on('collect', ({ pickupItemCount }: { pickupItemCount: number }) => (collected += pickupItemCount));
  for (let i = 0; i < 3; i += 1) ada._client.write('block_dig', { status: 4, location: { x: 0, y: 0, z: 0 }, face: 0 });
  await until(() => (has(ada, 'dirt') === 2 ? true : null));
  await until(() => (collected === 3 && has(ada, 'dirt') === 5 ? true : null));
  expect(dropped.size).toBe(3);
});

test('a player crafts in the own window and at a table, and what lies there is not lost', async () => {
  const realm = await survivalRealm();
  const ada = await joinBot(realm.gameSocket, 'Ada');
  await command(realm, 'give Ada oak_log 3');
  await until(() => (has(ada, 'oak_log') === 3 ? true : null));
  await craft(ada, 'oak_planks', 3);
  await craft(ada, 'stick', 1);
  await craft(ada, 'crafting_table', 1);
  await until(() => (has(ada, 'oak_planks') === 6 && has(ada, 'stick') === 4 ? true : null));
  const at = ada.entity.position.floored().offset(2, 0, 0);
  await setBlock(realm, ada, at, 'crafting_table');
  const table = ada.blockAt(at);
  if (!table) throw new Error('no table');
  await craft(ada, 'wooden_pickaxe', 1, table);
  await until(() => (has(ada, 'wooden_pickaxe') === 1 && has(ada, 'oak_planks') === 3 ? true : null));

  // An item that a client makes up in its click is not taken over.
  const made = { present: true, itemId: ada.registry.itemsByName['diamond']?.id, itemCount: 64 };
  const answer = once(ada._client, 'transaction');
  ada._client.write('window_click', { windowId: 0, slot: 20, mouseButton: 0, action: 900, mode: 0, item: made });
  await answer;

  // In the grid and at the mouse when the player leaves.
  const planks = ada.inventory.items().find(({ name }) => name === 'oak_planks')?.slot ?? 0;
  const press = async (slot: number, mouseButton: number) => {
    const accepted = once(ada._client, 'transaction');
    ada._client.write('window_click', {
      windowId: 0,
      slot,
      mouseButton,
      action: 901,
      mode: 0,
      item: { present: false },
    });
    await accepted;
  };
  await press(planks, 0);
  await press(1, 1);
  ada.quit();
  await realm.stateWhere((state) => state.players.length === 0);
  const again = await joinBot(realm.gameSocket, 'Ada');
  await until(() => (has(again, 'oak_planks') === 3 && has(again, 'wooden_pickaxe') === 1 ? true : null));
  expect(has(again, 'diamond')).toBe(0);
});

async function craft(bot: Bot, name: string, times: number, table: ReturnType<Bot['blockAt']> = null): Promise<void> {
  const [recipe] = bot.recipesFor(bot.registry.itemsByName[name]?.id ?? -1, null, 1, table);
  if (!recipe) throw new Error(`no recipe for ${name} from what is there`);
  await bot.craft(recipe, times, table ?? undefined);
}
