import { Vec3 } from 'vec3';
import { type Compound, numbersOf } from '../../../world-format/nbt-fields.ts';
import { isGolemHead, raiseGolem } from '../creatures/species/building-golems.ts';
import { isHive, letOut } from '../creatures/species/hives.ts';
import { blockAt, type PlacedBlock, placedBlock } from '../land/block-state.ts';
import { join, joins } from '../land/joins.ts';
import { sides } from '../land/sides.ts';
import { seldom } from '../messages/notices.ts';
import type { Game } from '../rules/game.ts';
import { cook, isCookFire } from './campfires.ts';
import { fall, falls } from './falling.ts';
import { burn, fireTicks, isFire } from './fire.ts';
import { fluidOf } from '../land/fluid.ts';
import { flow, touchesWater } from './fluids.ts';
import { hangs, isLoose, wilt } from './leaves.ts';
import { checkPlant, isPlant } from './plants.ts';
import { isDrySponge, soak } from './sponges.ts';

/** So many blocks have their turn in one tick of the realm, and so many parts of redstone; and so many wait for theirs. */
const mostAtOnce = 60;
const mostParts = 500;
const mostWaiting = 10_000;
/** Shorter delays are not logged: a single spring causes some. */
const lateTicks = 20;
/** How far a liquid looks for a way down, plus one: this must be loaded. */
const around = 6;
/** Ticks from the change of a block to the turn of its neighbours. */
const delays = { falling: 2, water: 5, lava: 30, hardening: 1, unseen: 20, soon: 1 };

/** What a block does when it is its turn. */
interface Mover {
  is(block: PlacedBlock): boolean;
  /** Left out for what no change beside it moves. @param isItself whether it is what has changed */
  delay?(isItself: boolean): number | undefined;
  move(game: Game, at: Vec3): void;
}

const movers: readonly Mover[] = [
  { is: falls, delay: () => delays.falling, move: fall },
  { is: (block) => fluidOf(block)?.kind === 'water', delay: () => delays.water, move: flow },
  { is: (block) => fluidOf(block)?.kind === 'lava', delay: () => delays.lava, move: flow },
  { is: isFire, delay: fireTicks, move: burn },
  { is: hangs, delay: () => delays.soon, move: wilt },
  { is: isLoose, move: wilt },
  { is: ({ kind }) => isPlant(kind.name), delay: () => delays.soon, move: checkPlant },
  { is: isHive, move: letOut },
  { is: isCookFire, move: cook },
  { is: isGolemHead, delay: (isItself) => (isItself ? delays.soon : undefined), move: raiseGolem },
  { is: isDrySponge, delay: () => delays.soon, move: soak },
  { is: joins, delay: () => delays.soon, move: join },
];

/** By the priority in the file: a part of redstone that has not looked yet what has changed has the lowest. */
const priorities = { turn: 0, looks: 3 };
const waits = {
  moving: `More than ${mostAtOnce} blocks move at once: the others wait`,
  redstone: `More than ${mostParts} parts of redstone change at once: the others wait`,
};

const here = [new Vec3(0, 0, 0), ...sides];

/** Scheduled ticks of blocks that move because a neighbour changed, and of redstone that was triggered. They wait while nobody sees the place. */
export class BlockTicks {
  readonly #game: () => Game;
  /** By the states' numbers. */
  readonly #movers = new Map<number, Mover | undefined>();
  readonly #waiting = new Map<string, { at: Vec3; due: number; kind: keyof typeof waits }>();
  /** The block that has its turn. */
  #turning = '';
  readonly #say = seldom((line) => this.#game().log(line));

  constructor(game: () => Game) {
    this.#game = game;
  }

