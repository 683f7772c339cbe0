import type { EventEmitter } from 'node:events';
import type { Bot } from 'mineflayer';
import pathfinding from 'mineflayer-pathfinder';
import { Vec3 } from 'vec3';

const { goals } = pathfinding;

export type Entity = Bot['entity'];
export type Place = Entity['position'];

/** The highest lava of the land's caves. */
export const lavaHeight = 10;

const hostile = /^(zombie|skeleton|spider|creeper|slime|silverfish|magma_cube|blaze)$/;
/** A monster so near, in blocks, is fought before anything else, for so long. */
const near = 6;
const mostMs = 15_000;
/** From feet to feet. */
export const reach = 3.6;
export const swingTicks = 13;

/** The nearest first. */
export function entitiesNear(bot: Bot, kinds: RegExp, within: number): Entity[] {
  const far = ({ position }: Entity): number => position.distanceTo(bot.entity.position);
  return Object.values(bot.entities)
    .filter((one) => one !== bot.entity && kinds.test(one.name ?? '') && far(one) < within)
    .toSorted((one, other) => far(one) - far(other));
}

/** Where a push or a step too far ends in lava. */
export function isBesideLava({ registry, world }: Bot, at: Place): boolean {
  if (at.y > lavaHeight + 1) return false;
  const lava = registry.blocksByName['lava']?.id;
  return [-1, 0].some((y) =>
    [-1, 0, 1].some((x) => [-1, 0, 1].some((z) => world.getBlockType(at.offset(x, y, z)) === lava)),
  );
}

export function isOverLava({ registry, world }: Bot, { x, y, z }: { x: number; y: number; z: number }): boolean {
  return world.getBlockType(new Vec3(x, y - 1, z)) === registry.blocksByName['lava']?.id;
}

/** Crouches beside lava: whoever crouches does not step off a block. */
export function takeCare(bot: Bot): void {
  let isCareful = false;
  bot.on('physicsTick', () => {
    const wasCareful = isCareful;
    isCareful = isBesideLava(bot, bot.entity.position.floored());
    if (isCareful || wasCareful) bot.setControlState('sneak', isCareful);
  });
}

/** Strikes monsters that come within reach. */
export class Sword {
  readonly #bot: Bot;
  readonly #outOfReach = new WeakSet<Entity>();
  #ticksSinceSwing = 0;

  constructor(bot: Bot) {
    this.#bot = bot;
    bot.on('physicsTick', () => {
      this.#ticksSinceSwing += 1;
      const [monster] = entitiesNear(bot, hostile, reach);
      if (!monster || this.#ticksSinceSwing < swingTicks) return;
      this.#ticksSinceSwing = 0;
      bot.attack(monster);
    });
  }

  /** The nearest monster in sight. */
  threat(): Entity | undefined {
    const eyes = this.#bot.entity.position.offset(0, 1.62, 0);
    return entitiesNear(this.#bot, hostile, near).find((monster) => {
      const way = monster.position.offset(0, monster.height / 2, 0).minus(eyes);
      return !this.#outOfReach.has(monster) && !this.#bot.world.raycast(eyes, way.unit(), way.norm());
    });
  }

  /** Goes for the monsters in sight, sword in hand; keeps away from creepers between two strikes. */
  async fight(): Promise<void> {
    const bot = this.#bot;
    const end = Date.now() + mostMs;
    let aim: Entity | undefined;
    for (let monster = this.threat(); monster; monster = this.threat()) {
      if (Date.now() > end) this.#outOfReach.add(monster);
      const sword = bot.inventory.items().find(({ name }) => name.endsWith('_sword'));
      if (sword && bot.heldItem?.type !== sword.type) await bot.equip(sword, 'hand');
      if (monster !== aim) {
        const keepsAway = monster.name === 'creeper';
        const { GoalFollow, GoalInvert } = goals;
        bot.pathfinder.setGoal(
          keepsAway ? new GoalInvert(new GoalFollow(monster, reach)) : new GoalFollow(monster, 2),
          true,
        );
        aim = monster;
      }
      await bot.waitForTicks(1);
    }
    if (aim) bot.pathfinder.setGoal(null);
  }
}

/** Counts packets that a server which agrees with its client has no reason to send. */
export function watch(bot: Bot, odd: (what: string) => void): void {
  const client: EventEmitter = bot._client;
  let isMoved = true;
  const onMoved = (): void => void (isMoved = true);
  bot.on('spawn', onMoved);
  client.on('respawn', onMoved);
  client.on('position', () => {
    if (!isMoved) odd('put back');
    isMoved = false;
  });
  client.on('acknowledge_player_digging', ({ successful, status }: { successful: boolean; status: number }) => {
    // Digging that ends too soon is refused as well, and repeated a moment later.
    if (!successful && status === 0) odd('digging refused');
  });
  client.on('transaction', ({ accepted }: { accepted: boolean }) => {
    if (!accepted) odd('a click refused');
  });
  // A line of the chat that begins with a name tells of an end, or of an advancement.
  bot.on('messagestr', (line) => {
    if (line.startsWith(`${bot.username} `) && !line.includes('advancement')) odd(line);
  });
}
