import type { Vec3 } from 'vec3';
import type { PlacedBlock } from '../land/block-state.ts';
import type { Game } from '../rules/game.ts';
import type { Item, Player } from '../squid/squid.ts';

/** Packet block_place: a living player clicks a block that they may use. */
export interface Click {
  game: Game;
  player: Player;
  at: Vec3;
  block: PlacedBlock;
  /** The number of the side that they click. */
  side: number;
  /** The place at that side. */
  beside: Vec3;
  /** What the hand that acts holds. */
  item: Item | null;
  /** How high on the block they click, from 0 to 1. */
  cursorY: number;
  hand: unknown;
}
