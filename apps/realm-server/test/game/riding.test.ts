import { type EventEmitter, once } from 'node:events';
import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import { hold, joinBot, type Position, turnTo, useEntity, words } from '../bots.ts';
import { command, makeRealmFolder, until } from '../realm-process.ts';
import { middle, type Workshop, workshop } from './workshop.ts';

const eveningMs = 180_000;
const gotOff = { sideways: 0, forward: 0, jump: 2 };

type Seen = Bot['entity'];

const seen = (bot: Bot, name: string): Seen[] => Object.values(bot.entities).filter((entity) => entity.name === name);
const flags = (entity: Seen, key: number): number => Number((entity.metadata as unknown[])[key]);

/** The attribute by which a rider's client moves it. */
function speedOf(entity: Seen): number | null {
  const { attributes } = entity as { attributes?: Record<string, { value: number } | undefined> };
  return attributes?.['minecraft:generic.movement_speed']?.value ?? null;
}

/** Who rides what, by the last packet that a client received (set_passengers). */
function hearRiders(bot: Bot, riders: Map<number, number[]>): void {
  const client: EventEmitter = bot._client;
  client.on('set_passengers', ({ entityId, passengers }: { entityId: number; passengers: number[] }) =>
    riders.set(entityId, passengers),
  );
}

async function place(shop: Workshop, item: string, on: Position): Promise<void> {
  await hold(shop.realm, shop.ada, item);
  shop.ada._client.write('block_place', { ...middle, location: on });
}

