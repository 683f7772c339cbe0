import { mayBuild } from '../../land/building.ts';
import type { Click } from '../../players/click.ts';
import { useUp } from '../../players/items.ts';
import { resendWindows } from '../../windows/open-windows.ts';
import { kindsOf } from '../kinds.ts';

/** Packet block_place with a spawn egg in the hand, where the player may build. @returns false for any other item */
export function hatch({ game, player, at, block, beside, item }: Click): boolean {
  const [, name = ''] = /^(.+)_spawn_egg$/.exec(item?.name ?? '') ?? [];
  if (name === '') return false;
  const place = block.kind.boundingBox === 'empty' ? at : beside;
  const kind = kindsOf(game.squid.registry).get(name);
  const isThere = kind && mayBuild(game, player, place);
  if (isThere && game.creatures.add(kind, place.offset(0.5, 0, 0.5))) useUp(player);
  else resendWindows(player);
  return true;
}
