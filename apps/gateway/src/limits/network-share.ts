/**
 * How many of a realm's places one network may hold, so that others are left a fifth of them, and one at least. A realm for two is as often as
 * not for two at one home: there all.
 * @param slots null: any number
 */
export function networkShare(slots: number | null): number {
  if (slots === null || slots <= 2) return Infinity;
  return slots - Math.max(1, Math.floor(slots / 5));
}
