import { setTimeout as sleep } from 'node:timers/promises';
import pathfinding from 'mineflayer-pathfinder';
import { Vec3 } from 'vec3';
import { type Hands, searchMs } from './hands.ts';
import { lavaHeight, type Place } from './senses.ts';

const { goals } = pathfinding;
const needed = 10;
/** How far to walk for more lava. */
const farther = 48;
const above = (at: Place): Place => at.offset(0, 1, 0);

export async function fetchWater(hands: Hands): Promise<void> {
  const { bot } = hands;
  const isSource = (at: Place): boolean => bot.blockAt(at)?.metadata === 0 && bot.blockAt(above(at))?.name === 'air';
  while (hands.count('water_bucket') === 0) {
    await hands.get('bucket');
    const [water] = hands.find(/^water$/, 90, isSource);
    if (!water) throw new Error('no water far and wide');
    try {
      await hands.near(water, 3, searchMs);
      for (let tries = 0; tries < 3 && hands.count('water_bucket') === 0; tries += 1) {
        await hands.useAt('bucket', water.offset(0.5, 0.9, 0.5));
        await sleep(1000);
      }
    } catch (error) {
      hands.odd(`no way to water: ${String(error)}`);
    }
    if (hands.count('water_bucket') > 0) return;
    // It may be behind a wall.
    hands.giveUp(hands.find(/^water$/, 90).filter((one) => one.distanceTo(water) < 4));
  }
}

/**
 * Carries lava, a bucket at a time, to a hole in firm ground, pours water over it, and digs the obsidian: beside a pool both the digger and what they dig
 * fall into lava.
 */
export async function castObsidian(hands: Hands): Promise<void> {
  for (let casts = 0; casts < 40 && hands.count('obsidian') < needed; casts += 1) {
    try {
      // Whoever has died may have lost them.
      await hands.recover();
      await fetchWater(hands);
      await hands.get('diamond_pickaxe');
      await hands.get('cobblestone', 12);
      if (hands.count('lava_bucket') === 0) await fetchLava(hands);
      await cast(hands, casts);
    } catch (error) {
      hands.odd(String(error));
    }
  }
  if (hands.count('obsidian') < needed) throw new Error('too little obsidian');
}

async function fetchLava(hands: Hands): Promise<void> {
  await hands.get('bucket');
  const { rim, lava } = await reachLava(hands);
  for (let tries = 0; tries < 4 && hands.count('lava_bucket') === 0; tries += 1) {
    await hands.useAt('bucket', lava.offset(0.5, 0.9, 0.5));
    await sleep(700);
  }
  if (hands.count('lava_bucket') === 0) {
    hands.giveUp([lava]);
    throw new Error('no lava in the bucket');
  }
  await hands.go(new goals.GoalInvert(new goals.GoalNear(rim.x, rim.y, rim.z, 6)));
}

async function cast(hands: Hands, turn: number): Promise<void> {
  const { bot } = hands;
  const isFirm = (at: Place): boolean => bot.blockAt(at)?.boundingBox === 'block';
  const stand = bot.entity.position.floored().offset(0, -1, 0);
  const isGood = (side: Place): boolean =>
    [0, 1, 2].every((blocks) => isFirm(stand.plus(side.scaled(blocks)))) &&
    isFirm(stand.plus(side.scaled(2)).offset(0, -1, 0)) &&
    isDry(hands, stand.plus(side.scaled(2)));
  const way = sides.find((side) => isGood(side));
  if (!way) {
    // Beside a lake there may be none for a long way; above it there is rock, and aside of falling water.
    const aside = stand.plus((sides[turn % sides.length] ?? stand).scaled(8));
    await hands.near(aside.offset(0, 5, 0), 2, searchMs);
    throw new Error('no firm and dry place to cast obsidian');
  }
  const step = stand.plus(way);
  const hole = step.plus(way);
  for (const at of [step, hole]) for (const up of [1, 2]) await hands.dig(at.offset(0, up, 0));
  for (const at of [step, hole.offset(0, -1, 0), ...sides.map((side) => hole.plus(side))])
    if (!isFirm(at)) await hands.place('cobblestone', at);
  await hands.dig(hole);
  await hands.walkTo(step.offset(0.5, 1, 0.5), 0.25, 3000);
  // Walls, or the water carries the bot away, perhaps into lava.
  const around = sides.filter((side) => side !== way).map((side) => stand.plus(side));
  for (const at of around.flatMap((floor) => [floor, above(floor)]))
    if (!isFirm(at)) await hands.place('cobblestone', at);
  await hands.useAt('lava_bucket', hole.offset(0.5, 0, 0.5));
  await hands.until(() => bot.blockAt(hole)?.name === 'lava', 'lava in the hole');
  await hands.walkTo(stand.offset(0.5, 1, 0.5), 0.25, 3000);
  await hands.useAt('water_bucket', step.offset(0.5, 1, 0.5));
  await hands.until(() => bot.blockAt(hole)?.name === 'obsidian', 'obsidian');
  for (let tries = 0; tries < 5 && hands.count('water_bucket') === 0; tries += 1) {
    await hands.useAt('bucket', step.offset(0.5, 1.4, 0.5));
    await sleep(1000);
  }
  await hands.dig(hole);
  await hands.collect();
}

