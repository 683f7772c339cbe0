import { topWithin } from '../creatures/movement.ts';
import { sizeOf } from '../creatures/creature.ts';
import { blockAt } from '../land/block-state.ts';
import { solidHeight } from '../land/solid-height.ts';
import { fluidOf } from '../land/fluid.ts';
import { moveTo } from '../players/movement.ts';
import { soundFields, tellNear } from '../players/near.ts';
import type { Game } from '../rules/game.ts';
import { isInsideBorder } from '../rules/place.ts';
import type { Player } from '../squid/squid.ts';

const tries = 16;
/** How far away, and up or down, the player may end. */
const within = 8;
/** A category of the packet named_sound_effect: players. */
const category = 7;

/** Takes a player who has eaten the fruit to some dry ground around them, if there is any. Source: the game's ChorusFruitItem (1.16.5) */
export function wander(game: Game, player: Player): void {
  for (let n = 0; n < tries; n += 1) {
    const [x, y, z] = [0, 1, 2].map(() => (Math.random() * 2 - 1) * within) as [number, number, number];
    let at = player.position.offset(x, y, z).floored();
    if (!game.world.isSeen(at) || !isInsideBorder(game.settings, game.centre, at)) continue;
    while (at.y > 0 && solidHeight(blockAt(game, at.offset(0, -1, 0))) === 0) at = at.offset(0, -1, 0);
    const place = at.offset(0.5, 0, 0.5);
    const isFree = at.y > 0 && topWithin(game, place, sizeOf(player)) <= place.y && fluidOf(blockAt(game, at)) === null;
    if (!isFree) continue;
    moveTo(game, player, place);
    tellNear(game, place, 'named_sound_effect', soundFields('item.chorus_fruit.teleport', category, place, 1));
    return;
  }
}