  /** A block has become another: it and those beside it may have to move. */
  blockChanged(position: { x: number; y: number; z: number }): void {
    const { world, squid } = this.#game();
    const changed = new Vec3(position.x, position.y, position.z).floored();
    for (const side of here) {
      const at = changed.plus(side);
      if (at.y < 0 || at.y > 255 || !world.isSeen(at)) continue;
      const delay = this.#moverOf(world.blockStateAt(at))?.delay?.(side === here[0]);
      if (delay === undefined) continue;
      const isHardening = delay === delays.lava && touchesWater(this.#game(), at);
      // The scheduled tick is saved together with its cause.
      if (this.#wait(at, squid.tickCount + (isHardening ? delays.hardening : delay))) world.touch(at);
    }
  }

  /** Schedules a block's turn in so many ticks, unless it has an earlier one. */
  wait(at: Vec3, ticks: number): void {
    const { world, squid } = this.#game();
    const isNew = this.#wait(at, squid.tickCount + ticks);
    // The file still has the turn that has just come: to write the next one would keep the disk busy for ever.
    if (isNew && at.toString() !== this.#turning) world.touch(at);
  }

  tick(): void {
    const { squid, world } = this.#game();
    const left = { moving: mostAtOnce, redstone: mostParts };
    for (const [key, turn] of this.#waiting) {
      const { at, due, kind } = turn;
      if (due > squid.tickCount) continue;
      if (left[kind] === 0) {
        if (squid.tickCount - due >= lateTicks) this.#say(waits[kind]);
        continue;
      }
      if (!this.#isSurrounded(at)) {
        turn.due = squid.tickCount + delays.unseen;
        continue;
      }
      left[kind] -= 1;
      this.#waiting.delete(key);
      this.#turning = key;
      const block = blockAt(this.#game(), at);
      const part = this.#game().redstone.partOf(block);
      if (block && part?.turn) part.turn(this.#game(), at, block);
      else this.#moverOf(world.blockStateAt(at))?.move(this.#game(), at);
      this.#turning = '';
    }
  }

  /** A column is loaded. @returns the scheduled ticks that are not taken over: none */
  arrive(x: number, z: number, ticks: Compound[]): Compound[] {
    for (const fields of ticks) {
      const [blockX = 0, y = -1, blockZ = 0, delay = 0] = numbersOf({ value: fields }, ['x', 'y', 'z', 't']) ?? [];
      if (blockX >> 4 !== x || blockZ >> 4 !== z || y < 0 || y > 255) continue;
      const soon = Math.max(0, Math.min(delays.lava, delay));
      const at = new Vec3(blockX, y, blockZ);
      if (fields['p']?.value === priorities.looks) this.#game().redstone.look(at);
      else this.#wait(at, this.#game().squid.tickCount + soon);
    }
    return [];
  }

  /** As the game's files have it (TileTicks, LiquidTicks). */
  tagsOf(x: number, z: number): Compound[] {
    const { squid } = this.#game();
    const looking = this.#game().redstone.looking.map((at) => ({ at, due: 0, p: priorities.looks }));
    const turns = [...this.#waiting.values()].map(({ at, due }) => ({ at, due, p: priorities.turn }));
    return [...turns, ...looking].filter(isIn(x, z)).map(({ at, due, p }) => {
      const block = blockAt(this.#game(), at);
      const fluid = fluidOf(block);
      const id = fluid ? `${fluid.isSource ? '' : 'flowing_'}${fluid.kind}` : block?.kind.name;
      const fields: Compound = { i: { type: 'string', value: `minecraft:${id}` } };
      const numbers = { x: at.x, y: at.y, z: at.z, t: Math.max(0, due - squid.tickCount), p };
      for (const [name, value] of Object.entries(numbers)) fields[name] = { type: 'int', value };
      return fields;
    });
  }

  /** The column is unloaded. */
  depart(x: number, z: number): void {
    for (const [key, tick] of this.#waiting) if (isIn(x, z)(tick)) this.#waiting.delete(key);
  }

  /** @returns whether it waits only now */
  #wait(at: Vec3, due: number): boolean {
    const key = at.toString();
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.due = Math.min(waiting.due, due);
    if (waiting) return false;
    if (this.#waiting.size >= mostWaiting) {
      this.#say(`More than ${mostWaiting} blocks are to move or switch: the others stay as they are`);
      return false;
    }
    const isPart = this.#game().redstone.partOf(blockAt(this.#game(), at)) !== null;
    this.#waiting.set(key, { at, due, kind: isPart ? 'redstone' : 'moving' });
    return true;
  }

  /** Undefined for what does not move by itself, as most blocks do not. */
  #moverOf(state: number): Mover | undefined {
    if (!this.#movers.has(state)) {
      const block = placedBlock(this.#game().squid.registry, state);
      this.#movers.set(
        state,
        movers.find((mover) => block && mover.is(block)),
      );
    }
    return this.#movers.get(state);
  }

  #isSurrounded({ x, z }: Vec3): boolean {
    const corners = [-around, around].flatMap((dx) => [-around, around].map((dz) => ({ x: x + dx, y: 0, z: z + dz })));
    return corners.every((corner) => this.#game().world.isSeen(corner));
  }
}

const isIn =
  (x: number, z: number) =>
  ({ at }: { at: Vec3 }): boolean =>
    at.x >> 4 === x && at.z >> 4 === z;
