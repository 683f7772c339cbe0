import { plainSettings } from '@realmkeep/realm-protocol';
import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import { hold, joinBot, type Position, sees, words } from '../bots.ts';
import { command, makeRealmFolder, type RealmProcess, startRealm, until } from '../realm-process.ts';

/** Some ten times the duration on an idle machine. */
const eveningMs = 180_000;

const plan = { ...plainSettings.plan, weather: true };

/** A floor of grass around the player under an open sky. */
async function clear(realm: RealmProcess, feet: Position, floor = 'grass_block'): Promise<void> {
  await command(realm, `fill ${words(feet.offset(-12, 0, -12))} ${words(feet.offset(12, 15, 12))} air`);
  await command(realm, `fill ${words(feet.offset(-12, -2, -12))} ${words(feet.offset(12, -2, 12))} stone`);
  await command(realm, `fill ${words(feet.offset(-12, -1, -12))} ${words(feet.offset(12, -1, 12))} ${floor}`);
}

/** Uses the held item on the top of a block, or another of its sides. */
function useOn(bot: Bot, at: Position, direction = 1): void {
  const location = { x: at.x, y: at.y, z: at.z };
  const cursor = { cursorX: 0.5, cursorY: 0.5, cursorZ: 0.5 };
  bot._client.write('block_place', { hand: 0, location, direction, ...cursor, insideBlock: false });
}

function property(bot: Bot, at: Position, name: string): string {
  return String(bot.blockAt(at)?.getProperties()[name]);
}

async function shows(bot: Bot, at: Position, name: string, value: string): Promise<void> {
  await until(() => (property(bot, at, name) === value ? true : null));
}

function names(bot: Bot, low: Position, high: Position): string[] {
  const found: string[] = [];
  for (let { y } = low; y <= high.y; y += 1) {
    for (let { x } = low; x <= high.x; x += 1) {
      for (let { z } = low; z <= high.z; z += 1) {
        found.push(bot.blockAt(low.offset(x - low.x, y - low.y, z - low.z))?.name ?? '');
      }
    }
  }
  return found;
}

test(
  'what is sown on tilled land grows and is harvested; saplings become trees, whose leaves fall when they are felled; grass spreads and dies',
  async () => {
    const realm = await startRealm(makeRealmFolder({ gameMode: 'SURVIVAL' }), 1);
    const ada = await joinBot(realm.gameSocket, 'Ada');
    const feet = ada.entity.position.floored();
    await command(realm, 'gamerule randomTickSpeed 0');
    await clear(realm, feet);

    // A hoe makes farmland, on which seeds are sown; on grass they are not.
    const field = feet.offset(2, -1, 0);
    await hold(realm, ada, 'iron_hoe');
    useOn(ada, field);
    await sees(ada, field, 'farmland');
    await until(() => (ada.heldItem?.durabilityUsed === 1 ? true : null));
    await hold(realm, ada, 'wheat_seeds', 2);
    useOn(ada, feet.offset(2, -1, 1));
    useOn(ada, field);
    await sees(ada, field.offset(0, 1, 0), 'wheat');
    expect(ada.blockAt(feet.offset(2, 0, 1))?.name).toBe('air');
    await until(() => (ada.heldItem?.count === 1 ? true : null));

    // Who falls on farmland tramples it.
    const trampled = feet.offset(-3, -1, 3);
    await command(realm, `setblock ${words(trampled)} farmland`);
    await command(realm, `tp Ada ${words(trampled.offset(0, 5, 0))}`);
    await sees(ada, trampled, 'dirt');
    await command(realm, `tp Ada ${words(feet)}`);
    await until(() => (ada.entity.position.distanceTo(feet) < 2 ? true : null));

    // Bone meal helps it on; it ripens by itself, beside water, and drops wheat.
    await hold(realm, ada, 'bone_meal', 1);
    useOn(ada, field.offset(0, 1, 0));
    await until(() => (Number(property(ada, field.offset(0, 1, 0), 'age')) >= 2 ? true : null));
    await command(realm, `setblock ${words(feet.offset(3, -1, 0))} water`);
    await command(realm, `setblock ${words(feet.offset(4, -1, 0))} sand`);
    await command(realm, `setblock ${words(feet.offset(4, 0, 0))} sugar_cane`);
    // Grass dies under stone and grows over dirt.
    await command(realm, `setblock ${words(feet.offset(-4, 0, 0))} stone`);
    await command(realm, `setblock ${words(feet.offset(-6, -1, 0))} dirt`);
    await command(realm, 'gamerule randomTickSpeed 2000');
    await shows(ada, field, 'moisture', '7');
    await shows(ada, field.offset(0, 1, 0), 'age', '7');
    await sees(ada, feet.offset(4, 2, 0), 'sugar_cane');
    await sees(ada, feet.offset(-4, -1, 0), 'dirt');
    await sees(ada, feet.offset(-6, -1, 0), 'grass_block');
    // What a plant stands on is gone, and it with it.
    await command(realm, `setblock ${words(field)} air`);
    await sees(ada, field.offset(0, 1, 0), 'air');
    await until(() => (ada.inventory.items().some(({ name }) => name === 'wheat') || has(ada) ? true : null));
    await command(realm, `setblock ${words(feet.offset(3, -1, 0))} stone`);

    // An oak grows of a sapling, and loses its leaves when it is felled.
    const trunk = feet.offset(0, 0, 5);
    await hold(realm, ada, 'oak_sapling');
    useOn(ada, trunk.offset(0, -1, 0));
    await sees(ada, trunk, 'oak_log');
    const [low, high] = [trunk.offset(-3, 0, -3), trunk.offset(3, 9, 3)];
    await until(() => (names(ada, low, high).filter((name) => name === 'oak_leaves').length > 20 ? true : null));
    await sees(ada, trunk.offset(0, -1, 0), 'dirt');
    await command(realm, `setblock ${words(trunk.offset(-3, 3, -3))} oak_leaves[persistent=true]`);
    await command(realm, `fill ${words(trunk)} ${words(trunk.offset(0, 9, 0))} air`);
    await until(() => (names(ada, low, high).filter((name) => name === 'oak_leaves').length === 1 ? true : null));
    await sees(ada, trunk.offset(-3, 3, -3), 'oak_leaves');
  },
  eveningMs,
);