test(
  'horses and minecarts are ridden, seen by others, and kept over a restart, as are arrows and the time',
  async () => {
    const dir = makeRealmFolder({ gameMode: 'SURVIVAL', daylightCycle: false });
    const shop = await workshop(dir);
    await shop.clear();
    const { ada, realm } = shop;
    // A horse with enough temper is tamed by the first ride.
    await shop.command(`summon horse ${words(shop.at(2, 0, 1))} {Temper:100}`);
    const horse = await until(() => seen(ada, 'horse')[0] ?? null);
    useEntity(ada, horse);
    await until(() => ((ada as { vehicle?: Seen }).vehicle === horse ? true : null));
    await until(() => ((flags(horse, 16) & 2) !== 0 ? true : null));
    await hold(realm, ada, 'saddle');
    useEntity(ada, horse);
    await until(() => ((flags(horse, 16) & 4) !== 0 ? true : null));
    const speed = await until(() => speedOf(horse));
    expect(speed).toBeGreaterThan(0.11);
    expect(speed).toBeLessThan(0.34);

    // The saddle comes off and on again in the horse's own window.
    const saddles = (): number => ada.inventory.items().filter(({ name }) => name === 'saddle').length;
    const opened = once(ada._client, 'open_horse_window');
    ada._client.write('entity_action', { entityId: ada.entity.id, actionId: 'open_inventory', jumpBoost: 0 });
    const [{ windowId, entityId }] = (await opened) as [{ windowId: number; entityId: number }];
    expect(entityId).toBe(horse.id);
    const item = { present: false };
    const click = { windowId, mouseButton: 0, mode: 1, item };
    ada._client.write('window_click', { ...click, slot: 0, action: 1 });
    await until(() => (saddles() === 1 && (flags(horse, 16) & 4) === 0 ? true : null));
    const slot = 2 + (ada.inventory.items().find(({ name }) => name === 'saddle')?.slot ?? 0) - 9;
    ada._client.write('window_click', { ...click, slot, action: 2 });
    await until(() => (saddles() === 0 && (flags(horse, 16) & 4) !== 0 ? true : null));
    ada._client.write('close_window', { windowId });

    // A player who joins later sees the rider too.
    const riders = new Map<number, number[]>();
    const bob = await joinBot(realm.gameSocket, 'Bob', 'nobodys', (begun) => hearRiders(begun, riders));
    bob.physicsEnabled = false;
    await until(() => (riders.get(horse.id)?.[0] === ada.entity.id ? true : null));
    expect(bob.entities[ada.entity.id]).toBeDefined();

    // Its rider's client moves it, with the rider on it; moves that are too far are undone.
    const from = horse.position.clone();
    const drive = (x: number): void =>
      ada._client.write('vehicle_move', { x: from.x + x, y: from.y, z: from.z, yaw: 90, pitch: 0 });
    for (const x of [1, 2, 3]) drive(x);
    const land = once(ada._client, 'update_view_position');
    for (const x of [11, 19, 11, 3]) drive(x);
    await land;
    const back = once(ada._client, 'vehicle_move');
    drive(30);
    expect(((await back) as [Position])[0].x).toBeCloseTo(from.x + 3);
    await until(() => (Math.abs((bob.entities[horse.id]?.position.x ?? 0) - from.x - 3) < 0.1 ? true : null));
    await shop.command('tp Bob Ada');
    await until(() => (bob.entity.position.distanceTo(from.offset(3, 0.85, 0)) < 0.1 ? true : null));
    const stood = once(ada, 'forcedMove');
    ada._client.write('steer_vehicle', gotOff);
    await stood;
    await until(() => (riders.get(horse.id)?.length === 0 ? true : null));
    expect(ada.entity.position.y).toBe(shop.at(0).y);
    await shop.command(`tp Ada ${words(shop.at(0))}`);
    await shop.command(`tp Bob ${words(shop.at(0, 0, 9))}`);

    // Rails turn to each other as they are placed.
    for (const [x, z] of [
      [-2, -2],
      [-1, -2],
      [-1, -3],
    ] as const)
      await place(shop, 'rail', shop.at(x, -1, z));
    await shop.sees(shop.at(-1, 0, -2), 'rail north_west', 'shape');
    await shop.sees(shop.at(-2, 0, -2), 'rail east_west', 'shape');

    // Power drives a minecart from the wall, over a detector and up a step, to where its rider is thrown off.
    const rail = (x: number, y: number, name: string): Promise<void> => shop.set(shop.at(x, y, 3), name);
    await rail(-3, 0, 'stone');
    for (const x of [-2, -1]) await rail(x, 0, 'powered_rail[shape=east_west]');
    for (const x of [0, 1, 2, 4]) await rail(x, 0, 'rail[shape=east_west]');
    await rail(3, 0, 'detector_rail[shape=east_west]');
    await shop.set(shop.at(3, 0, 4), 'redstone_lamp');
    await rail(5, 0, 'rail[shape=ascending_east]');
    for (const x of [6, 7, 8]) await rail(x, 0, 'stone');
    await rail(6, 1, 'rail[shape=east_west]');
    await rail(7, 1, 'activator_rail[shape=east_west]');
    await rail(8, 1, 'stone');
    await shop.set(shop.at(7, 0, 3), 'redstone_block');
    await place(shop, 'minecart', shop.at(-2, 0, 3));
    const cart = await until(() => seen(ada, 'minecart')[0] ?? null);
    await ada.unequip('hand');
    useEntity(ada, cart);
    await until(() => (riders.get(cart.id)?.[0] === ada.entity.id ? true : null));
    const lit = until(() => (shop.looks(shop.at(3, 0, 4), 'lit') === 'redstone_lamp true' ? true : null));
    await shop.set(shop.at(-1, 0, 2), 'redstone_block');
    await lit;
    await until(() => (riders.get(cart.id)?.length === 0 ? true : null));
    await until(() => (cart.position.y > shop.at(0, 1).y && cart.position.x > shop.at(6).x ? true : null));
    await shop.sees(shop.at(3, 0, 4), 'redstone_lamp false', 'lit');

    // What sticks and what stands about is there again, and so is the time.
    await shop.command('give Ada arrow 1');
    await hold(realm, ada, 'bow');
    // The horse wanders: one that is in the way is hit instead of the ground.
    await shop.command(`tp @e[type=horse] ${words(shop.at(-12, 0, 12))}`);
    await until(() => (horse.position.distanceTo(shop.at(-12, 0, 12)) < 4 ? true : null));
    // Into the ground near by: an arrow that flies far is out of sight.
    await turnTo(ada, ada.entity.position.offset(0, -1, -5));
    ada.activateItem();
    // The bow is drawn for at least a second: the time is sent once a second.
    for (let n = 0; n < 2; n += 1) await once(ada, 'time');
    ada.deactivateItem();
    await until(() => (seen(ada, 'arrow').length === 1 ? true : null));
    await shop.command('time set 18000');
    await until(() => (ada.time.timeOfDay === 18_000 ? true : null));
    await realm.call('POST', '/stop');
    await realm.ended();
    const { ada: again, realm: next } = await workshop(dir, 2);
    await until(() => (['horse', 'minecart', 'arrow'].every((name) => seen(again, name).length === 1) ? true : null));
    const [same] = seen(again, 'horse');
    await until(() => (same && (flags(same, 16) & 6) === 6 ? true : null));
    await until(() => (same && speedOf(same) === speed ? true : null));
    expect(again.time.timeOfDay).toBe(18_000);

    // Hits break it, and it is an item again.
    const [minecart] = seen(again, 'minecart');
    if (!minecart) throw new Error('the minecart is gone');
    await command(next, `tp Ada ${words(minecart.position.offset(-1, 0, 0))}`);
    await until(() => {
      again.attack(minecart);
      return again.entities[minecart.id] ? null : true;
    });
    await until(() => (again.inventory.items().some(({ name }) => name === 'minecart') ? true : null));
    await next.call('POST', '/stop');
  },
  eveningMs,
);