/** Whether there is no water and no lava around. */
function isDry({ bot }: Hands, middle: Place): boolean {
  for (let x = -2; x <= 2; x += 1)
    for (let y = -2; y <= 3; y += 1)
      for (let z = -2; z <= 2; z += 1)
        if (/^(water|lava)$/.test(bot.blockAt(middle.offset(x, y, z))?.name ?? 'lava')) return false;
  return true;
}

const sides = [new Vec3(1, 0, 0), new Vec3(-1, 0, 0), new Vec3(0, 0, 1), new Vec3(0, 0, -1)];

/** Goes close to the nearest pool of lava that it finds a way to. @returns a source, and the block beside it, with air above both */
async function reachLava(hands: Hands): Promise<{ rim: Place; lava: Place }> {
  const { bot } = hands;
  const name = (at: Place): string | undefined => bot.blockAt(at)?.name;
  const isLava = (at: Place): boolean =>
    name(at) === 'lava' && bot.blockAt(at)?.metadata === 0 && /^(cave_)?air$/.test(name(above(at)) ?? '');
  const isRim = (at: Place): boolean =>
    bot.blockAt(at)?.boundingBox === 'block' && /^(cave_)?air$/.test(name(above(at)) ?? '');
  for (let tries = 0; tries < 12; tries += 1) {
    const pools = hands.find(/^lava$/, 90, isLava);
    const [found] = pools.flatMap((lava) =>
      sides.map((side) => ({ lava, rim: lava.plus(side) })).filter(({ rim }) => isRim(rim)),
    );
    if (!found) {
      await lookAround(hands, tries);
      continue;
    }
    try {
      await hands.near(above(found.rim), 2, searchMs);
      return found;
    } catch (error) {
      hands.odd(`no way to lava: ${String(error)}`);
      hands.giveUp(pools.filter((lava) => lava.distanceTo(found.rim) < 8));
    }
  }
  throw new Error('no way to any lava');
}

/** Goes down to where lava lies, and along there, another way each time. */
async function lookAround(hands: Hands, turn: number): Promise<void> {
  const { position } = hands.bot.entity;
  if (position.y > lavaHeight + 8) await hands.go(new goals.GoalY(lavaHeight + 4));
  const to = position.plus((sides[turn % sides.length] ?? position).scaled(farther));
  await hands.near(new Vec3(to.x, lavaHeight + 4, to.z), 6).catch((error: unknown) => hands.odd(String(error)));
}

/** Builds a portal, somewhere else if a cave or water is in the way. */
export async function buildPortal(hands: Hands): Promise<void> {
  const { bot } = hands;
  await hands.climb(24);
  for (let places = 0; places < 4; places += 1) {
    try {
      // Whoever has died may have lost them.
      await castObsidian(hands);
      await hands.get('flint_and_steel');
      return await raiseFrame(hands);
    } catch (error) {
      hands.odd(`no frame here: ${String(error)}`);
      await hands.climb(bot.entity.position.y + 8);
    }
  }
  throw new Error('no place for a frame');
}

/** Digs a room, and builds the portal's frame in it. */
async function raiseFrame(hands: Hands): Promise<void> {
  const { bot } = hands;
  const feet = bot.entity.position.floored();
  const at = feet.offset(0, 0, -2);
  for (let rounds = 0; rounds < 3; rounds += 1) {
    for (let y = 0; y <= 3; y += 1) {
      for (let z = 2; z >= 0; z -= 1) for (let x = -1; x <= 2; x += 1) await hands.dig(at.offset(x, y, z));
    }
  }
  for (const x of [-1, 0, 1, 2])
    if (bot.blockAt(at.offset(x, -1, 0))?.boundingBox !== 'block')
      await hands.place('cobblestone', at.offset(x, -1, 0));
  const put = async (x: number, y: number, name = 'obsidian'): Promise<void> => hands.place(name, at.offset(x, y, 0));
  for (const x of [0, 1]) await put(x, -1);
  for (const x of [-1, 2]) for (const y of [0, 1, 2]) await put(x, y);
  await put(-1, 3, 'cobblestone');
  for (const x of [0, 1]) await put(x, 3);
  await hands.equip('flint_and_steel');
  const below = bot.blockAt(at.offset(0, -1, 0));
  if (below) await bot.activateBlock(below, new Vec3(0, 1, 0));
  await hands.until(() => bot.blockAt(at)?.name === 'nether_portal', 'a lit portal');
}

/** Goes through the portal and back. */
export async function visitNether(hands: Hands): Promise<void> {
  await passThrough(hands, lowest(hands), 'the_nether');
  await hands.get('netherrack', 8);
  await passThrough(hands, lowest(hands), 'overworld');
}

const lowest = (hands: Hands): Place | undefined =>
  hands.find(/^nether_portal$/, 60, (at) => hands.bot.blockAt(at.offset(0, -1, 0))?.name === 'obsidian')[0];

async function passThrough(hands: Hands, at: Place | undefined, to: string): Promise<void> {
  const { bot } = hands;
  if (!at) throw new Error('no portal far and wide');
  await hands.go(new goals.GoalBlock(at.x, at.y, at.z));
  await hands.until(() => bot.game.dimension === to, to);
  await bot.waitForChunksToLoad();
}
