import type { Format } from '../../i18n/format.ts';
import type { Messages } from '../../i18n/messages.ts';

/** When somebody last played in a realm, in words. @param players how many are on now */
export function lastPlayed(
  { details }: Messages['realm'],
  format: Format,
  lastActivity: string | null,
  players: number,
): string {
  if (players > 0) return details.playedNow;
  return lastActivity === null ? details.never : format.moment(lastActivity);
}
