import { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock, placedBlock } from '../land/block-state.ts';
import { directions, horizontal, sides } from '../land/sides.ts';
import { isHeld } from '../land/support.ts';
import { seldom } from '../messages/notices.ts';
import type { Game } from '../rules/game.ts';
import { takeAway } from '../survival/digging/breaking.ts';
import { fastened, type Part, partOf } from './parts.ts';
import { emits, wire } from './power.ts';
import { settleWire } from './wire.ts';

/** So often parts look in one tick what has changed beside them, dust for each piece; and so many wait for it. */
const mostAtOnce = 3000;
const mostWaiting = 20_000;
/** Ticks until an observer answers. */
const observerTicks = 2;

const here = [new Vec3(0, 0, 0), ...sides];
/** All that is at most two steps away: what a source reaches through a block, and up and down slopes. */
const around = here
  .flatMap((one) => here.map((other) => one.plus(other)))
  .filter((place, n, all) => all.findIndex((other) => other.equals(place)) === n);

/** Redstone: components react to changes next to them, in the order of the changes, while somebody sees the place. */
export class Redstone {
  readonly #game: () => Game;
  readonly #waiting = new Map<string, Vec3>();
  /** By the states' numbers. */
  readonly #parts = new Map<number, { part: Part | null; emits: boolean }>();
  readonly #say = seldom((line) => this.#game().log(line));

  constructor(game: () => Game) {
    this.#game = game;
  }

  /** A block has become another. */
  blockChanged(position: { x: number; y: number; z: number }, before: number, after: number): void {
    const { world } = this.#game();
    const at = new Vec3(position.x, position.y, position.z).floored();
    const isSource = this.#known(before).emits || this.#known(after).emits;
    for (const step of isSource ? around : here) {
      const to = at.plus(step);
      if (to.y < 0 || to.y > 255 || !world.isSeen(to)) continue;
      const { part } = this.#known(world.blockStateAt(to));
      // A torch that a command puts into the air stays there until something changes beside it.
      if (part && (part !== fastened || !to.equals(at))) this.look(to);
      if (part?.observes && ahead(this.#game(), to)?.equals(at)) this.#game().blockTicks.wait(to, observerTicks);
    }
  }

  /** What holds items holds others: comparators beside it look, also through a block. */
  containerChanged(at: Vec3): void {
    const { world } = this.#game();
    for (const side of horizontal) {
      for (const to of [at.plus(side), at.plus(side.scaled(2))]) {
        if (world.isSeen(to) && blockAt(this.#game(), to)?.kind.name === 'comparator') this.look(to);
      }
    }
  }

  /** Those that have not looked yet. */
  get looking(): Vec3[] {
    return [...this.#waiting.values()];
  }

  /** The power that it gives has changed, though its state has not. */
  changedAt(at: Vec3): void {
    const state = this.#game().world.blockStateAt(at);
    this.blockChanged(at, state, state);
  }

  /** The component there checks what has changed. */
  look(at: Vec3): void {
    if (this.#waiting.size < mostWaiting) this.#waiting.set(at.toString(), at);
    else this.#say(`More than ${mostWaiting} parts of redstone wait for their turn: others stay as they are`);
  }

  /** @returns the block's behaviour; null if it is not a redstone component, and not fastened to another block */
  partOf(block: PlacedBlock | null): Part | null {
    return block && this.#known(block.kind.minStateId).part;
  }

  tick(): void {
    const game = this.#game();
    let left = mostAtOnce;
    for (const [key, at] of this.#waiting) {
      if (left <= 0) return this.#say(`More than ${mostAtOnce} changes of redstone in a tick: the others wait`);
      this.#waiting.delete(key);
      const block = game.world.isSeen(at) ? blockAt(game, at) : null;
      const part = this.partOf(block);
      left -= 1;
      if (!block || !part) continue;
      if (!isHeld(game, at, block)) {
        takeAway(game, at, block);
      } else if (block.kind.name === wire) {
        const settled = settleWire(game, at);
        for (const one of settled) this.#waiting.delete(one);
        left -= settled.length - 1;
      } else part.look?.(game, at, block);
    }
  }

  #known(state: number): { part: Part | null; emits: boolean } {
    let known = this.#parts.get(state);
    if (!known) {
      const block = placedBlock(this.#game().squid.registry, state);
      this.#parts.set(state, (known = { part: block && partOf(block), emits: block !== null && emits(block) }));
    }
    return known;
  }
}

function ahead(game: Game, at: Vec3): Vec3 | null {
  const direction = directions[blockAt(game, at)?.properties['facing'] ?? ''];
  return direction ? at.plus(direction) : null;
}
