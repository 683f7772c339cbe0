import { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock, placedBlock, stateWith } from '../land/block-state.ts';
import type { Being } from '../creatures/creature.ts';
import { otherHalf } from '../land/chests.ts';
import { setBlocks } from '../land/set-blocks.ts';
import { seldom } from '../messages/notices.ts';
import { itemNamed, itemWith } from '../players/items.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import { isOpenGround, worldHeight } from '../rules/place.ts';
import type { Player } from '../squid/squid.ts';
import { byDifficulty, causes, hurt } from '../survival/damage.ts';
import { keptIn, removePlantAbove, spill, wholeOf } from '../survival/digging.ts';
import { dropsOf } from '../survival/drops.ts';
import { fluidOf } from './fluids.ts';

/** An explosion that is to be. */
export interface Blast {
  at: Vec3;
  /** A creeper's is 3, TNT's 4; at most 10. */
  power: number;
  /** What is left of the blocks that it breaks: all, as of TNT, or one in `power`. `unbroken`: it breaks none. */
  leaves: 'all' | 'some' | 'unbroken';
  /** Who has set it off. */
  by: Being | null;
}

/** What an explosion finds beside blocks and players. */
export interface Target {
  /** The middle of its feet. */
  position: Vec3;
  width: number;
  height: number;
  /** @param push blocks a tick, to be added to how fast it is */
  feel(damage: number, push: Vec3, blast: Blast): void;
}

/** In one tick of the realm; the others wait, and so many do. */
const mostAtOnce = 4;
const mostBroken = 1000;
const mostWaiting = 500;
const mostPower = 10;
/** Of the rays: so many start along each edge of a cube, and go on by so much. */
const raysAlong = 16;
const step = 0.3;
/** Of its strength a ray loses so much in a step, and in blocks more. */
const lossOfStep = 0.225;
const liquidResistance = 100;
const unknown = 0xff_ff;
const seenWithin = 64;
const body = { width: 0.6, height: 1.8, eyes: 1.62 };

/** Explosions by the game's rule. Nothing breaks where a player without powers may not build. Source: the game's Explosion (1.16.5) */
export class Explosions {
  readonly #game: () => Game;
  readonly #waiting: Blast[] = [];
  readonly #say = seldom((line) => this.#game().log(line));
  /** Whose targets explosions find, beside players. */
  readonly targets: (() => Iterable<Target>)[] = [
    () => this.#game().groundItems.targets(),
    () => this.#game().tnt.targets(),
    () => this.#game().creatures.targets(),
  ];

  constructor(game: () => Game) {
    this.#game = game;
  }

  /** It goes off in this tick or the next, or when those before it have. */
  explode(blast: Blast): void {
    if (this.#waiting.length < mostWaiting) this.#waiting.push(blast);
  }

  tick(): void {
    let broken = 0;
    for (let n = 0; n < mostAtOnce && broken < mostBroken; n += 1) {
      const blast = this.#waiting.shift();
      if (!blast) return;
      broken += this.#goOff({ ...blast, power: Math.min(mostPower, blast.power) });
    }
    if (this.#waiting.length > 0) this.#say(`More than ${mostAtOnce} explosions at once: the others wait`);
  }

  /** @returns how many blocks are broken */
  #goOff(blast: Blast): number {
    const game = this.#game();
    const { at, power } = blast;
    if (!game.world.isSeen(at)) return 0;
    const near = new Nearby(game, at, Math.ceil(power * 2));
    const places = blast.leaves === 'unbroken' ? [] : reached(near, blast).filter((place) => isOpenGround(game, place));
    const pushes = this.#strike(near, blast);
    const origin = at.floored();
    const gone = breakAll(game, blast, places);
    const affectedBlockOffsets = gone.map((place) => place.minus(origin));
    for (const player of game.squid.players) {
      if (player.position.distanceTo(at) > seenWithin) continue;
      const push = pushes.get(player) ?? new Vec3(0, 0, 0);
      const motion = { playerMotionX: push.x, playerMotionY: push.y, playerMotionZ: push.z };
      player._client.write('explosion', { x: at.x, y: at.y, z: at.z, radius: power, affectedBlockOffsets, ...motion });
    }
    return gone.length;
  }

  /** Hurts what is near. @returns how players are pushed */
  #strike(near: Nearby, blast: Blast): Map<Player, Vec3> {
    const game = this.#game();
    const pushes = new Map<Player, Vec3>();
    const { at, power, by } = blast;
    const others: (Target & { eyes?: number })[] = this.targets.flatMap((all) => [...all()]);
    const targets = [...others, ...game.squid.players.map(asTarget)];
    for (const target of targets) {
      const share = 1 - target.position.distanceTo(at) / (power * 2);
      const impact = share <= 0 ? 0 : share * exposure(near, at, target);
      if (impact === 0) continue;
      const away = target.position.offset(0, target.eyes ?? 0, 0).minus(at);
      const push = away.scaled(impact / (away.norm() || 1));
      target.feel(Math.floor(((impact ** 2 + impact) / 2) * 7 * power * 2 + 1), push, blast);
    }
    return pushes;

    function asTarget(player: Player): Target & { eyes?: number } {
      return {
        position: player.position,
        ...body,
        feel(damage, push) {
          if (player.gameMode === gameModeNumber.SPECTATOR) return;
          pushes.set(player, push);
          const isSpared = by?.type === 'player' && by !== player && !game.settings.dealDamage;
          const harm = isSpared ? 0 : byDifficulty(game, damage);
          if (harm > 0) hurt(game, player, harm, by ? causes.explosionBy : causes.explosion, { by });
        },
      };
    }
  }
}

