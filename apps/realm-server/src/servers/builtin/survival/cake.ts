import { stateWith } from '../land/block-state.ts';
import { isCreative, setBlock } from '../land/building.ts';
import type { Click } from '../players/click.ts';
import { isBuilding } from '../windows/open-windows.ts';
import { fullFood } from './body.ts';
import { feed } from './hunger.ts';

/** What a bite feeds. */
const bite = { food: 2, saturation: 0.4 };
/** The property of a cake of which one bite is left. */
const lastBite = 6;

/** Packet block_place: takes a bite of the cake that the player has clicked. @returns false for anything else, and for who is not hungry. Source: the game's CakeBlock (1.16.5) */
export function eatCake({ game, player, at, block }: Click): boolean {
  if (block.kind.name !== 'cake' || isBuilding(player) || (player.food >= fullFood && !isCreative(player)))
    return false;
  feed(player, bite.food, bite.saturation);
  const bites = Number(block.properties['bites']);
  setBlock(game, at, bites < lastBite ? stateWith(block, { bites: String(bites + 1) }) : 0);
  return true;
}
