/** What of a realm its turn for memory depends on. */
export interface Claimant {
  id: string;
  account: string;
  /** Its limit, which counts as used. */
  memoryMiB: number;
  /** It has its memory: a process of it lives or is being started. The others wait. */
  runs: boolean;
  /** When it was asked for, in milliseconds since the epoch. */
  since: number;
}

/** Realms that have waited this long go first, however few realms other accounts have. */
const longMs = 10 * 60_000;

/**
 * Which of the waiting realms may start now, and the places of the others, from 1. Accounts take turns, those with the fewest realms first, and
 * within an account the oldest request. Smaller realms do not overtake, so freed memory is kept for the first; one that needs more than
 * there is starts when nothing else runs.
 */
export function admission(
  claimants: readonly Claimant[],
  budgetMiB: number,
  now: number,
): { admitted: Set<string>; places: Map<string, number> } {
  const need = ({ memoryMiB }: Claimant): number => Math.min(memoryMiB, budgetMiB);
  const held = new Map<string, number>();
  let left = budgetMiB;
  for (const one of claimants) {
    if (!one.runs) continue;
    left -= need(one);
    held.set(one.account, (held.get(one.account) ?? 0) + 1);
  }
  const oldestFirst = claimants
    .filter(({ runs }) => !runs)
    .toSorted((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1));
  const turns = oldestFirst.map((one) => {
    const turn = held.get(one.account) ?? 0;
    held.set(one.account, turn + 1);
    return { one, turn: now - one.since > longMs ? -1 : turn };
  });
  const admitted = new Set<string>();
  const places = new Map<string, number>();
  for (const { one } of turns.toSorted((a, b) => a.turn - b.turn)) {
    if (places.size > 0 || need(one) > left) places.set(one.id, places.size + 1);
    else {
      left -= need(one);
      admitted.add(one.id);
    }
  }
  return { admitted, places };
}
