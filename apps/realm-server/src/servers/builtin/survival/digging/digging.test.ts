import loadData from 'minecraft-data';
import loadChunkClass from 'prismarine-chunk';
import { expect, test } from 'vitest';
import type { Block, ChunkClass, Registry } from '../../../../world-format/chunk.ts';
import { placedBlock } from '../../land/block-state.ts';
import { dugInOneTick } from './digging-time.ts';
import { dropsOf } from './drops.ts';

const data = loadData('1.16.5');
const registry = data as unknown as Registry;
/** The game's next version, by which minecraft-data has tools right that it has wrong for 1.16.5: stairs, slabs, shulker boxes, hay, coral and more. */
const next = loadData('1.17');
const NextChunk = (loadChunkClass as unknown as (registry: unknown) => ChunkClass)(next);
const tools = [null, ...data.itemsArray.filter(({ name }) => /_(pickaxe|axe|shovel|sword|hoe)$|^shears$/.test(name))];

function inNext({ name }: Block): (typeof next.blocksArray)[number] | undefined {
  return next.blocksByName[name === 'grass_path' ? 'dirt_path' : name];
}

const [first, last] = [0, 0.999];

function named(name: string, properties = ''): NonNullable<ReturnType<typeof placedBlock>> {
  const kind = registry.blocksByName[name];
  const states = Array.from({ length: (kind?.maxStateId ?? 0) - (kind?.minStateId ?? 0) + 1 }, (_, i) =>
    placedBlock(registry, (kind?.minStateId ?? 0) + i),
  );
  const found = states.find((state) => state && JSON.stringify(state.properties).includes(properties));
  if (!found) throw new Error(`no block ${name} with ${properties}`);
  return found;
}

/** The states of a block that differ in what drops may depend on. */
function differingStates(kind: Block): NonNullable<ReturnType<typeof placedBlock>>[] {
  const states = new Map<string, NonNullable<ReturnType<typeof placedBlock>>>();
  for (let state = kind.minStateId; state <= kind.maxStateId; state += 1) {
    const placed = placedBlock(registry, state);
    if (!placed) continue;
    const { age, half, part, layers, pickles, type } = placed.properties;
    states.set([age, half, part, layers, pickles, type].join(), placed);
  }
  return [...states.values()];
}

function dropped(name: string, tool: string | null, chance: number, properties = ''): string {
  const id = tool === null ? null : (registry.itemsByName[tool]?.id ?? -1);
  const drops = dropsOf(registry, named(name, properties), id, () => chance);
  return drops.map(({ name: item, count }) => `${count} ${item}`).join(', ');
}

