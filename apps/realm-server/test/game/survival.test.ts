import { type EventEmitter, once } from 'node:events';
import type { Bot } from 'mineflayer';
import { Vec3 } from 'vec3';
import { expect, test } from 'vitest';
import { hears, hitEntity, hold, joinBot, type Position, sees } from '../bots.ts';
import { plainSettings } from '@realmkeep/realm-protocol';
import { command, makeRealmFolder, type RealmProcess, startRealm, until } from '../realm-process.ts';

/** A night takes five seconds of the game, more on a busy machine. */
const eveningMs = 180_000;

const survivalRealm = (): Promise<RealmProcess> => startRealm(makeRealmFolder({ gameMode: 'SURVIVAL' }));

/** Sets a block, and waits until the client sees it. */
async function setBlock(realm: RealmProcess, bot: Bot, at: Position, name: string): Promise<void> {
  await command(realm, `setblock ${at.x} ${at.y} ${at.z} ${name}`);
  await sees(bot, at, name);
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

  // The client claims to be done at once, and is told that the block is still there.
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

test('a block is placed beside whoever leans on its place; two that are placed at once do not come of one', async () => {
  const realm = await survivalRealm();
  const ada = await joinBot(realm.gameSocket, 'Ada');
  ada.physicsEnabled = false;
  await hold(realm, ada, 'stone');
  // Her side is at 1, except for a rounding error.
  const beside = ada.entity.position.floored();
  beside.x = 1;
  const moved = once(ada, 'forcedMove');
  await command(realm, `tp Ada 2.3 ${beside.y} ${beside.z + 0.5}`);
  await moved;
  const ground = ada.blockAt(beside.offset(0, -1, 0));
  if (!ground) throw new Error('there is no ground');
  await ada.placeBlock(ground, new Vec3(0, 1, 0));
  await sees(ada, beside, 'stone');
  await hold(realm, ada, 'stone');
  const places = [2, 3].map((x) => ada.entity.position.floored().offset(x, 0, 0));
  const clicked = { hand: 0, cursorX: 0.5, cursorY: 1, cursorZ: 0.5, insideBlock: false, direction: 1 };
  ada._client.socket.cork();
  for (const at of places) ada._client.write('block_place', { ...clicked, location: at.offset(0, -1, 0) });
  ada._client.socket.uncork();
  await until(() => (has(ada, 'stone') === 0 ? true : null));
  const heard = hears(ada, 'all the same');
  await command(realm, 'say all the same');
  await heard;
  expect(places.filter((at) => ada.blockAt(at)?.name === 'stone')).toHaveLength(1);
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

test(
  'players are hurt, heal, eat, die, leave what they had, sleep, and come back to their bed',
  async () => {
    const plan = { ...plainSettings.plan, weather: true };
    const settings = { gameMode: 'SURVIVAL', naturalRegeneration: false, plan } as const;
    const realm = await startRealm(makeRealmFolder(settings));
    const change = (changed: object) => realm.call('PATCH', '/settings', changed);
    const ada = await joinBot(realm.gameSocket, 'Ada');
    const bob = await joinBot(realm.gameSocket, 'Bob');
    await until(() => (ada.players['Bob']?.entity && bob.players['Ada']?.entity ? true : null));
    ada.physicsEnabled = false;
    const ground = ada.entity.position.clone();
    // Both packets arrive in one turn, as they may from any client.
    ada._client.socket.cork();
    for (const up of [10, 0]) {
      ada._client.write('position', { x: ground.x, y: ground.y + up, z: ground.z, onGround: up === 0 });
    }
    ada._client.socket.uncork();
    await until(() => (ada.health === 13 ? true : null));
    await change({ naturalRegeneration: true });
    await until(() => (ada.health > 13 ? true : null));
    await change({ naturalRegeneration: false });

    // How far it has healed meanwhile depends on the machine.
    let [last, lost] = [ada.health, 0];
    ada.on('health', () => {
      lost = Math.max(lost, last - ada.health);
      last = ada.health;
    });
    await hold(realm, bob, 'iron_sword');
    hitEntity(bob, ada.entity);
    await until(() => (lost > 4 && bob.heldItem?.durabilityUsed === 1 ? true : null));

    await hold(realm, ada, 'golden_apple');
    ada.activateItem();
    await until(() => (has(ada, 'golden_apple') === 0 ? true : null));

    await command(realm, 'give Ada dirt 5');
    await until(() => (has(ada, 'dirt') === 5 ? true : null));
    let least = 5;
    ada.inventory.on('updateSlot', () => (least = Math.min(least, has(ada, 'dirt'))));
    const lying = new Set<string>();
    bob.on('itemDrop', (entity) => {
      const item = entity.getDroppedItem();
      if (item) lying.add(`${item.count} ${item.name}`);
    });
    const told = hears(bob, 'Ada');
    // One and a half seconds after a respawn mineflayer says once more where it stands and looks.
    const stands = once(ada, 'death').then(() => once(ada, 'forcedMove'));
    const high = once(ada, 'forcedMove');
    await command(realm, `tp Ada ${ground.x} ${ground.y + 30} ${ground.z}`);
    await high;
    await until(() => {
      const { x, y, z } = ada.entity.position.offset(0, -3, 0);
      ada.entity.position.y = y;
      ada._client.write('position', { x, y, z, onGround: y === ground.y });
      return y === ground.y || null;
    });
    expect(await told).toContain('fell from a high place');
    await realm.consoleLine('Ada fell from a high place');
    await until(() => (ada.health === 20 && least === 0 && lying.has('5 dirt') ? true : null));

    await change({ keepInventory: true });
    await stands;
    const hasLooked = once(bob._client, 'entity_look');
    ada._client.write('look', { yaw: -90, pitch: 0, onGround: true });
    await hasLooked;
    bob.quit();
    await command(realm, 'give Ada stone 3');
    await hold(realm, ada, 'red_bed');
    const at = ground.floored().offset(2, 0, 0);
    await realm.stateWhere((state) => state.players.length === 1);
    const clicked = { hand: 0, cursorX: 0.5, cursorY: 1, cursorZ: 0.5, insideBlock: false, direction: 1 };
    ada._client.write('block_place', { ...clicked, location: at.offset(0, -1, 0) });
    await sees(ada, at, 'red_bed');
    await sees(ada, at.offset(1, 0, 0), 'red_bed');
    await command(realm, 'time set 14000');
    ada._client.write('block_place', { ...clicked, location: at });
    // A hundred ticks, each of which takes its time on a busy machine.
    await until(() => (ada.time.timeOfDay < 1000 ? true : null), eveningMs / 2);
    // In a thunderstorm one sleeps by day too; and who sneaks with nothing in the hands uses what they click.
    await command(realm, 'weather thunder');
    await command(realm, 'time set 3000');
    await until(() => (ada.time.timeOfDay >= 3000 ? true : null));
    await hold(realm, ada, 'stone');
    ada.setQuickBarSlot(8);
    ada.setControlState('sneak', true);
    ada._client.write('block_place', { ...clicked, location: at });
    await until(() => (ada.time.timeOfDay < 1000 ? true : null), eveningMs / 2);
    ada.setControlState('sneak', false);
    const isBack = once(ada, 'spawn');
    await command(realm, 'kill Ada');
    await isBack;
    await until(() => (ada.entity.position.x >= at.x ? true : null));
    expect(has(ada, 'stone')).toBe(4);
  },
  eveningMs,
);