/** The blocks around an explosion, each looked up once. */
class Nearby {
  readonly #game: Game;
  readonly #low: Vec3;
  readonly #size: number;
  readonly #states: Uint16Array;
  /** Less than 0 until it is known. */
  readonly #losses: Float32Array;

  constructor(game: Game, at: Vec3, reach: number) {
    this.#game = game;
    this.#low = at.floored().offset(-reach, -reach, -reach);
    this.#size = reach * 2 + 1;
    this.#states = new Uint16Array(this.#size ** 3).fill(unknown);
    this.#losses = new Float32Array(this.#size ** 3).fill(-1);
  }

  /** The number of a place here; -1 beyond. */
  index(x: number, y: number, z: number): number {
    const [low, size] = [this.#low, this.#size];
    const dx = Math.floor(x) - low.x;
    const dy = Math.floor(y) - low.y;
    const dz = Math.floor(z) - low.z;
    const isHere = dx >= 0 && dy >= 0 && dz >= 0 && dx < size && dy < size && dz < size;
    return isHere ? (dx * size + dy) * size + dz : -1;
  }

  placeOf(index: number): Vec3 {
    const size = this.#size;
    return this.#low.offset(Math.floor(index / size / size), Math.floor(index / size) % size, index % size);
  }

  block(index: number): PlacedBlock | null {
    let state = this.#states[index] ?? 0;
    if (state === unknown) {
      const at = this.placeOf(index);
      const isThere = at.y >= 0 && at.y < worldHeight && this.#game.world.isSeen(at);
      this.#states[index] = state = isThere ? this.#game.world.blockStateAt(at) : 0;
    }
    return placedBlock(this.#game.squid.registry, state);
  }

  /** What a step through it takes away of a ray beyond what air does. */
  lossIn(index: number): number {
    let loss = this.#losses[index] ?? 0;
    if (loss < 0) {
      const block = this.block(index);
      const resistance = Math.max(block?.kind.resistance ?? 0, fluidOf(block) ? liquidResistance : 0);
      this.#losses[index] = loss = isAir(block) ? 0 : (resistance + 0.3) * step;
    }
    return loss;
  }
}

const isAir = (block: PlacedBlock | null): boolean => !block || /^(cave_|void_)?air$/.test(block.kind.name);

/** Where rays from the middle still have strength. */
function reached(near: Nearby, { at, power }: Blast): Vec3[] {
  const found = new Set<number>();
  const edge = raysAlong - 1;
  const isEdge = (n: number): boolean => n === 0 || n === edge;
  for (let n = 0; n < raysAlong ** 3; n += 1) {
    const along = [n % raysAlong, Math.floor(n / raysAlong) % raysAlong, Math.floor(n / raysAlong ** 2)];
    if (!along.some(isEdge)) continue;
    const [x = 0, y = 0, z = 0] = along.map((value) => (value / edge) * 2 - 1);
    const pace = step / Math.hypot(x, y, z);
    let way = 0;
    for (let strength = power * (0.7 + Math.random() * 0.6); strength > 0; strength -= lossOfStep) {
      const index = near.index(at.x + x * way, at.y + y * way, at.z + z * way);
      if (index < 0) break;
      const loss = near.lossIn(index);
      strength -= loss;
      if (strength > 0 && loss > 0) found.add(index);
      way += pace;
    }
  }
  return [...found].map((index) => near.placeOf(index)).filter(({ y }) => y >= 0 && y < worldHeight);
}

/** How much of something is not hidden behind blocks: from 0 to 1. */
function exposure(near: Nearby, at: Vec3, { position, width, height }: Target): number {
  const [across, up] = [1 / (width * 2 + 1), 1 / (height * 2 + 1)];
  let [all, seen] = [0, 0];
  for (let x = 0; x <= 1; x += across) {
    for (let y = 0; y <= 1; y += up) {
      for (let z = 0; z <= 1; z += across) {
        all += 1;
        if (isOpen(near, position.offset((x - 0.5) * width, y * height, (z - 0.5) * width), at)) seen += 1;
      }
    }
  }
  return seen / all;
}

function isOpen(near: Nearby, from: Vec3, to: Vec3): boolean {
  const way = to.minus(from);
  const steps = Math.ceil(way.norm() / step);
  for (let n = 0; n < steps; n += 1) {
    const index = near.index(from.x + (way.x * n) / steps, from.y + (way.y * n) / steps, from.z + (way.z * n) / steps);
    if (index >= 0 && near.block(index)?.kind.boundingBox === 'block') return false;
  }
  return true;
}

/** Breaks blocks: TNT catches, what they hold falls out, and what they leave lies in heaps. @returns those that are gone */
function breakAll(game: Game, { power, leaves, by }: Blast, places: readonly Vec3[]): Vec3[] {
  const { registry } = game.squid;
  const gone = new Map<string, Vec3>();
  const heaps = new Map<string, { at: Vec3; count: number }>();
  const halves: [Vec3, number][] = [];
  for (const place of places) {
    const block = blockAt(game, place);
    if (!block || gone.has(place.toString())) continue;
    if (block.kind.name === 'tnt') {
      game.tnt.prime(place, by?.type === 'player' ? by : null, 10 + Math.floor(Math.random() * 20));
      continue;
    }
    const [parts, whole] = wholeOf(game, place, block);
    if (!parts.every((part) => isOpenGround(game, part))) continue;
    for (const part of parts) gone.set(part.toString(), part);
    const half = otherHalf(game, place, block);
    if (half) halves.push([half.at, stateWith(half.block, { type: 'single' })]);
    const kept = keptIn(game, place);
    const box = kept && itemNamed(registry, block.kind.name);
    if (box) game.groundItems.drop(itemWith(box, kept), place.offset(0.5, 0.5, 0.5));
    else spill(game, place);
    // As though the right tool had broken it.
    const [tool = null] = Object.keys(whole.kind.harvestTools ?? {}).map(Number);
    for (const { name, count } of kept ? [] : dropsOf(registry, whole, tool, Math.random)) {
      const heap = heaps.get(name) ?? { at: place, count: 0 };
      for (let n = 0; n < count; n += 1) if (leaves === 'all' || Math.random() < 1 / power) heap.count += 1;
      heaps.set(name, heap);
    }
  }
  const left = halves.filter(([at]) => !gone.has(at.toString()));
  setBlocks(game, [...[...gone.values()].map((at): [Vec3, number] => [at, 0]), ...left]);
  for (const at of gone.values()) removePlantAbove(game, at, true);
  for (const [name, { at, count }] of heaps) {
    for (let rest = count; rest > 0;) {
      const item = itemNamed(registry, name, rest);
      if (!item) break;
      game.groundItems.drop(item, at.offset(0.5, 0.5, 0.5));
      rest -= item.count;
    }
  }
  return [...gone.values()];
}
