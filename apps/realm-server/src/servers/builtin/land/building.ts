import type { Vec3 } from 'vec3';
import { playerSize, sizeOf } from '../creatures/creature.ts';
import { gameModeNumber, gameModeOf, type Game } from '../rules/game.ts';
import { buildRefusal } from '../rules/place.ts';
import { resendWindows } from '../windows/open-windows.ts';
import { type PlacedBlock, stateWith } from './block-state.ts';
import type { Player } from '../squid/squid.ts';

/** From the player's feet to a block's middle; the game's own server allows about as much. */
const reach = 7;
/** Half a player's width plus half a block, less a rounding error, so that a player who leans against the place does not block it. */
const touching = 0.8 - 1e-6;

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

/** The client has believed that it would happen: it is shown these places and all items as they are. */
export function refuse(game: Game, player: Player, ...places: Vec3[]): void {
  for (const location of places) {
    player._client.write('block_change', { location, type: game.world.blockStateAt(location) });
  }
  resendWindows(player);
}

/** Whether the player may change the block; if not, they are told why. */
export function mayBuild(game: Game, player: Player, position: Vec3): boolean {
  if (position.offset(0.5, 0.5, 0.5).distanceTo(player.position) > reach) return false;
  return isAllowed(player, refusalOf(game, player, position));
}

/** Whether the player may use the block, which needs no right to build; if not, they are told why. */
export function mayUse(game: Game, player: Player, position: Vec3): boolean {
  return isAllowed(player, refusalOf(game, player, position, 'SURVIVAL'));
}

function isAllowed(player: Player, refusal: string | null): boolean {
  if (refusal !== null)
    player._client.write('chat', { message: JSON.stringify({ text: refusal }), position: 2, sender: player.uuid });
  return refusal === null;
}

/** Why the player may not change the block, wherever they are; null when they may. */
export function refusalOf(game: Game, player: Player, position: Vec3, gameMode = gameModeOf(player)): string | null {
  return buildRefusal(game, position, { gameMode, hasPowers: game.access.hasPowers(player.account) });
}

/** Whether the player may take any item and breaks blocks at a touch. */
export function isCreative(player: Player): boolean {
  return player.gameMode === gameModeNumber.CREATIVE;
}

/** Whether a block there would be in the way of a player or a creature. */
export function isSomebodyIn({ squid, creatures }: Game, { x, y, z }: Vec3): boolean {
  const isCreature = creatures.living().some((creature) => {
    const { position: feet } = creature;
    const { width, height } = sizeOf(creature);
    const isBeside = Math.max(Math.abs(feet.x - x - 0.5), Math.abs(feet.z - z - 0.5)) < (width + 1) / 2;
    return isBeside && feet.y < y + 1 && feet.y + height > y;
  });
  if (isCreature) return true;
  return squid.players.some(({ gameMode, position: feet }) => {
    const isBeside = Math.abs(feet.x - x - 0.5) < touching && Math.abs(feet.z - z - 0.5) < touching;
    return gameMode !== gameModeNumber.SPECTATOR && isBeside && feet.y < y + 1 && feet.y + playerSize.height > y;
  });
}
