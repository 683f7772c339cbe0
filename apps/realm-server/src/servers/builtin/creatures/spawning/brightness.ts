import type { Game } from '../../rules/game.ts';
import type { ColumnPosition } from '../../../../world-format/chunk.ts';

const dayTicks = 24_000;
/** What rain and thunder leave of the daylight. */
const weathers = { clear: 1, rain: 11 / 16, thunder: (11 / 16) ** 2 };

/** By how many levels the light of the sky is weaker now than at noon. Source: the game's Level and DimensionType (1.16.5) */
function darkness({ squid, skies }: Pick<Game, 'squid' | 'skies'>): number {
  const part = (squid.time / dayTicks + 0.75) % 1;
  const bent = 0.5 - Math.cos(part * Math.PI) / 2;
  const height = Math.cos(((part * 2 + bent) / 3) * 2 * Math.PI);
  const day = 0.5 + 2 * Math.max(-0.25, Math.min(0.25, height));
  return Math.floor((1 - day * weathers[skies.weather]) * 11);
}

/** Whether monsters burn under the open sky. */
export function isDay(game: Pick<Game, 'squid' | 'skies'>): boolean {
  return darkness(game) < 4;
}

/** How much light of the sky there is at a place now. */
export function skyLightNow(game: Pick<Game, 'squid' | 'skies' | 'world'>, at: ColumnPosition): number {
  return Math.max(0, game.world.lightAt(at).sky - darkness(game));
}

/** Levels of light from 0 to 15 at a place: of the sky as it is at noon, of blocks, and what there is of both now. */
export function lightAt(game: Pick<Game, 'squid' | 'skies' | 'world'>, at: ColumnPosition) {
  const { sky, block } = game.world.lightAt(at);
  return { sky, block, now: Math.max(block, sky - darkness(game)) };
}
