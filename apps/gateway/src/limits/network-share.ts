/**
 * How many of a realm's places one network may hold, so that a fifth, at least one, is left for others. A realm for two is often
 * for two people in one home: there it may hold both.
 * @param slots null: any number
 */
export function networkShare(slots: number | null): number {
  if (slots === null || slots <= 2) return Infinity;
  return slots - Math.max(1, Math.floor(slots / 5));
}
