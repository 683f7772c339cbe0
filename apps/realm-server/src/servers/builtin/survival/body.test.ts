import loadData from 'minecraft-data';
import { Vec3 } from 'vec3';
import { expect, test } from 'vitest';
import type { Registry } from '../../../world-format/chunk.ts';
import { itemNamed, makeItem } from '../players/items.ts';
import { Scoreboard } from '../scores/scoreboard.ts';
import type { Game } from '../rules/game.ts';
import type { Item, Player } from '../squid/squid.ts';
import { behindArmour } from './armour.ts';
import { bodyOf, exhaust, renew } from './body.ts';
import { beginMeal, digest, eat } from './hunger.ts';
import { feel, walk } from './surroundings.ts';

const registry = loadData('1.16.5') as unknown as Registry;
const ground = 10;
const hard = 3;

/** A player on flat stone, with other blocks at some places (`x,y,z`). */
function somebody({
  difficulty = 2,
  naturalRegeneration = true,
  blocks = {},
}: { difficulty?: number; naturalRegeneration?: boolean; blocks?: Record<string, string> } = {}) {
  const slots = Array.from({ length: 46 }, (): Item | null => null);
  const player = {
    position: new Vec3(0.5, ground, 0.5),
    health: 20,
    gameMode: 0,
    xp: 0,
    heldItemSlot: 0,
    onGround: true,
    type: 'player',
    username: 'Ada',
    inventory: { slots, selectedItem: null, updateSlot: (slot: number, item: Item | null) => (slots[slot] = item) },
    updateHealth: (health: number) => (player.health = health),
    setXp: () => undefined,
    _writeOthersNearby: () => undefined,
    _client: { write: () => undefined },
  } as unknown as Player;
  const stateAt = ({ x, y, z }: Vec3): number => {
    const name = blocks[`${Math.floor(x)},${Math.floor(y)},${Math.floor(z)}`] ?? (y < ground ? 'stone' : 'air');
    return registry.blocksByName[name]?.defaultState ?? 0;
  };
  const game = {
    settings: { naturalRegeneration, keepInventory: false, flySurvival: false },
    squid: { registry, difficulty, tickCount: 0, players: [player] },
    server: { players: [player] },
    // No other place to be taken to.
    world: { blockStateAt: stateAt, isSeen: () => false },
    skies: { weather: 'clear' },
    scoreboard: new Scoreboard({ _writeAll: () => undefined }),
    groundItems: { drop: () => undefined },
    riding: { release: () => undefined },
    advancements: { earn: () => undefined },
    log: () => undefined,
  } as unknown as Game;
  renew(player);
  const ticks = (count: number, tick: (game: Game, player: Player) => void): void => {
    for (let i = 0; i < count; i += 1) {
      game.squid.tickCount += 1;
      tick(game, player);
    }
  };
  return { game, player, ticks, slots };
}

test('what players do uses up saturation, then food; hunger takes health as the difficulty says', () => {
  const { player, ticks } = somebody();
  exhaust(player, 24);
  ticks(6, digest);
  expect([player.food, player.foodSaturation]).toEqual([19, 0]);
  for (const [difficulty, health] of [
    [1, 10],
    [2, 1],
    [hard, 0],
  ] as const) {
    const starving = somebody({ difficulty });
    starving.player.food = 0;
    starving.ticks(80 * 30, (game, player) => {
      feel(game, player);
      digest(game, player);
    });
    expect([difficulty, starving.player.health]).toEqual([difficulty, health]);
  }
});

test('who is not hungry heals, unless that is turned off; on PEACEFUL everybody heals and grows full', () => {
  const well = somebody();
  well.player.health = 10;
  well.ticks(10, digest);
  expect(well.player.health).toBeCloseTo(10 + 5 / 6);
  well.ticks(200, digest);
  expect(well.player.health).toBeGreaterThan(11.5);
  const unhealed = somebody({ naturalRegeneration: false });
  unhealed.player.health = 10;
  unhealed.ticks(200, digest);
  expect(unhealed.player.health).toBe(10);
  const hungry = somebody();
  Object.assign(hungry.player, { food: 17, health: 10 });
  hungry.ticks(200, digest);
  expect([hungry.player.food, hungry.player.health]).toEqual([17, 10]);
  const peaceful = somebody({ difficulty: 0, naturalRegeneration: false });
  Object.assign(peaceful.player, { food: 0, health: 1 });
  peaceful.ticks(400, digest);
  expect([peaceful.player.food, peaceful.player.health]).toEqual([20, 20]);
});

