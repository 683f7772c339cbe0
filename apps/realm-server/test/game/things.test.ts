import { type EventEmitter, once } from 'node:events';
import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import { hears, hitEntity, hold, joinBot, packet, turnTo, useEntity, words } from '../bots.ts';
import { command, makeRealmFolder, startRealm, until } from '../realm-process.ts';

const eveningMs = 180_000;
/** entity_status of protocol 754. */
const blocked = 29;

/** One more than a book has. */
const pages = { type: 'list', value: { type: 'string', value: Array.from({ length: 101 }, () => 'x') } };

/** Its types lack it. */
type Signing = Bot & { signBook(slot: number, pages: string[], author: string, title: string): Promise<void> };

const boatOf = (bot: Bot) => bot.nearestEntity(({ name }) => name === 'boat');
const tagsOf = (bot: Bot, name: string): string =>
  JSON.stringify(bot.inventory.items().find((item) => item.name === name)?.nbt ?? null);

test(
  'players write books, hold up shields and row boats, which are there after a kill',
  { timeout: eveningMs },
  async () => {
    const dir = makeRealmFolder({ gameMode: 'SURVIVAL', dealDamage: true });
    const realm = await startRealm(dir, 1);
    const [ada, bob] = [await joinBot(realm.gameSocket, 'Ada'), await joinBot(realm.gameSocket, 'Bob')];
    for (const bot of [ada, bob]) bot.physicsEnabled = false;
    const feet = ada.entity.position.floored();
    await command(realm, `fill ${words(feet.offset(-8, 0, -8))} ${words(feet.offset(8, 5, 8))} air`);
    await command(realm, `fill ${words(feet.offset(-8, -1, -8))} ${words(feet.offset(8, -1, 8))} stone`);
    await command(realm, `fill ${words(feet.offset(2, -2, -4))} ${words(feet.offset(8, -1, 4))} water`);
    await command(realm, `teleport Ada ${words(feet.offset(0.5, 0, 0.5))}`);
    await command(realm, `teleport Bob ${words(feet.offset(0.5, 0, 2.5))}`);

    // A book accepts what the game's clients can write, and no more; a signed one is read-only.
    await hold(realm, ada, 'writable_book');
    const slot = 36 + ada.quickBarSlot;
    await ada.writeBook(slot, ['First page\nof two', '§kSecond']);
    expect(tagsOf(ada, 'writable_book')).toContain('["First page\\nof two","kSecond"]');
    const tooMuch = hears(ada, 'This is too much for one book');
    const book = ada.inventory.slots[slot];
    const nbtData = { type: 'compound', name: '', value: { pages } };
    ada._client.write('edit_book', {
      new_book: { present: true, itemId: book?.type, itemCount: 1, nbtData },
      signing: false,
      hand: 0,
    });
    await tooMuch;
    expect(tagsOf(ada, 'writable_book')).toContain('First page');
    await (ada as Signing).signBook(slot, ['First page', 'Second'], 'Nobody', 'Ours');
    await until(() => (tagsOf(ada, 'written_book').includes('"value":"Ada"') ? true : null));
    expect(tagsOf(ada, 'written_book')).toContain('Ours');
    const opened = once(ada._client, 'open_book');
    ada.activateItem();
    await opened;

    // A shield blocks hits from the front, wears, and an axe disables it.
    await command(realm, 'give Bob shield');
    const shieldId = bob.registry.itemsByName['shield']?.id ?? -1;
    await until(() => (bob.inventory.count(shieldId, null) > 0 ? true : null));
    await bob.equip(shieldId, 'off-hand');
    await turnTo(bob, feet.offset(0.5, 1.6, 0.5));
    await hold(realm, ada, 'diamond_sword');
    await turnTo(ada, feet.offset(0.5, 1.6, 2.5));
    const raised = packet(ada, 'entity_metadata', ({ entityId, metadata }) =>
      (metadata as { key: number; value: unknown }[]).some(
        ({ key, value }) => entityId === bob.entity.id && key === 7 && value === 3,
      ),
    );
    bob._client.write('use_item', { hand: 1 });
    await raised;
    const kept = packet(
      bob,
      'entity_status',
      ({ entityId, entityStatus }) => entityId === bob.entity.id && entityStatus === blocked,
    );
    // It does not block for the first quarter of a second; the time is sent once a second.
    await once(bob._client, 'update_time');
    await once(bob._client, 'update_time');
    hitEntity(ada, bob.entity);
    await kept;
    expect(bob.health).toBe(20);
    await until(() => (JSON.stringify(bob.inventory.slots[45]?.nbt ?? null).includes('Damage') ? true : null));
    await hold(realm, ada, 'netherite_axe');
    ada._client.write('entity_action', { entityId: ada.entity.id, actionId: 'start_sprinting', jumpBoost: 0 });
    const struckDown = packet(bob, 'set_cooldown', ({ itemID }) => itemID === shieldId);
    hitEntity(ada, bob.entity);
    await struckDown;
    expect(bob.health).toBe(20);
    await until(() => {
      if (bob.health === 20) hitEntity(ada, bob.entity);
      return bob.health < 20 ? true : null;
    });

    // A boat lies on the water, carries two, goes where its first rider's client says, but not through the world.
    await hold(realm, ada, 'birch_boat');
    await turnTo(ada, feet.offset(4, -0.2, 0.5));
    ada.activateItem();
    const boat = await until(() => boatOf(bob));
    await until(() => boatOf(ada));
    const seated = packet(
      bob,
      'set_passengers',
      ({ entityId, passengers }) => entityId === boat.id && String(passengers) === `${ada.entity.id},${bob.entity.id}`,
    );
    useEntity(ada, boat);
    await until(() => (boatOf(bob)?.passengers.length === 1 ? true : null));
    useEntity(bob, boat);
    await seated;
    const from = boat.position.clone();
    const row = (to: typeof from): void =>
      ada._client.write('vehicle_move', { x: to.x, y: to.y, z: to.z, yaw: 90, pitch: 0 });
    const putBack = once(ada._client, 'vehicle_move');
    row(from.offset(50, 0, 0));
    await putBack;
    const there = from.offset(2, 0, 1);
    row(there);
    await until(() => ((boatOf(bob)?.position.distanceTo(there) ?? 9) < 0.5 ? true : null));
    const empty = packet(bob, 'set_passengers', ({ passengers }) => String(passengers) === '');
    for (const bot of [ada, bob]) bot._client.write('steer_vehicle', { sideways: 0, forward: 0, jump: 2 });
    await empty;

    expect((await realm.call('POST', '/hold-writing')).status).toBe(200);
    realm.child.kill('SIGKILL');
    await realm.ended();
    const again = await startRealm(dir, 2);
    const eve = await joinBot(again.gameSocket, 'Eve');
    await command(again, `teleport Eve ${words(there.offset(0, 1, 0))}`);
    const found = await until(() => boatOf(eve));
    expect(Math.hypot(found.position.x - there.x, found.position.z - there.z)).toBeLessThan(0.5);
    const boatId = eve.registry.itemsByName['birch_boat']?.id ?? -1;
    await until(() => {
      hitEntity(eve, found);
      return boatOf(eve) === null ? true : null;
    });
    await until(() => (eve.inventory.count(boatId, null) > 0 ? true : null));
  },
);

