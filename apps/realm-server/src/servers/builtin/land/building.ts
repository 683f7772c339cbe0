import type { Vec3 } from 'vec3';
import { gameModeNumber, gameModeOf, type Game } from '../rules/game.ts';
import { resendWindows } from '../windows/open-windows.ts';
import { positionNear } from '../players/near.ts';
import { buildRefusal } from '../rules/place.ts';
import { type PlacedBlock, stateWith } from './block-state.ts';
import { sides } from './sides.ts';
import type { Player } from '../squid/squid.ts';

/** From the player's feet to a block's middle; the game's own server allows about as much. */
const reach = 7;

/** Whether flying-squid may carry out a placing. Otherwise the client is shown what is there, and keeps its block. */
export function mayPlace(game: Game, player: Player, packet: Record<string, unknown>): boolean {
  const clicked = positionNear(player, packet['location']);
  const side = sides[Number(packet['direction'])];
  if (!clicked || !side || !Number.isFinite(packet['cursorY'])) return false;
  const { world, squid } = game;
  const isEmpty = (at: Vec3): boolean =>
    squid.registry.blocksByStateId[world.blockStateAt(at)]?.boundingBox === 'empty';
  const placed = isEmpty(clicked) ? clicked : clicked.plus(side);
  const isAllowed = packet['hand'] === 0 && mayBuild(game, player, clicked) && mayBuild(game, player, placed);
  if (isAllowed && isEmpty(placed) && takesTurn(player)) return true;
  for (const location of [clicked, placed]) {
    player._client.write('block_change', { location, type: world.blockStateAt(location) });
  }
  resendWindows(player);
  return false;
}

/** Those for whom flying-squid places a block just now. It counts the block off only afterwards: two at once would come of one. */
const placing = new WeakSet<Player>();

function takesTurn(player: Player): boolean {
  if (placing.has(player)) return false;
  placing.add(player);
  setImmediate(() => placing.delete(player));
  return true;
}

/** Sets a block and shows it to everyone. */
export function setBlock(game: Pick<Game, 'world' | 'squid'>, position: Vec3, state: number): void {
  game.world.setBlockState(position, state);
  for (const player of game.squid.players) player._client.write('block_change', { location: position, type: state });
}

/** Sets some of a block's properties, if they are others. */
export function change(
  game: Pick<Game, 'world' | 'squid'>,
  at: Vec3,
  block: PlacedBlock,
  changes: Record<string, string>,
): void {
  const state = stateWith(block, changes);
  if (state !== game.world.blockStateAt(at)) setBlock(game, at, state);
}

/** Whether the player may change the block; otherwise they are told why not. */
export function mayBuild(game: Game, player: Player, position: Vec3): boolean {
  if (position.offset(0.5, 0.5, 0.5).distanceTo(player.position) > reach) return false;
  const refusal = refusalOf(game, player, position);
  if (refusal)
    player._client.write('chat', { message: JSON.stringify({ text: refusal }), position: 2, sender: player.uuid });
  return refusal === null;
}

/** Why the player may not change the block, wherever they are; null when they may. */
export function refusalOf(game: Game, player: Player, position: Vec3, gameMode = gameModeOf(player)): string | null {
  return buildRefusal(game, position, { gameMode, hasPowers: game.access.hasPowers(player.account) });
}

/** Whether the player may take any item, and breaks whatever they touch. */
export function isCreative(player: Player): boolean {
  return player.gameMode === gameModeNumber.CREATIVE;
}
