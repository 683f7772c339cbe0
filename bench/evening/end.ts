import { setTimeout as sleep } from 'node:timers/promises';
import pathfinding from 'mineflayer-pathfinder';
import { Vec3 } from 'vec3';
import { hunt } from './food.ts';
import type { Hands } from './hands.ts';
import { entitiesNear, type Place, swingTicks } from './senses.ts';

const { goals } = pathfinding;
/** An arrow's flight as in the game: speed and gravity in blocks a tick, and the share of its speed that it keeps each tick. */
const arrow = { speed: 3, drag: 0.99, gravity: 0.05 };
const drawMs = 1500;

/** Throws an eye, watches it, and picks it up again. @returns the direction in which it flies */
async function throwEye(hands: Hands): Promise<{ from: Place; way: Place }> {
  const { bot } = hands;
  await hands.equip('ender_eye');
  const from = bot.entity.position.clone();
  bot.activateItem();
  await hands.until(() => entitiesNear(hands.bot, /^eye_of_ender$/, 30).length > 0, 'an eye that flies');
  const [eye] = entitiesNear(hands.bot, /^eye_of_ender$/, 30);
  await sleep(2500);
  const way = eye?.position.minus(from) ?? new Vec3(0, 0, 0);
  way.y = 0;
  await sleep(3000);
  return { from, way };
}

/** Goes to where the directions of two eyes meet, which is the stronghold, until its portal is near. */
export async function findStronghold(hands: Hands): Promise<void> {
  await hands.climb(66);
  await hunt(hands, 8);
  await hands.eat();
  const first = await throwEye(hands);
  const aside = first.from.plus(new Vec3(-first.way.z, 0, first.way.x).unit().scaled(50));
  await hands.go(new goals.GoalNearXZ(aside.x, aside.z, 5));
  const second = await throwEye(hands);
  await hands.eat();
  const cross = first.way.x * second.way.z - first.way.z * second.way.x;
  const between = second.from.minus(first.from);
  const far = (between.x * second.way.z - between.z * second.way.x) / cross;
  const site = first.from.plus(first.way.scaled(far));
  console.log('    the eyes’ ways meet at', site.floored().toString());
  await hands.go(new goals.GoalNearXZ(site.x, site.z, 30), 400_000);
  const frames = hands.find(/^end_portal_frame$/, 100);
  if (!frames[0]) throw new Error('no frame of a portal there');
  await hands.near(frames[0].offset(0, 1, 0), 2);
}

/** Puts an eye into each frame, and steps into the portal. */
export async function openEnd(hands: Hands): Promise<void> {
  const { bot } = hands;
  const frames = hands.find(/^end_portal_frame$/, 20);
  const isEmpty = (at: Place): boolean => bot.blockAt(at)?.getProperties()['eye'] === false;
  for (const at of frames.filter(isEmpty)) {
    await hands.near(at.offset(0, 1, 0), 2);
    await hands.equip('ender_eye');
    const block = bot.blockAt(at);
    if (block) await bot.activateBlock(block, new Vec3(0, 1, 0));
    await hands.until(() => !isEmpty(at), 'the eye in its frame');
  }
  const middle = frames
    .reduce((sum, at) => sum.plus(at), new Vec3(0, 0, 0))
    .scaled(1 / frames.length)
    .offset(0.5, 0, 0.5);
  await hands.until(() => bot.blockAt(middle)?.name === 'end_portal', 'an open portal');
  const [step] = frames.filter((at) => Math.abs(at.x - middle.x + 0.5) < 0.1).map((at) => at.offset(0, 1, 0));
  if (step) await hands.go(new goals.GoalBlock(step.x, step.y, step.z));
  await hands.walkTo(middle, 0.2, 4000, () => bot.game.dimension === 'the_end');
  await hands.until(() => bot.game.dimension === 'the_end', 'the End');
  await bot.waitForChunksToLoad();
}

/** Puts on what there is of it. Through the pumpkin one may look at endermen. */
async function dress(hands: Hands): Promise<void> {
  for (const [name, where] of [
    ['carved_pumpkin', 'head'],
    ['diamond_chestplate', 'torso'],
    ['diamond_leggings', 'legs'],
    ['diamond_boots', 'feet'],
  ] as const) {
    if (hands.count(name) > 0) await hands.bot.equip(hands.item(name), where);
  }
}

/** Where to look to hit the target, according to the arrow's flight; null when something is in the way. */
function aim({ bot }: Hands, from: Place, to: Place): { yaw: number; pitch: number } | null {
  const [x, z] = [to.x - from.x, to.z - from.z];
  const across = Math.hypot(x, z);
  const isOpen = ([far, up]: readonly [number, number]): boolean =>
    bot.blockAt(from.offset((x / across) * far, up, (z / across) * far))?.boundingBox !== 'block';
  for (let tilt = -1; tilt < 1.5; tilt += 0.005) {
    const way: [number, number][] = [];
    let [far, up, ahead, rise] = [0, -0.1, Math.cos(tilt) * arrow.speed, Math.sin(tilt) * arrow.speed];
    while (far + ahead < across && up > -100) {
      for (const part of [0.25, 0.5, 0.75, 1]) way.push([far + ahead * part, up + rise * part]);
      [far, up] = [far + ahead, up + rise];
      [ahead, rise] = [ahead * arrow.drag, rise * arrow.drag - arrow.gravity];
    }
    const height = up + (rise / ahead) * (across - far);
    if (Math.abs(height - to.y + from.y) < 0.5 && way.every(isOpen)) return { yaw: Math.atan2(-x, -z), pitch: tilt };
  }
  return null;
}

