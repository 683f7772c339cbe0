const MEBIBYTE = 1024 * 1024;
/** What is kept for the database, its log and the worlds of the others: as a part of the disk, at most in bytes. */
const KEPT = { part: 0.05, bytes: 2048 * MEBIBYTE };
/** A disk that would be full within this time is short of room already. */
const FULL_WITHIN_S = 5;
/** No game grows its world by so much between two looks. */
const LEAST_GROWTH = 16 * MEBIBYTE;
/** By how much a realm's growth and what is gone of the disk may differ: others write too, and a count takes its time. */
const ABOUT = 4;

/** The free bytes at one moment, by `performance.now()`. */
export interface Sample {
  at: number;
  free: number;
}

/** What one realm takes, and took when it was counted before; null when it never was. */
export interface Count {
  realmId: string;
  before: number | null;
  /** Null when it could not be counted. */
  now: number | null;
}

/** Whether the disk is short of room, or will be in a moment. @param samples the last ones, the oldest first; not empty */
export function isShort(samples: readonly Sample[], total: number): boolean {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return false;
  const seconds = (last.at - first.at) / 1000;
  const fallen = first.free - last.free;
  const soonFull = seconds > 0 && fallen > 0 && last.free / (fallen / seconds) < FULL_WITHIN_S;
  return soonFull || last.free < Math.min(total * KEPT.part, KEPT.bytes);
}

/**
 * Which realm fills the disk: the one that has grown most of those that have grown by about what is gone. One that was never counted has
 * grown by all it takes; one that grew long ago is none of them.
 * @param fallen by how much the free room has shrunk since the counts before
 */
export function culpritOf(counts: readonly Count[], fallen: number): string | null {
  let most: { realmId: string; growth: number } | null = null;
  for (const { realmId, before, now } of counts) {
    // Who ends its count has a reason.
    const growth = now === null ? fallen : now - (before ?? 0);
    const isGone = growth >= LEAST_GROWTH && growth >= fallen / ABOUT && growth <= fallen * ABOUT;
    if (isGone && growth > (most?.growth ?? 0)) most = { realmId, growth };
  }
  return most?.realmId ?? null;
}
