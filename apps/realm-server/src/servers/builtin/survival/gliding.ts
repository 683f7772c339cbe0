import { Vec3 } from 'vec3';
import { fluidOf } from '../land/fluid.ts';
import { blockAt } from '../land/block-state.ts';
import { type Loose, LooseThings } from '../land/loose-things.ts';
import { chestSlot, heldItem, useUp } from '../players/items.ts';
import { showPose } from '../players/pose.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { bodyOf } from './body.ts';
import { isAlmostBroken, wear } from './digging/durability.ts';
import { fieldOf, valueOf } from '../../../world-format/nbt-fields.ts';

const wearTicks = 20;
/** Rockets that burn at once in a realm. */
const mostRockets = 100;
const flightTicks = 10;

interface Rocket extends Loose {
  by: Player;
  ticksLeft: number;
}

/** Packet entity_action: the player spreads their elytra. */
export function beginGliding(game: Game, player: Player): void {
  if (player.onGround || player.health <= 0 || !mayGlide(game, player)) return;
  bodyOf(player).isGliding = true;
  showPose(player, true);
}

/** Elytra, and the rockets that drive them. How they fly is reckoned by clients. Source: the game's own (1.16.5) */
export class Gliding {
  readonly #game: () => Game;
  readonly things: LooseThings<Rocket>;

  constructor(game: () => Game) {
    this.#game = game;
    this.things = new LooseThings(game, {
      most: mostRockets,
      // Field 8 is the number of whom it drives, plus one.
      metadata: ({ by }) => [{ key: 8, type: 17, value: by.id + 1 }],
    });
  }

  tick(): void {
    const game = this.#game();
    const { squid } = game;
    for (const player of squid.players) {
      const body = bodyOf(player);
      if (!body.isGliding) continue;
      body.isGliding = !player.onGround && player.health > 0 && mayGlide(game, player);
      if (!body.isGliding) showPose(player, true);
      else if (squid.tickCount % wearTicks === 0 && player.gameMode !== gameModeNumber.CREATIVE) {
        wear(squid.registry, player, chestSlot, 1);
      }
    }
    for (const rocket of this.things) {
      rocket.ticksLeft -= 1;
      rocket.position = rocket.by.position;
      if (rocket.ticksLeft > 0 && bodyOf(rocket.by).isGliding) continue;
      this.things.remove(rocket);
    }
    this.things.tick();
  }

  /** Packet use_item with a rocket in the hand: boosts a gliding player. @returns false for anything else */
  light(player: Player): boolean {
    const item = heldItem(player);
    if (item?.name !== 'firework_rocket' || !bodyOf(player).isGliding) return false;
    if (this.things.isFull) return true;
    const flight = valueOf(fieldOf(item.nbt?.value['Fireworks'], 'Flight'));
    const boosts = typeof flight === 'number' ? Math.max(1, Math.min(3, flight)) : 1;
    const ticksLeft = flightTicks * (boosts + 1) + Math.floor(Math.random() * 6) + Math.floor(Math.random() * 7);
    this.things.add('firework_rocket', player.position, new Vec3(0, 0, 0), { by: player, ticksLeft });
    useUp(player);
    return true;
  }
}

function mayGlide(game: Game, player: Player): boolean {
  const worn = player.inventory.slots[chestSlot];
  const isGood = worn?.name === 'elytra' && !isAlmostBroken(game.squid.registry, worn);
  return isGood && !fluidOf(blockAt(game, player.position)) && player.gameMode !== gameModeNumber.SPECTATOR;
}