/** Draws the bow, and shoots at where the target is by then. */
async function shoot(hands: Hands, target: () => Place): Promise<void> {
  const { bot } = hands;
  await hands.equip('bow');
  bot.activateItem();
  await sleep(drawMs);
  const way = aim(hands, bot.entity.position.offset(0, 1.62, 0), target());
  if (way) await bot.look(way.yaw, way.pitch, true);
  await bot.waitForTicks(2);
  bot.deactivateItem();
}

/** Bridges a gap block by block, crouching, until there is ground. */
async function bridge(hands: Hands, way: Place, name: string): Promise<void> {
  const { bot } = hands;
  bot.setControlState('sneak', true);
  for (let blocks = 0; blocks < 40; blocks += 1) {
    const under = bot.entity.position.offset(0, -0.5, 0).floored();
    const next = under.plus(way);
    for (const up of [1, 2]) await hands.dig(next.offset(0, up, 0));
    const isGround = bot.blockAt(next)?.boundingBox === 'block';
    const from = bot.blockAt(under);
    if (!isGround && from) {
      await hands.equip(name);
      await bot.placeBlock(from, way);
    }
    await hands.walkTo(next.offset(0.5, 1, 0.5), 0.2, 4000);
    if (isGround && blocks > 3) break;
  }
  bot.setControlState('sneak', false);
}

/** Goes from where players arrive to the main island; the way may lead through the dark beneath it. */
export async function crossEnd(hands: Hands): Promise<void> {
  await dress(hands);
  await bridge(hands, new Vec3(-1, 0, 0), 'cobblestone');
  await hands.near(new Vec3(50, 62, 0), 6);
}

/**
 * Shoots the crystals without bars around them, from across the island, as the towers themselves block the view from below, and away from its
 * middle, where the dragon lands.
 */
export async function shootCrystals(hands: Hands): Promise<void> {
  const { bot } = hands;
  await dress(hands);
  for (let shots = 0; shots < 80; shots += 1) {
    await hands.eat();
    const crystal = entitiesNear(bot, /^end_crystal$/, 70).find(
      ({ position }) => bot.blockAt(position.offset(2, 0, 0))?.name !== 'iron_bars',
    );
    if (!crystal) break;
    const { x, z } = crystal.position;
    await hands.go(new goals.GoalNearXZ(x * -0.4, z * -0.4, 3));
    await shoot(hands, () => crystal.position.offset(0, 1, 0));
    // Until the arrow has come down.
    for (const down = Date.now() + 4000; Date.now() < down; await sleep(200)) await hands.eat();
  }
}

/** Shoots arrows at the dragon while it flies, and uses the sword while it sits. */
export async function killDragon(hands: Hands): Promise<void> {
  const { bot } = hands;
  const fight = { isOver: false };
  bot.on('entityDead', ({ name }) => {
    fight.isOver ||= name === 'ender_dragon';
  });
  while (!fight.isOver) {
    await hands.eat();
    const { x, y, z } = bot.entity.position;
    if (Math.hypot(x, z) > 20 || y < 55) await hands.go(new goals.GoalNearXZ(10, 0, 3)).catch(() => undefined);
    const [dragon] = entitiesNear(hands.bot, /^ender_dragon$/, 60);
    if (!dragon) {
      await sleep(200);
      continue;
    }
    const far = dragon.position.distanceTo(bot.entity.position);
    if (far < 9) {
      await hands.equip('diamond_sword');
      bot.attack(dragon);
      await bot.waitForTicks(swingTicks);
      continue;
    }
    const [before, since] = [dragon.position.clone(), Date.now()];
    await shoot(hands, () => {
      const pace = dragon.position.minus(before).scaled(1 / (Date.now() - since));
      return dragon.position.offset(0, 3, 0).plus(pace.scaled((far / arrow.speed) * 50 + 100));
    });
  }
}

/** The fountain in the middle of the island is so many blocks wide to each side. */
const rimAt = 3;

export async function goHome(hands: Hands): Promise<void> {
  const { bot } = hands;
  await hands.go(new goals.GoalNearXZ(8, 0, 3));
  const [portal] = hands.find(/^end_portal$/, 60);
  if (!portal) throw new Error('no way home');
  // Onto the fountain's rim, as nobody walks up a block without a jump.
  await hands.go(new goals.GoalBlock(rimAt, portal.y + 1, 0));
  await hands.walkTo(portal.offset(0.5, 0, 0.5), 0.2, 6000, () => bot.game.dimension === 'overworld');
  await hands.until(() => bot.game.dimension === 'overworld', 'the overworld');
}
