import { randomUUID } from 'node:crypto';
import { Vec3 } from 'vec3';
import { blockAt } from '../land/block-state.ts';
import { mayBuild, setBlock } from '../land/building.ts';
import { seldom } from '../messages/notices.ts';
import { heldItem, heldSlot, useUp } from '../players/items.ts';
import { positionNear, tellNear } from '../players/near.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { wear } from '../survival/durability.ts';
import { drift, type Moving } from '../survival/item-physics.ts';
import type { Target } from './explosions.ts';

/** TNT that burns, and falls. */
interface Primed extends Moving {
  id: number;
  /** Ticks until it goes off. */
  fuse: number;
  by: Player | null;
}

const wholeFuse = 80;
const power = 4;
/** More than these do not burn at once: others do not catch. */
const mostPrimed = 200;
/** Everybody is told so often where each is; between, clients reckon it themselves. */
const tellTicks = 10;
const size = 0.98;
/** The packet counts speed in 1/8000 of a block a tick. */
const speedUnits = 8000;

/** Burning TNT. It is gone with its place, and with the realm's end: it burns for four seconds. Source: the game's PrimedTnt (1.16.5) */
export class PrimedTnt {
  readonly #game: () => Game;
  readonly #all = new Set<Primed>();
  readonly #say = seldom((line) => this.#game().log(line));

  constructor(game: () => Game) {
    this.#game = game;
  }

  /** Sets fire to a block of TNT. @param by who did it @returns false for one that does not catch, as too many burn already */
  prime(at: Vec3, by: Player | null, fuse = wholeFuse): boolean {
    if (!this.add(at.offset(0.5, 0, 0.5), by, fuse)) return false;
    setBlock(this.#game(), at, 0);
    return true;
  }

  /** Lets one burn somewhere. @returns false when too many do */
  add(position: Vec3, by: Player | null, fuse = wholeFuse): boolean {
    const { squid } = this.#game();
    if (this.#all.size >= mostPrimed) {
      this.#say(`More than ${mostPrimed} TNT burn at once: others do not catch`);
      return false;
    }
    squid.entityMaxId += 1;
    const turn = Math.random() * 2 * Math.PI;
    const velocity = new Vec3(-Math.sin(turn) * 0.02, 0.2, -Math.cos(turn) * 0.02);
    const primed: Primed = { id: squid.entityMaxId, position, velocity, isResting: false, fuse, by };
    this.#all.add(primed);
    const at = { x: position.x, y: position.y, z: position.z, pitch: 0, yaw: 0 };
    const type = squid.registry.entitiesByName['tnt']?.id;
    const shown = { ...at, velocity: velocity.scaled(speedUnits).floored(), objectData: 0 };
    tellNear(this.#game(), primed.position, 'spawn_entity', {
      entityId: primed.id,
      objectUUID: randomUUID(),
      type,
      ...shown,
    });
    // entity_metadata of protocol 754: field 7 is the fuse.
    tellNear(this.#game(), primed.position, 'entity_metadata', {
      entityId: primed.id,
      metadata: [{ key: 7, type: 1, value: fuse }],
    });
    return true;
  }

  tick(): void {
    const game = this.#game();
    for (const primed of this.#all) {
      const { id, position, by } = primed;
      primed.fuse -= 1;
      if (primed.fuse <= 0 || !game.world.isSeen(position) || position.y < 0) {
        this.#all.delete(primed);
        tellNear(this.#game(), primed.position, 'entity_destroy', { entityIds: [id] });
        const at = position.offset(0, size / 16, 0);
        if (primed.fuse <= 0) game.explosions.explode({ at, power, leaves: 'all', by });
        continue;
      }
      drift(game, primed);
      if (primed.fuse % tellTicks !== 0) continue;
      const { x, y, z } = primed.position;
      const place = { x, y, z, yaw: 0, pitch: 0, onGround: primed.isResting };
      tellNear(this.#game(), primed.position, 'entity_teleport', { entityId: id, ...place });
    }
  }

  /** What other explosions find of them. */
  *targets(): Generator<Target> {
    for (const primed of this.#all) {
      yield { position: primed.position, width: size, height: size, feel: (_, push) => void primed.velocity.add(push) };
    }
  }
}

/** Packet block_place with a flint and steel or a fire charge in the hand: sets fire to TNT. @returns false for anything else */
export function light(game: Game, player: Player, packet: Record<string, unknown>): boolean {
  const tool = heldItem(player);
  const at = positionNear(player, packet['location']);
  const isLighter = tool?.name === 'flint_and_steel' || tool?.name === 'fire_charge';
  if (!at || !isLighter || packet['hand'] !== 0 || blockAt(game, at)?.kind.name !== 'tnt') return false;
  if (!mayBuild(game, player, at) || !game.tnt.prime(at, player)) return true;
  if (tool.name === 'fire_charge') useUp(player);
  else if (player.gameMode !== gameModeNumber.CREATIVE) wear(game.squid.registry, player, heldSlot(player), 1);
  return true;
}
