import { once } from 'node:events';
import { expect, test } from 'vitest';
import { type Position, words } from '../bots.ts';
import { makeRealmFolder, until } from '../realm-process.ts';
import { middle, workshop } from './workshop.ts';

const eveningMs = 180_000;

test(
  'levers, buttons, plates and torches power dust, which falls off, climbs, and switches what it reaches',
  async () => {
    const shop = await workshop(makeRealmFolder({ gameMode: 'SURVIVAL' }));
    await shop.clear();
    const { ada } = shop;

    // A torch that puts itself out burns out for seconds, where it was out for 0.1 s before.
    const wild = shop.at(-9, 0, -9);
    let [outAt, longest, outs] = [0, 0, 0];
    ada.on('blockUpdate', (_, block) => {
      if (block.name !== 'redstone_wall_torch' || words(block.position) !== words(wild)) return;
      if (block.getProperties()['lit'] === true) longest = Math.max(longest, outAt > 0 ? performance.now() - outAt : 0);
      else [outAt, outs] = [performance.now(), outs + 1];
    });
    await shop.set(shop.at(-10, 0, -9), 'stone');
    await shop.set(shop.at(-10, 1, -9), 'redstone_wire');
    await shop.set(shop.at(-9, 1, -9), 'stone');
    await shop.set(wild, 'redstone_wall_torch[facing=east]');

    // Dust loses a level a block, leads up a step, and lights a lamp through the block that it leads to.
    const lever = shop.at(2, 0, 2);
    await shop.set(lever, 'lever[face=floor]');
    await shop.dust(shop.at(3, 0, 2), 3);
    await shop.set(shop.at(6, 0, 2), 'stone');
    await shop.set(shop.at(7, 0, 2), 'stone');
    await shop.dust(shop.at(6, 1, 2), 2);
    await shop.set(shop.at(8, 1, 2), 'stone');
    await shop.set(shop.at(9, 1, 2), 'redstone_lamp');
    await shop.sees(shop.at(5, 0, 2), 'redstone_wire side up', 'west', 'east');
    shop.click(lever);
    await shop.sees(lever, 'lever true', 'powered');
    await shop.sees(shop.at(9, 1, 2), 'redstone_lamp true', 'lit');
    expect([3, 5].map((x) => shop.looks(shop.at(x, 0, 2), 'power'))).toEqual(['redstone_wire 15', 'redstone_wire 13']);
    expect(shop.looks(shop.at(7, 1, 2), 'power')).toBe('redstone_wire 11');
    shop.click(lever);
    await shop.sees(shop.at(9, 1, 2), 'redstone_lamp false', 'lit');
    expect(shop.looks(shop.at(3, 0, 2), 'power')).toBe('redstone_wire 0');

    // Seventeen blocks away nothing arrives; a repeater brings it further, and waits.
    await shop.set(shop.at(-1, 0, 5), 'redstone_block');
    await shop.dust(shop.at(-17, 0, 5), 16);
    await shop.sees(shop.at(-16, 0, 5), 'redstone_wire 1', 'power');
    expect(shop.looks(shop.at(-17, 0, 5), 'power')).toBe('redstone_wire 0');
    await shop.set(shop.at(-14, 0, 5), 'repeater[facing=east,delay=4]');
    await shop.sees(shop.at(-14, 0, 5), 'repeater true', 'powered');
    await shop.sees(shop.at(-17, 0, 5), 'redstone_wire 13', 'power');

    // A trapped chest gives power while somebody looks into it, and a comparator says how much of a cake is left.
    const chest = shop.at(-3, 0, -2);
    await shop.set(chest, 'trapped_chest');
    await shop.dust(shop.at(-2, 0, -2), 2);
    const opened = once(ada._client, 'open_window');
    shop.click(chest);
    const [{ windowId }] = (await opened) as [{ windowId: number }];
    await shop.sees(shop.at(-2, 0, -2), 'redstone_wire 1', 'power');
    ada._client.write('close_window', { windowId });
    await shop.sees(shop.at(-2, 0, -2), 'redstone_wire 0', 'power');
    const cake = shop.at(-3, 0, 2);
    await shop.set(cake, 'cake');
    await shop.set(cake.offset(1, 0, 0), 'comparator[facing=west]');
    await shop.set(cake.offset(2, 0, 0), 'redstone_wire');
    await shop.sees(cake.offset(2, 0, 0), 'redstone_wire 14', 'power');
    // Nobody eats who is not hungry.
    shop.click(cake);
    await shop.command('effect give Ada hunger 3 255');
    await until(() => (ada.food < 15 && Object.keys(ada.entity.effects).length === 0 ? true : null));
    expect(shop.looks(cake, 'bites')).toBe('cake 0');
    const hungry = ada.food;
    shop.click(cake);
    await shop.sees(cake.offset(2, 0, 0), 'redstone_wire 12', 'power');
    expect(ada.food).toBe(hungry + 2);
    await shop.set(cake, 'cake[bites=6]');
    shop.click(cake);
    await shop.sees(cake, 'air');

    // A torch is off while its block is powered.
    await shop.set(shop.at(2, 0, -2), 'stone');
    await shop.set(shop.at(2, 1, -2), 'redstone_torch');
    await shop.set(shop.at(3, 1, -2), 'redstone_lamp');
    await shop.sees(shop.at(3, 1, -2), 'redstone_lamp true', 'lit');
    await shop.set(shop.at(2, 0, -1), 'stone_button[face=wall,facing=south]');
    shop.click(shop.at(2, 0, -1));
    await shop.sees(shop.at(2, 1, -2), 'redstone_torch false', 'lit');
    await shop.sees(shop.at(3, 1, -2), 'redstone_lamp false', 'lit');
    // It comes out again by itself.
    await shop.sees(shop.at(2, 0, -1), 'stone_button false', 'powered');
    await shop.sees(shop.at(3, 1, -2), 'redstone_lamp true', 'lit');

    // A plate opens both halves of an iron door while a player stands on it.
    await shop.set(shop.at(-2, 0, -2), 'iron_door[half=lower]');
    await shop.set(shop.at(-2, 1, -2), 'iron_door[half=upper]');
    await shop.set(shop.at(-3, 0, -2), 'stone_pressure_plate');
    await shop.command(`tp Ada ${words(shop.at(-3, 0, -2))}`);
    await shop.sees(shop.at(-2, 0, -2), 'iron_door true', 'open');
    await shop.sees(shop.at(-2, 1, -2), 'iron_door true', 'open');
    await shop.command(`tp Ada ${words(shop.at(0))}`);
    await shop.sees(shop.at(-2, 1, -2), 'iron_door false', 'open');

    // A comparator measures how full a chest is, and subtracts the power from its side.
    await shop.set(shop.at(2, 0, 0), 'barrel');
    await shop.set(shop.at(3, 0, 0), 'comparator[facing=west]');
    await shop.dust(shop.at(4, 0, 0), 1);
    await shop.command('give Ada stone 640');
    await until(() => (ada.inventory.count(ada.registry.itemsByName['stone']?.id ?? -1, null) === 640 ? true : null));
    const barrel = await ada.openContainer(ada.blockAt(shop.at(2)) as never);
    for (let n = 0; n < 10; n += 1) await barrel.deposit(ada.registry.itemsByName['stone']?.id ?? -1, null, 64);
    await barrel.close();
    await shop.sees(shop.at(4), 'redstone_wire 6', 'power');
    await shop.command(`setblock ${words(shop.at(3))} comparator[facing=west,mode=subtract]`);
    await shop.set(shop.at(3, 0, 1), 'redstone_wire');
    await shop.set(shop.at(2, 0, 1), 'air');
    await shop.sees(shop.at(4), 'redstone_wire 6', 'power');

    // Dust lies on something, or it is an item.
    const dropped = once(ada, 'itemDrop');
    await shop.set(shop.at(3, -1, 2), 'air');
    await shop.sees(shop.at(3, 0, 2), 'air');
    await dropped;

    // Who walks into a wire between two hooks is felt.
    for (const x of [-8, -2]) await shop.set(shop.at(x, 0, 9), 'stone');
    for (const [x, facing] of [
      [-7, 'east'],
      [-3, 'west'],
    ] as const)
      await shop.set(shop.at(x, 0, 9), `tripwire_hook[facing=${facing}]`);
    await shop.command(`fill ${words(shop.at(-6, 0, 9))} ${words(shop.at(-4, 0, 9))} tripwire`);
    await shop.sees(shop.at(-7, 0, 9), 'tripwire_hook true false', 'attached', 'powered');
    await shop.command(`tp Ada ${words(shop.at(-5, 0, 9))}`);
    await shop.sees(shop.at(-3, 0, 9), 'tripwire_hook true', 'powered');
    await shop.command(`tp Ada ${words(shop.at(0))}`);
    await shop.sees(shop.at(-7, 0, 9), 'tripwire_hook true false', 'attached', 'powered');

    // An observer sees any change.
    await shop.set(shop.at(-5, 0, 0), 'observer[facing=west]');
    await shop.set(shop.at(-4, 0, 0), 'note_block');
    const note = once(ada._client, 'block_action');
    await shop.set(shop.at(-6, 0, 0), 'dirt');
    const [{ location }] = (await note) as [{ location: Position }];
    expect(shop.at(-4).equals(location)).toBe(true);

    await until(() => (longest > 3000 ? true : null));
    expect(outs).toBeGreaterThanOrEqual(8);
  },
  eveningMs,
);

