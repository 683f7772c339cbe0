import { seenWithin } from '../players/near.ts';
import { Vec3 } from 'vec3';
import { type Being, playerSize } from '../creatures/creature.ts';
import { blockAt, stateWith } from '../land/block-state.ts';
import { otherHalf } from '../land/chests.ts';
import { setBlocks } from '../land/set-blocks.ts';
import { seldom } from '../messages/notices.ts';
import { itemNamed, itemWith } from '../players/items.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import { isOpenGround } from '../rules/place.ts';
import type { Player } from '../squid/squid.ts';
import { byDifficulty, causes, hurt } from '../survival/damage.ts';
import { keptIn, removePlantAbove, spill, wholeOf } from '../survival/digging/breaking.ts';
import { harvestTools } from '../survival/digging/digging-time.ts';
import { dropsOf } from '../survival/digging/drops.ts';
import { exposure, Nearby, reached } from './blast-rays.ts';

/** An explosion to carry out. */
export interface Blast {
  at: Vec3;
  /** A creeper's is 3, TNT's 4; at most 10. */
  power: number;
  /** Which broken blocks drop: all, as with TNT, or one in `power`. `unbroken`: it breaks none. */
  leaves: 'all' | 'some' | 'unbroken';
  /** Who set it off. */
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
    const places =
      blast.leaves === 'unbroken' ? [] : reached(near, at, power).filter((place) => isOpenGround(game, place));
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

  /** Hurts what is near. @returns the players' knockback */
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
        ...playerSize,
        feel(damage, push) {
          if (player.gameMode === gameModeNumber.SPECTATOR) return;
          pushes.set(player, push);
          const isOthers = by !== null && by !== player;
          const isSpared = isOthers && by.type === 'player' && !game.settings.dealDamage;
          const harm = isSpared ? 0 : byDifficulty(game, damage);
          if (harm > 0) hurt(game, player, harm, isOthers ? causes.explosionBy : causes.explosion, { by, from: at });
        },
      };
    }
  }
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
    const [tool = null] = Object.keys(harvestTools(registry, whole.kind) ?? {}).map(Number);
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