/** Whether wheat lies about. */
function has(bot: Bot): boolean {
  const wheat = bot.registry.itemsByName['wheat']?.id;
  return Object.values(bot.entities).some((entity) => entity.getDroppedItem?.()?.type === wheat);
}

test(
  'fire spreads over what burns and leaves protected ground alone, rain puts it out; sponges take up water, and concrete powder hardens in it',
  async () => {
    const dir = makeRealmFolder({ gameMode: 'SURVIVAL', spawnProtectionRadius: 4, fireSpread: true, plan });
    const realm = await startRealm(dir, 1);
    const ada = await joinBot(realm.gameSocket, 'Ada');
    const feet = ada.entity.position.floored();
    await clear(realm, feet, 'stone');
    // A fire that burns for ever, with wool around it: what is to the west is protected.
    const fire = feet.offset(4, 0, 0);
    const beside = [fire.offset(1, 0, 0), fire.offset(0, 0, 1), fire.offset(0, 0, -1)];
    await command(realm, `setblock ${words(fire.offset(0, -1, 0))} netherrack`);
    for (const at of [fire.offset(-1, 0, 0), ...beside]) await command(realm, `setblock ${words(at)} white_wool`);
    await hold(realm, ada, 'flint_and_steel');
    useOn(ada, fire.offset(0, -1, 0));
    await sees(ada, fire, 'fire');
    await until(() => (ada.heldItem?.durabilityUsed === 1 ? true : null));
    for (const at of beside) await until(() => (ada.blockAt(at)?.name === 'white_wool' ? null : true), 120_000);
    expect(ada.blockAt(fire.offset(-1, 0, 0))?.name).toBe('white_wool');
    // Nobody lights anything on protected ground.
    useOn(ada, fire.offset(-2, -1, 0));
    useOn(ada, fire.offset(1, -1, 1));
    await sees(ada, fire.offset(1, 0, 1), 'fire');
    expect(ada.blockAt(fire.offset(-2, 0, 0))?.name).toBe('air');

    // Lava lights what is beside it.
    await command(realm, `fill ${words(feet.offset(-8, 0, -8))} ${words(feet.offset(-6, 0, -6))} oak_planks`);
    await command(realm, `setblock ${words(feet.offset(-7, 0, -7))} lava`);
    await command(realm, 'gamerule randomTickSpeed 500');
    await until(() => (names(ada, feet.offset(-8, 1, -8), feet.offset(-6, 2, -6)).includes('fire') ? true : null));
    await command(realm, 'gamerule randomTickSpeed 3');
    await command(realm, `fill ${words(feet.offset(-9, 0, -9))} ${words(feet.offset(-5, 5, -5))} air`);

    // On netherrack it burns for ever, and in the rain elsewhere no longer.
    await command(realm, `setblock ${words(feet.offset(0, -1, 8))} netherrack`);
    await command(realm, `setblock ${words(feet.offset(0, 0, 8))} fire`);
    await command(realm, `setblock ${words(feet.offset(8, 0, 8))} hay_block`);
    await command(realm, `setblock ${words(feet.offset(8, 1, 8))} fire`);
    await command(realm, 'weather rain');
    await sees(ada, feet.offset(8, 1, 8), 'air');
    await sees(ada, feet.offset(0, 0, 8), 'fire');

    // A sponge takes up the water around it, and concrete powder hardens in it.
    await command(realm, `setblock ${words(feet.offset(0, 0, -6))} water`);
    await sees(ada, feet.offset(3, 0, -6), 'water');
    await command(realm, `setblock ${words(feet.offset(-1, 2, -6))} red_concrete_powder`);
    await sees(ada, feet.offset(-1, 0, -6), 'red_concrete');
    await command(realm, `setblock ${words(feet.offset(0, 1, -6))} sponge`);
    await sees(ada, feet.offset(0, 1, -6), 'wet_sponge');
    await sees(ada, feet.offset(0, 0, -6), 'air');
  },
  eveningMs,
);

test('rain ends by itself, and is kept over a restart', async () => {
  const dir = makeRealmFolder({ plan });
  const realm = await startRealm(dir, 1);
  const ada = await joinBot(realm.gameSocket, 'Ada');
  await command(realm, 'weather rain 1');
  await until(() => (ada.isRaining ? true : null));
  await until(() => (ada.isRaining ? null : true));
  await command(realm, 'weather thunder');
  await until(() => (ada.isRaining ? true : null));
  await realm.call('POST', '/stop');
  await realm.ended();
  const again = await startRealm(dir, 2);
  const back = await joinBot(again.gameSocket, 'Ada');
  await until(() => (back.isRaining && back.thunderState > 0 ? true : null));
});
