import type { DifficultyLevel } from '@realmkeep/realm-protocol';
import { gameModeNumber, type Game } from './game.ts';
import { tell } from '../messages/notices.ts';
import type { SavedPlayer } from '../players/player-store.ts';
import type { Player, Squid } from '../squid/squid.ts';
import { messagesOf } from '../messages/messages.ts';

/** The game's numbers. HARDCORE is HARD, with one life. */
export const difficultyNumber: Record<DifficultyLevel, number> = {
  PEACEFUL: 0,
  EASY: 1,
  NORMAL: 2,
  HARD: 3,
  HARDCORE: 3,
};

/** Shows it to everybody. */
export function changeDifficulty(squid: Squid, difficulty: number): void {
  squid.difficulty = difficulty;
  squid._writeAll('difficulty', { difficulty, difficultyLocked: false });
}

/** The number of the game mode that the realm's settings give the player. */
export function modeOf({ settings }: Game, { hasFallen }: Player): number {
  return hasFallen ? gameModeNumber.SPECTATOR : gameModeNumber[settings.gameMode];
}

/** Whether the player of whom this was kept has died here on HARDCORE. */
export function hasDied({ settings }: Game, saved: SavedPlayer | null): boolean {
  return settings.difficultyLevel === 'HARDCORE' && saved !== null && (saved.hasFallen || saved.health <= 0);
}

/** A dead player comes back; on HARDCORE as a spectator. */
export function fall(game: Game, player: Player): void {
  if (game.settings.difficultyLevel !== 'HARDCORE') return;
  setFallen(game, player, true);
  tell(player._client, messagesOf(player).fallen, 'red');
}

/** On any other difficulty nobody has to stay a spectator. */
export function pardon(game: Game, player: Player): void {
  if (game.settings.difficultyLevel !== 'HARDCORE') setFallen(game, player, false);
}

export function setFallen(game: Game, player: Player, hasFallen: boolean): void {
  if (player.hasFallen === hasFallen) return;
  player.hasFallen = hasFallen;
  player.setGameMode(modeOf(game, player));
}