test('armour is put on by a click, as others see it, however often what is held changes', async () => {
  const realm = await startRealm(makeRealmFolder({ gameMode: 'SURVIVAL', slots: 3 }));
  const [ada, bob] = [await joinBot(realm.gameSocket, 'Ada'), await joinBot(realm.gameSocket, 'Bob')];
  await hold(realm, ada, 'iron_chestplate');
  ada._client.write('use_item', { hand: 0 });
  await expect.poll(() => ada.inventory.slots[6]?.name).toBe('iron_chestplate');
  const seen = () => [0, 1, 4].map((place) => bob.players['Ada']?.entity.equipment[place]?.name);
  await expect.poll(seen).toEqual([undefined, undefined, 'iron_chestplate']);

  // Each change is not told by itself: books are kilobytes.
  let told = 0;
  (bob._client as EventEmitter).on('entity_equipment', () => (told += 1));
  await hold(realm, ada, 'diamond');
  const swap = { status: 6, location: { x: 0, y: 0, z: 0 }, face: 0 };
  for (let n = 0; n < 41; n += 1) ada._client.write('block_dig', swap);
  await expect.poll(seen).toEqual([undefined, 'diamond', 'iron_chestplate']);
  expect(told).toBeLessThan(20);

  // An item of the bag is picked into the hand, as what lies in the world is with the middle button.
  const { slots } = ada.inventory;
  ada._client.write('window_click', {
    windowId: 0,
    slot: 45,
    mouseButton: ada.quickBarSlot,
    action: 1,
    mode: 2,
    item: { present: false },
  });
  await expect.poll(() => slots[36 + ada.quickBarSlot]?.name).toBe('diamond');
  ada._client.write('window_click', {
    windowId: 0,
    slot: 20,
    mouseButton: ada.quickBarSlot,
    action: 2,
    mode: 2,
    item: { present: false },
  });
  await expect.poll(() => slots[20]?.name).toBe('diamond');
  ada._client.write('pick_item', { slot: 20 });
  await expect.poll(() => slots[36 + ada.quickBarSlot]?.name).toBe('diamond');
  expect(slots[20]).toBeNull();

  // Who comes later sees it too.
  const eve = await joinBot(realm.gameSocket, 'Eve');
  await expect.poll(() => eve.players['Ada']?.entity?.equipment[4]?.name).toBe('iron_chestplate');
});
