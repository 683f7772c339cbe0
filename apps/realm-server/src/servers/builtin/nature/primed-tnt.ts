import { Vec3 } from 'vec3';
import { numbersOf } from '../../../world-format/nbt-fields.ts';
import { mayBuild, setBlock } from '../land/building.ts';
import { type Loose, LooseThings } from '../land/loose-things.ts';
import type { Click } from '../players/click.ts';
import { useUp } from '../players/items.ts';
import { type Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { wearHeld } from '../survival/digging/durability.ts';
import { drift } from '../survival/item-physics.ts';
import type { Target } from './explosions.ts';

/** TNT that burns, and falls. */
interface Primed extends Loose {
  isResting: boolean;
  /** Ticks until it goes off. */
  fuse: number;
  by: Player | null;
}

const wholeFuse = 80;
const power = 4;
/** More than these do not burn at once: others do not catch. */
const mostPrimed = 200;
/** How often positions are sent; in between, clients compute them. */
const tellTicks = 10;
const size = 0.98;

/** Burning TNT. Source: the game's PrimedTnt (1.16.5) */
export class PrimedTnt {
  readonly #game: () => Game;
  readonly things: LooseThings<Primed>;

  constructor(game: () => Game) {
    this.#game = game;
    this.things = new LooseThings(game, {
      most: mostPrimed,
      full: `More than ${mostPrimed} TNT burn at once: others do not catch`,
      tags: ({ fuse }) => ({ Fuse: { type: 'short', value: fuse } }),
      read(name, fields) {
        const [fuse = wholeFuse] = numbersOf({ value: fields }, ['Fuse']) ?? [];
        return name === 'tnt'
          ? { isResting: false, fuse: Math.max(0, Math.min(Math.floor(fuse), wholeFuse)), by: null }
          : null;
      },
      // Field 7 is the fuse.
      metadata: ({ fuse }) => [{ key: 7, type: 1, value: fuse }],
    });
  }

  /** Lights a block of TNT. @param by who did it @returns false if too many are lit already */
  prime(at: Vec3, by: Player | null, fuse = wholeFuse): boolean {
    if (!this.add(at.offset(0.5, 0, 0.5), by, fuse)) return false;
    setBlock(this.#game(), at, 0);
    return true;
  }

  /** Adds lit TNT. @returns false if there is too much already */
  add(position: Vec3, by: Player | null, fuse = wholeFuse): boolean {
    if (!this.things.hasRoom()) return false;
    const turn = Math.random() * 2 * Math.PI;
    const velocity = new Vec3(-Math.sin(turn) * 0.02, 0.2, -Math.cos(turn) * 0.02);
    this.things.add('tnt', position, velocity, { isResting: false, fuse, by });
    return true;
  }

  tick(): void {
    const game = this.#game();
    this.things.tick();
    for (const primed of this.things) {
      const { position, by } = primed;
      // It waits where nobody sees it.
      if (!game.world.isSeen(position)) continue;
      primed.fuse -= 1;
      if (primed.fuse <= 0 || position.y < 0) {
        this.things.remove(primed);
        const at = position.offset(0, size / 16, 0);
        if (primed.fuse <= 0) game.explosions.explode({ at, power, leaves: 'all', by });
        continue;
      }
      drift(game, primed);
      if (primed.fuse % tellTicks === 0) this.things.showMove(primed);
    }
  }

  /** What other explosions find of them. */
  *targets(): Generator<Target> {
    for (const primed of this.things) {
      yield { position: primed.position, width: size, height: size, feel: (_, push) => void primed.velocity.add(push) };
    }
  }
}

/** Packet block_place with a flint and steel or a fire charge in the hand: sets fire to TNT. @returns false for anything else */
export function light({ game, player, at, block, item: tool }: Click): boolean {
  const isLighter = tool?.name === 'flint_and_steel' || tool?.name === 'fire_charge';
  if (!isLighter || block.kind.name !== 'tnt') return false;
  if (!mayBuild(game, player, at) || !game.tnt.prime(at, player)) return true;
  if (tool.name === 'fire_charge') useUp(player);
  else wearHeld(game, player);
  return true;
}