test('every block takes as long with every tool as another reckoning of the game says', () => {
  /** What 1.17 has made harder or cuts with shears; what the reckoning has no swords for; and wool, where the table says 4.8 for 5. */
  const otherwise = /^infested_|^vine shears$|^bamboo(_sapling)? .*_sword$|_wool shears$/;
  const column = new NextChunk();
  const at = { x: 0, y: 0, z: 0 };
  const wrong: unknown[] = [];
  for (const kind of Object.values(registry.blocksByName)) {
    const theirs = inNext(kind);
    if (!theirs?.diggable || !kind.diggable) continue;
    column.setBlockStateId(at, theirs.defaultState ?? 0);
    const block = column.getBlock(at) as { digTime(...args: unknown[]): number };
    for (const tool of tools) {
      if (otherwise.test(`${kind.name} ${tool?.name ?? ''}`)) continue;
      const nextTool = tool && next.itemsByName[tool.name]?.id;
      for (const isHindered of [false, true]) {
        const digger = { tool: tool?.id ?? null, isOnGround: !isHindered, isUnderWater: isHindered };
        const perTick = dugInOneTick(registry, kind, digger);
        const ms = perTick >= 1 ? 0 : Math.ceil(1 / perTick) * 50;
        const wanted = block.digTime(nextTool, false, isHindered, isHindered, [], []);
        if (ms !== wanted) wrong.push([kind.name, tool?.name, ms, wanted]);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('every block drops with every tool, and with Silk Touch, what its table says', () => {
  type Loot = { item: string; silkTouch?: true };
  const { blockLoot } = data as unknown as { blockLoot: Record<string, { drops: Loot[] } | undefined> };
  /** The table does not say that these drop themselves with shears; leaves and cobwebs also with Silk Touch. */
  const isCut = /_leaves$|^((tall_)?(grass|seagrass)|(large_)?fern|dead_bush|vine|nether_sprouts|cobweb)$/;
  const isCutBySilk = /_leaves$|^cobweb$/;
  const pieces = /_sapling$|_seeds$|^(stick|apple|string)$/;
  /** What the table does not know to be of Silk Touch, and what nothing here makes. */
  const silky = new Set(['snow snow', 'snow snow_block']);
  const never = 'composter bone_meal';
  const wrong: unknown[] = [];
  for (const kind of Object.values(registry.blocksByName)) {
    const { drops = [] } = blockLoot[kind.name] ?? blockLoot[kind.name.replace(/(^|_)wall_/, '$1')] ?? {};
    const isWhole = ({ item, silkTouch }: Loot): boolean =>
      silkTouch ?? (silky.has(`${kind.name} ${item}`) || (isCut.test(kind.name) && !pieces.test(item)));
    const [whole, inPieces] = [true, false].map((is) =>
      drops.filter((drop) => isWhole(drop) === is && `${kind.name} ${drop.item}` !== never).map(({ item }) => item),
    );
    const harvests = inNext(kind)?.harvestTools;
    const states = differingStates(kind);
    if (!kind.diggable || (kind.hardness ?? -1) < 0) continue;
    for (const tool of tools) {
      const isHarvested = !harvests || (tool && harvests[next.itemsByName[tool.name]?.id ?? -1]);
      for (const isSilk of whole?.length ? [false, true] : [false]) {
        const isTakenWhole = isCut.test(kind.name)
          ? tool?.name === 'shears' || (isSilk && isCutBySilk.test(kind.name))
          : isSilk;
        const wanted = isHarvested ? (isTakenWhole ? whole : inPieces) : [];
        const seen = new Set<string>();
        for (const state of states) {
          for (const chance of [first, last]) {
            const dropped = dropsOf(registry, state, tool?.id ?? null, () => chance, { isSilk });
            for (const { name, count } of dropped) seen.add(count > 0 ? name : 'nothing');
          }
        }
        if ([...seen].toSorted().join() !== [...new Set(wanted)].toSorted().join())
          wrong.push([kind.name, tool?.name, isSilk, [...seen], wanted]);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('what a block drops depends on the tool, on chance, and on how the block stands', () => {
  expect(dropped('stone', null, first)).toBe('');
  expect(dropped('stone', 'wooden_pickaxe', first)).toBe('1 cobblestone');
  expect(dropped('diamond_ore', 'stone_pickaxe', first)).toBe('');
  expect(dropped('diamond_ore', 'iron_pickaxe', first)).toBe('1 diamond');
  expect([dropped('lapis_ore', 'stone_pickaxe', first), dropped('lapis_ore', 'stone_pickaxe', last)]).toEqual([
    '4 lapis_lazuli',
    '9 lapis_lazuli',
  ]);
  expect([dropped('gravel', null, first), dropped('gravel', null, last)]).toEqual(['1 flint', '1 gravel']);
  expect(dropped('oak_leaves', null, last)).toBe('');
  expect(dropped('oak_leaves', 'shears', last)).toBe('1 oak_leaves');
  expect(dropped('wheat', null, last, '"age":"3"')).toBe('1 wheat_seeds');
  expect(dropped('wheat', null, first, '"age":"7"')).toBe('1 wheat, 4 wheat_seeds');
  expect(dropped('carrots', null, last, '"age":"7"')).toBe('1 carrot, 1 carrot');
  expect(dropped('stone_stairs', null, first)).toBe('');
  expect(dropped('oak_slab', null, first, '"type":"double"')).toBe('2 oak_slab');
  expect(dropped('oak_door', null, first, '"half":"lower"')).toBe('1 oak_door');
  expect(dropped('oak_door', null, first, '"half":"upper"')).toBe('');
});
