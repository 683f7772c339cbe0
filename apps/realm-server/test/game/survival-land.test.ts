import { type EventEmitter, once } from 'node:events';
import type { Bot } from 'mineflayer';
import { Vec3 } from 'vec3';
import { expect, test } from 'vitest';
import { chunkBlocks } from '../../src/maps/official-map.ts';
import { homeOf } from '../../src/maps/survival/sites.ts';
import { survival } from '../../src/maps/survival/survival.ts';
import { account, blockName, hears, sees, ownerOn } from '../bots.ts';
import { makeRealmFolder, type RealmProcess, startRealm, until } from '../realm-process.ts';
import { storedLevels } from '../stored-world.ts';

/** Reading the game's tables and walking takes a tenth where nothing else runs. */
const timeoutMs = 60_000;

/** The chests of the village, as the generator fills them, nearest to its middle first. */
function chestsOf(
  seed: number,
  village: { x: number; z: number },
): { at: Vec3; items: { Slot: number; id: string; Count: number }[] }[] {
  const chests = [];
  for (let x = (village.x >> 4) - 3; x <= (village.x >> 4) + 3; x += 1) {
    for (let z = (village.z >> 4) - 3; z <= (village.z >> 4) + 3; z += 1) {
      for (const thing of survival.fill(seed, x, z, new Uint16Array(chunkBlocks)) ?? []) {
        const [atX = 0, y = 0, atZ = 0] = ['x', 'y', 'z'].map((axis) => Number(thing[axis]?.value));
        const { value: list } = (thing['Items']?.value ?? { value: [] }) as {
          value: Record<string, { value: unknown }>[];
        };
        const items = list.map((item) => ({
          Slot: Number(item['Slot']?.value),
          id: String(item['id']?.value),
          Count: Number(item['Count']?.value),
        }));
        if (y > 60 && items.length > 0) chests.push({ at: new Vec3(atX, y, atZ), items });
      }
    }
  }
  return chests;
}

/** Waits until the realm too has the owner there: a step that was on its way when they were moved takes them back for a moment. */
async function isBeside(realm: RealmProcess, { x, y, z }: Vec3): Promise<void> {
  const command = `execute if entity @a[x=${x},y=${y},z=${z},distance=..4]`;
  await until(async () => {
    await realm.call('POST', '/command', { command });
    return realm.printed().some((line) => line.startsWith('Test passed')) ? true : null;
  });
}

/** Opens a chest. @returns its window's id, and the items in its slots */
async function open(bot: Bot, location: Vec3): Promise<{ windowId: number; items: (string | null)[] }> {
  const { promise, resolve } = Promise.withResolvers<{ windowId: number; items: (string | null)[] }>();
  const client: EventEmitter = bot._client;
  const onItems = ({ windowId, items }: { windowId: number; items: ShownItem[] }): void => {
    const shown = items
      .slice(0, 27)
      .map((item) => (item.present ? `minecraft:${bot.registry.items[item.itemId]?.name} ${item.itemCount}` : null));
    // The own window is number 0.
    if (windowId > 0) resolve({ windowId, items: shown });
  };
  client.on('window_items', onItems);
  const clicked = { hand: 0, direction: 1, cursorX: 0.5, cursorY: 1, cursorZ: 0.5, insideBlock: false };
  bot._client.write('block_place', { location, ...clicked });
  return promise.finally(() => client.off('window_items', onItems));
}

const slotsOf = (items: { Slot?: number }[] = []): Set<number | undefined> => new Set(items.map(({ Slot }) => Slot));

type ShownItem = { present: false } | { present: true; itemId: number; itemCount: number };

test(
  'a realm of survival land: its biomes, its structures by /locate, and chests that are filled once',
  { timeout: timeoutMs },
  async () => {
    const seed = 12;
    const { spawn, village, stronghold } = homeOf(seed);
    if (!village) throw new Error('this seed has no village');
    const dir = makeRealmFolder(
      { managers: [account], borderDiameter: 500, gameMode: 'CREATIVE' },
      { map: 'normal', seed: String(seed) },
    );
    const realm = await startRealm(dir, 1);
    const ada = await ownerOn(realm);
    expect(ada.entity.position.floored()).toMatchObject(spawn);
    expect(blockName(ada, new Vec3(spawn.x, spawn.y - 1, spawn.z))).toBe('grass_block');
    const biomes = survival.biomes?.(seed, spawn.x >> 4, spawn.z >> 4);
    expect(ada.blockAt(new Vec3(spawn.x, spawn.y, spawn.z))?.biome.id).toBe(
      biomes?.[(spawn.z & 12) | ((spawn.x & 12) >> 2)],
    );

    for (const [name, site] of Object.entries({ village, stronghold })) {
      const distance = Math.floor(Math.hypot(site.x - spawn.x, site.z - spawn.z));
      const answer = hears(ada, `The nearest ${name} is at [${site.x}, ~, ${site.z}] (${distance} blocks away)`);
      ada.chat(`/locate ${name}`);
      await answer;
    }
    expect(await ada.tabComplete('/locate s')).toMatchObject([{ match: 'stronghold' }]);

    const [chest] = chestsOf(seed, village);
    if (!chest) throw new Error('this village has no chest');
    const { at, items } = chest;
    ada.chat(`/tp ${at.x} ${at.y + 1} ${at.z}`);
    await sees(ada, at, 'chest');
    await isBeside(realm, at);
    const expected = Array.from({ length: 27 }, (_, slot) => items.find(({ Slot }) => Slot === slot)).map((item) =>
      item ? `${item.id} ${item.Count}` : null,
    );
    const opened = await open(ada, at);
    expect(opened.items).toEqual(expected);

    // A player takes the contents of one slot: the rest is in the file, and the chest is not refilled.
    const { Slot: slot } = items[0] ?? { Slot: 0 };
    const answered = once(ada._client, 'transaction');
    const { windowId } = opened;
    ada._client.write('window_click', { windowId, slot, mouseButton: 0, action: 7, mode: 1, item: { present: false } });
    expect(((await answered) as [{ accepted: boolean }])[0].accepted).toBe(true);
    await realm.call('POST', '/stop');
    await realm.ended();
    const stored = storedLevels(dir)
      .flatMap(({ TileEntities }) => TileEntities)
      .find(({ x, y, z }) => at.equals(new Vec3(x, y, z)));
    expect(slotsOf(stored?.Items)).toEqual(slotsOf(items.slice(1)));

    const again = await startRealm(dir, 2);
    const bob = await ownerOn(again);
    await sees(bob, at, 'chest');
    await isBeside(again, at);
    expect((await open(bob, at)).items).toEqual(expected.map((item, n) => (n === slot ? null : item)));

    await again.call('POST', '/command', { command: 'locate village' });
    await again.consoleLine(`The nearest village is at [${village.x}, ~, ${village.z}]`);
    // If the border is too narrow for any, no unreachable one is named.
    const narrow = await startRealm(makeRealmFolder({ borderDiameter: 40 }, { map: 'normal', seed: String(seed) }), 1);
    await narrow.call('POST', '/command', { command: 'locate village' });
    await narrow.consoleLine('Could not find that structure nearby');
  },
);
