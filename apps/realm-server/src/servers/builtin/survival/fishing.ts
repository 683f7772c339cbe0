import { eyesOf } from '../creatures/creature.ts';
import { blockAt } from '../land/block-state.ts';
import { type Loose, LooseThings } from '../land/loose-things.ts';
import { heldItem, itemNamed } from '../players/items.ts';
import { aheadOf, soundFields, tellNear } from '../players/near.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import type { Item, Player } from '../squid/squid.ts';
import { wearHeld } from './digging/durability.ts';
import { drift } from './item-physics.ts';

/** A hook on its line. */
interface Hook extends Loose {
  by: Player;
  isResting: boolean;
  /** Until a fish bites; below 0 it has bitten, and how long it stays. */
  ticksLeft: number;
}

const wait = { least: 100, most: 600 };
const staysTicks = 30;
const longest = 32;
const castSpeed = 0.6;
const tellTicks = 5;
const wearOf = { catch: 1, ground: 2 };
/** Clients show a bite by so many particles of this kind, `fishing` of protocol 754. */
const bite = { particleId: 25, count: 6, spread: 0.25, speed: 0.2 };

/** What bites, with its weight. Source: https://minecraft.wiki/w/Fishing (Java Edition 1.16), without enchantments */
const catches: readonly [weight: number, table: Readonly<Record<string, number>>][] = [
  [85, { cod: 60, salmon: 25, tropical_fish: 2, pufferfish: 13 }],
  [
    10,
    {
      lily_pad: 17,
      bowl: 10,
      leather: 10,
      leather_boots: 10,
      rotten_flesh: 10,
      stick: 5,
      string: 5,
      glass_bottle: 10,
      bone: 10,
      ink_sac: 1,
      tripwire_hook: 10,
      fishing_rod: 2,
    },
  ],
  [5, { name_tag: 1, saddle: 1, bow: 1, nautilus_shell: 1, fishing_rod: 1 }],
];

/** Fishing rods. One hook per player, which vanishes with its owner. Source: the game's FishingHook (1.16.5) */
export class Fishing {
  readonly #game: () => Game;
  readonly things: LooseThings<Hook>;

  constructor(game: () => Game) {
    this.#game = game;
    this.things = new LooseThings(game, { most: Number.POSITIVE_INFINITY, data: ({ by }) => by.id });
  }

  /** Packet use_item with a rod in the hand: casts, or pulls the hook in. @returns false for anything else */
  use(player: Player, packet: Record<string, unknown>): boolean {
    if (heldItem(player)?.name !== 'fishing_rod' || packet['hand'] !== 0) return false;
    if (player.health <= 0 || player.gameMode === gameModeNumber.SPECTATOR) return true;
    const hook = [...this.things].find(({ by }) => by === player);
    if (hook) this.#pullIn(player, hook);
    else this.#cast(player);
    return true;
  }

  tick(): void {
    const game = this.#game();
    this.things.tick();
    for (const hook of this.things) {
      const player = hook.by;
      const isHeld = heldItem(player)?.name === 'fishing_rod' && game.squid.players.includes(player);
      const isNear = player.position.distanceTo(hook.position) <= longest && game.world.isSeen(hook.position);
      if (!isHeld || !isNear || player.health <= 0) {
        this.things.remove(hook);
        continue;
      }
      const wasResting = hook.isResting;
      drift(game, hook);
      if (!wasResting && hook.ticksLeft % tellTicks === 0) this.things.showMove(hook);
      if (blockAt(game, hook.position.offset(0, -0.1, 0))?.kind.name !== 'water') continue;
      hook.ticksLeft -= 1;
      if (hook.ticksLeft === 0) this.#bite(hook);
      else if (hook.ticksLeft < -staysTicks) hook.ticksLeft = waiting();
    }
  }

  #cast(player: Player): void {
    const velocity = aheadOf(player).scaled(castSpeed).offset(0, 0.1, 0);
    const own = { by: player, isResting: false, ticksLeft: waiting() };
    this.things.add('fishing_bobber', eyesOf(player), velocity, own);
  }

  #pullIn(player: Player, hook: Hook): void {
    const game = this.#game();
    const isBiting = hook.ticksLeft <= 0;
    const item = isBiting ? caught(game) : null;
    if (item) {
      const way = player.position.minus(hook.position);
      const pull = way.scaled(0.1).offset(0, Math.sqrt(way.norm()) * 0.08, 0);
      game.groundItems.launch(item, hook.position, pull);
      player.setXp(player.xp + 1 + Math.floor(Math.random() * 6));
    }
    const by = item ? wearOf.catch : hook.isResting ? wearOf.ground : 0;
    wearHeld(game, player, by);
    this.things.remove(hook);
  }

  #bite(hook: Hook): void {
    const { x, y, z } = hook.position;
    const spread = { offsetX: bite.spread, offsetY: 0, offsetZ: bite.spread };
    const looks = {
      particleId: bite.particleId,
      longDistance: false,
      particleData: bite.speed,
      particles: bite.count,
      data: {},
    };
    tellNear(this.#game(), hook.position, 'world_particles', { x, y, z, ...spread, ...looks });
    const splash = soundFields('entity.fishing_bobber.splash', 6, hook.position, 0.25);
    tellNear(this.#game(), hook.position, 'named_sound_effect', splash);
    hook.velocity.y = -0.3;
    this.things.showMove(hook);
  }
}

function waiting(): number {
  return wait.least + Math.floor(Math.random() * (wait.most - wait.least));
}

function caught(game: Game): Item | null {
  const table = picked(catches.map(([weight, names]) => [names, weight] as const));
  return itemNamed(game.squid.registry, picked(Object.entries(table)));
}

/** One of these, as often as its weight says. */
function picked<T>(choices: readonly (readonly [choice: T, weight: number])[]): T {
  let left = Math.random() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [choice, weight] of choices) if ((left -= weight) < 0) return choice;
  throw new Error('nothing to choose from');
}
