import type { Game } from './game.ts';

/** Whether the time of day goes on: where the realm's setting and the world's rule both let it. */
export function runsDays({ settings, rules }: Pick<Game, 'settings' | 'rules'>): boolean {
  return settings.daylightCycle && rules.isOn('doDaylightCycle');
}
