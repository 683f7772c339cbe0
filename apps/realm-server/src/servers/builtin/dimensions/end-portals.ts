import { Vec3 } from 'vec3';
import { blockAt, stateWith } from '../land/block-state.ts';
import { mayBuild, setBlock } from '../land/building.ts';
import type { Click } from '../players/click.ts';
import { useUp } from '../players/items.ts';
import { ownSpawn } from '../players/movement.ts';
import type { Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { overbuild } from '../survival/digging/breaking.ts';
import { goTo } from './travel.ts';

const around = [-2, -1, 0, 1, 2];
const inner = [-1, 0, 1];
/** From the middle of a portal to its twelve frames. */
const ring = inner.flatMap((n) => [new Vec3(n, 0, -2), new Vec3(n, 0, 2), new Vec3(-2, 0, n), new Vec3(2, 0, n)]);

/** Packet block_place with an eye of ender on a frame: the eye is inserted, and the twelfth opens the portal. @returns false for anything else */
export function fitEye({ game, player, at, block: frame, item }: Click): boolean {
  const isEmpty = frame.kind.name === 'end_portal_frame' && frame.properties['eye'] === 'false';
  if (item?.name !== 'ender_eye' || !isEmpty || !mayBuild(game, player, at)) return false;
  setBlock(game, at, stateWith(frame, { eye: 'true' }));
  useUp(player);
  const portal = game.squid.registry.blocksByName['end_portal']?.defaultState ?? 0;
  for (const middle of around.flatMap((x) => around.map((z) => at.offset(x, 0, z)))) {
    if (!ring.every((side) => blockAt(game, middle.plus(side))?.properties['eye'] === 'true')) continue;
    const inside = inner.flatMap((x) => inner.map((z) => [middle.offset(x, 0, z), portal] as const));
    overbuild(game, inside);
  }
  return true;
}

/** Takes a player into the End, or out of it. */
export function passThroughEnd(game: Game, player: Player): void {
  const overworld = game.dimensions.of('overworld');
  if (game.world.dimension === 'end') return goTo(overworld, player, ownSpawn(overworld, player));
  const there = game.dimensions.of('end');
  const obsidian = there.squid.registry.blocksByName['obsidian']?.defaultState ?? 0;
  const feet = there.spawn.floored();
  // Rebuilt as it was, whatever has happened to it.
  const platform = around.flatMap((x) =>
    around.flatMap((z) => [-1, 0, 1, 2].map((y) => [feet.offset(x, y, z), y < 0 ? obsidian : 0] as const)),
  );
  overbuild(there, platform);
  goTo(there, player, there.spawn.clone());
  game.advancements.earn(player, 'end/root', 'entered_end');
}