test('every food feeds as its table says, is gone after its time, and leaves its dish', () => {
  const dishes = /^(mushroom|rabbit|suspicious)_stew$|^beetroot_soup$/;
  const foods = Object.values(loadData('1.16.5').foods);
  expect(foods.length).toBeGreaterThan(35);
  for (const { name, foodPoints, saturation } of foods) {
    const { player, slots, ticks } = somebody();
    Object.assign(player, { food: 0, foodSaturation: 0 });
    slots[36] = itemNamed(registry, name, 2);
    const own = slots[36]?.stackSize ?? 0;
    beginMeal(player, 0);
    const time = name === 'dried_kelp' ? 16 : 32;
    ticks(time - 1, eat);
    expect([name, player.food, slots[36]?.count]).toEqual([name, 0, Math.min(2, own)]);
    ticks(1, eat);
    expect([name, player.food]).toEqual([name, foodPoints]);
    expect(player.foodSaturation).toBeCloseTo(Math.min(foodPoints, saturation));
    const dish = dishes.test(name) ? 'bowl' : name === 'honey_bottle' ? 'glass_bottle' : undefined;
    const left = slots.flatMap((item) => (item ? [`${item.count} ${item.name}`] : []));
    expect(left).toEqual([...(own > 1 ? [`1 ${name}`] : []), ...(dish ? [`1 ${dish}`] : [])]);
  }
});

test('falls hurt from the fourth block on, but for those into water and on hay', () => {
  const heights = { stone: 20 - 7, hay_block: 20 - 2, water: 20 };
  for (const [name, health] of Object.entries(heights)) {
    const at = name === 'water' ? { [`0,${ground},0`]: name } : { [`0,${ground - 1},0`]: name };
    const { game, player } = somebody({ blocks: at });
    player.position = new Vec3(0.5, ground + 10, 0.5);
    for (let y = ground + 9; y >= ground; y -= 1) {
      const to = new Vec3(0.5, y, 0.5);
      walk(game, player, to, y === ground);
      player.position = to;
    }
    expect([name, player.health]).toEqual([name, health]);
  }
});

test('players drown, burn, and suffocate', () => {
  const under = somebody({ blocks: { [`0,${ground},0`]: 'water', [`0,${ground + 1},0`]: 'water' } });
  under.ticks(319, feel);
  expect(under.player.health).toBe(20);
  under.ticks(1, feel);
  expect(under.player.health).toBe(18);
  const inLava = somebody({ blocks: { [`0,${ground},0`]: 'lava' } });
  inLava.ticks(11, feel);
  expect(inLava.player.health).toBe(12);
  inLava.player.position = new Vec3(5.5, ground, 0.5);
  inLava.ticks(60, feel);
  expect(inLava.player.health).toBe(9);
  expect(bodyOf(inLava.player).fireTicks).toBeGreaterThan(200);
  const inWall = somebody({ blocks: { [`0,${ground},0`]: 'stone', [`0,${ground + 1},0`]: 'stone' } });
  inWall.ticks(21, feel);
  expect(inWall.player.health).toBe(17);
  // Under a low ceiling they crawl, and upon snow they stand.
  for (const blocks of [{ [`0,${ground + 1},0`]: 'stone' }, { [`0,${ground},0`]: 'snow' }]) {
    const safe = somebody({ blocks });
    safe.ticks(21, feel);
    expect(safe.player.health).toBe(20);
  }
});

test('armour takes its part, and toughness against great blows', () => {
  const { player, slots } = somebody();
  expect(behindArmour(player, 6)).toBe(6);
  ['helmet', 'chestplate', 'leggings', 'boots'].forEach((part, i) => {
    slots[5 + i] = makeItem(registry, registry.itemsByName[`iron_${part}`]?.id ?? -1, 1);
  });
  expect(behindArmour(player, 6)).toBeCloseTo(6 * (1 - 12 / 25));
  ['helmet', 'chestplate', 'leggings', 'boots'].forEach((part, i) => {
    slots[5 + i] = makeItem(registry, registry.itemsByName[`diamond_${part}`]?.id ?? -1, 1);
  });
  expect(behindArmour(player, 20)).toBeCloseTo(20 * (1 - 15 / 25));
});