test(
  'pistons, doors, dispensers, droppers, hoppers and TNT do what they do when power comes',
  async () => {
    const shop = await workshop(makeRealmFolder({ gameMode: 'CREATIVE' }));
    await shop.clear();
    const { ada } = shop;
    const power = async (at: Position): Promise<void> => shop.set(at, 'redstone_block');

    const fill = async (at: Position, item: string): Promise<void> => {
      await shop.command('clear Ada');
      await shop.command(`give Ada ${item}`);
      const id = ada.registry.itemsByName[item]?.id ?? -1;
      await until(() => (ada.inventory.count(id, null) === 1 ? true : null));
      const window = await ada.openContainer(ada.blockAt(at) as never);
      await window.deposit(id, null, 1);
      await window.close();
    };

    // Twelve blocks are pushed, thirteen are not; a sticky piston fetches one back.
    await shop.set(shop.at(-10, 0, 3), 'sticky_piston[facing=east]');
    await shop.command(`fill ${words(shop.at(-9, 0, 3))} ${words(shop.at(2, 0, 3))} dirt`);
    await power(shop.at(-11, 0, 3));
    await shop.sees(shop.at(3, 0, 3), 'dirt');
    await shop.sees(shop.at(-9, 0, 3), 'piston_head sticky east', 'type', 'facing');
    await shop.set(shop.at(-11, 0, 3), 'air');
    await shop.sees(shop.at(-9, 0, 3), 'dirt');
    await shop.sees(shop.at(-8, 0, 3), 'air');
    await shop.set(shop.at(-8, 0, 3), 'dirt');
    await power(shop.at(-11, 0, 3));
    await shop.set(shop.at(-10, 0, 5), 'piston[facing=east]');
    await shop.set(shop.at(-9, 0, 5), 'obsidian');
    await power(shop.at(-11, 0, 5));
    await shop.set(shop.at(-10, 0, 7), 'piston[facing=up]');
    await shop.set(shop.at(-10, 1, 7), 'sand');
    await power(shop.at(-11, 0, 7));
    await shop.sees(shop.at(-10, 2, 7), 'sand');
    // Broken blocks drop completely, and a box with its contents.
    await shop.set(shop.at(6, 0, 5), 'shulker_box');
    await fill(shop.at(6, 0, 5), 'diamond');
    await shop.set(shop.at(6, 0, 7), 'piston[facing=north]');
    await shop.set(shop.at(6, 0, 6), 'stone');
    const box = once(ada, 'itemDrop');
    await power(shop.at(6, 0, 8));
    const [{ id: boxId }] = (await box) as [{ id: number }];
    await until(() =>
      JSON.stringify(ada.entities[boxId]?.getDroppedItem()?.nbt ?? '').includes('diamond') ? true : null,
    );
    await shop.sees(shop.at(6, 0, 5), 'stone');
    expect(shop.looks(shop.at(-10, 0, 3), 'extended')).toBe('sticky_piston false');
    expect(shop.looks(shop.at(-10, 0, 5), 'extended')).toBe('piston false');

    // Who stands in the way goes along.
    await shop.set(shop.at(0, 0, 7), 'piston[facing=west]');
    await shop.command(`tp Ada ${words(shop.at(-1, 0, 7))}`);
    await until(() => (ada.entity.position.z > shop.at(0, 0, 7).z ? true : null));
    await power(shop.at(1, 0, 7));
    await until(() => (ada.entity.position.floored().equals(shop.at(-2, 0, 7)) ? true : null));
    await shop.command(`tp Ada ${words(shop.at(0))}`);

    // A hopper rests while it has power; a dropper fills it, a dispenser throws out and pours.
    await shop.set(shop.at(3, 0, 0), 'hopper');
    await power(shop.at(3, 0, 1));
    await shop.sees(shop.at(3, 0, 0), 'hopper false', 'enabled');
    await shop.set(shop.at(3, 1, 0), 'dropper[facing=down]');
    await shop.set(shop.at(-3, 0, 0), 'dispenser[facing=up]');
    await fill(shop.at(3, 1, 0), 'diamond');
    await power(shop.at(4, 1, 0));
    const holds = async (at: Position, item: string): Promise<boolean> => {
      const window = await ada.openContainer(ada.blockAt(at) as never);
      const found = window.containerItems().some(({ name }) => name === item);
      await window.close();
      return found;
    };
    await shop.sees(shop.at(3, 1, 0), 'dropper true', 'triggered');
    for (let found = false; !found;) found = await holds(shop.at(3), 'diamond');
    await fill(shop.at(-3), 'water_bucket');
    await power(shop.at(-4));
    await shop.sees(shop.at(-3, 1), 'water 0', 'level');
    await shop.set(shop.at(-4), 'air');
    await shop.sees(shop.at(-3), 'dispenser false', 'triggered');
    await power(shop.at(-4));
    await shop.sees(shop.at(-3, 1), 'air');
    await shop.set(shop.at(-4), 'air');
    await shop.set(shop.at(-3), 'air');
    await shop.set(shop.at(-3), 'dispenser[facing=up]');
    await shop.sees(shop.at(-3), 'dispenser false', 'triggered');
    await fill(shop.at(-3), 'emerald');
    const thrown = once(ada, 'itemDrop');
    await power(shop.at(-4));
    await thrown;

    // Placed blocks face as the player looks; a door has two halves, and opens with a click.
    await shop.command('clear Ada');
    const place = async (item: string, on: Position, direction = 1): Promise<void> => {
      await shop.command(`give Ada ${item}`);
      const held = await until(() => ada.inventory.items().find(({ name }) => name === item) ?? null);
      await ada.equip(held, 'hand');
      ada._client.write('block_place', { ...middle, location: on, direction });
    };
    const looked = async (yaw: number): Promise<void> => {
      ada._client.write('look', { yaw, pitch: 0, onGround: true });
      const answer = once(ada._client, 'transaction');
      ada._client.write('window_click', {
        windowId: 99,
        slot: 0,
        mouseButton: 0,
        action: 7,
        mode: 0,
        item: { present: false },
      });
      await answer;
    };
    await looked(180);
    await place('oak_door', shop.at(0, -1, -3));
    await shop.sees(shop.at(0, 1, -3), 'oak_door upper north', 'half', 'facing');
    shop.click(shop.at(0, 0, -3));
    await shop.sees(shop.at(0, 1, -3), 'oak_door true', 'open');
    await place('repeater', shop.at(1, -1, -3));
    await shop.sees(shop.at(1, 0, -3), 'repeater south 1', 'facing', 'delay');
    shop.click(shop.at(1, 0, -3));
    await shop.sees(shop.at(1, 0, -3), 'repeater 2', 'delay');
    await shop.set(shop.at(2, 0, -3), 'stone');
    await place('redstone_torch', shop.at(2, 0, -3), 3);
    await shop.sees(shop.at(2, 0, -2), 'redstone_wall_torch south', 'facing');
    await place('redstone', shop.at(3, -1, -3));
    await shop.sees(shop.at(3, 0, -3), 'redstone_wire 0', 'power');
    await place('lever', shop.at(-2, -1, -3));
    await shop.sees(shop.at(-2, 0, -3), 'lever floor north', 'face', 'facing');

    // What sticks to slime goes along, there and back, but not what sticks to honey.
    await shop.set(shop.at(10, 0, -6), 'sticky_piston[facing=east]');
    await shop.set(shop.at(11, 0, -6), 'slime_block');
    for (const [z, block] of [
      [-5, 'dirt'],
      [-7, 'honey_block'],
    ] as const)
      await shop.set(shop.at(11, 0, z), block);
    await power(shop.at(9, 0, -6));
    await shop.sees(shop.at(12, 0, -5), 'dirt');
    await shop.sees(shop.at(12, 0, -6), 'slime_block');
    await shop.set(shop.at(9, 0, -6), 'air');
    await shop.sees(shop.at(11, 0, -5), 'dirt');
    await shop.sees(shop.at(11, 0, -7), 'honey_block');

    await shop.command('time set noon');
    // By day a detector of daylight gives power, until a click turns it round.
    await shop.set(shop.at(-5, 0, -3), 'daylight_detector');
    await shop.sees(shop.at(-5, 0, -3), 'daylight_detector 15', 'power');
    shop.click(shop.at(-5, 0, -3));
    await shop.sees(shop.at(-5, 0, -3), 'daylight_detector 0', 'power');

    // TNT catches.
    const burning = once(ada, 'entitySpawn');
    await shop.set(shop.at(15, 0, 15), 'tnt');
    await power(shop.at(15, 0, 14));
    expect((await burning)[0]).toMatchObject({ name: 'tnt' });

    // More changes than fit into a tick are reported, and done later.
    for (const [y, block] of [
      [20, 'stone'],
      [21, 'redstone_wire'],
    ] as const) {
      await shop.command(`fill ${words(shop.at(-30, y, -30))} ${words(shop.at(30, y, 30))} ${block}`);
    }
    await power(shop.at(-30, 22, -30));
    await shop.realm.consoleLine('More than 3000 changes of redstone in a tick: the others wait');
    await shop.sees(shop.at(-30, 21, -29), 'redstone_wire 14', 'power');
    await shop.sees(shop.at(30, 21, 30), 'redstone_wire side side', 'north', 'west');
  },
  eveningMs,
);
