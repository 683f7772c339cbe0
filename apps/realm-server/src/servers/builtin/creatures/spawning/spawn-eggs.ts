import { blockAt } from '../../land/block-state.ts';
import { mayBuild } from '../../land/building.ts';
import { sides } from '../../land/sides.ts';
import { heldItem, useUp } from '../../players/items.ts';
import { positionNear } from '../../players/near.ts';
import type { Game } from '../../rules/game.ts';
import type { Player } from '../../squid/squid.ts';
import { resendWindows } from '../../windows/open-windows.ts';
import { kindsOf } from '../kinds.ts';

/** Packet block_place with a spawn egg in the hand, where the player may build. @returns false for any other item */
export function hatch(game: Game, player: Player, packet: Record<string, unknown>): boolean {
  const [, name = ''] = /^(.+)_spawn_egg$/.exec(heldItem(player)?.name ?? '') ?? [];
  const clicked = positionNear(player, packet['location']);
  const side = sides[Number(packet['direction'])];
  if (name === '' || !clicked || !side) return false;
  const place = blockAt(game, clicked)?.kind.boundingBox === 'empty' ? clicked : clicked.plus(side);
  const kind = kindsOf(game.squid.registry).get(name);
  const isThere = kind && packet['hand'] === 0 && mayBuild(game, player, place);
  if (isThere && game.creatures.add(kind, place.offset(0.5, 0, 0.5))) useUp(player);
  else resendWindows(player);
  return true;
}
