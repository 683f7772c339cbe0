import { fullBytes, reservedBytes } from '@realmkeep/safe-fs';

const mebibyte = 1024 * 1024;
/** A disk that would be full within this time is short of room already. */
const fullWithinS = 5;
/** No game's world grows by more than this at once, or per second; this is the criterion while the disk is not full yet. */
const leastGrowth = 16 * mebibyte;
const leastASecond = 2 * mebibyte;
/** Realms are to blame if they took at least this share of the lost space: others write too, and counting takes time. */
const partOfGone = 1 / 4;
/** While there is room, each realm is counted so often. */
const countEveryMs = 10 * 60_000;
/** Of a disk that is short, all are counted so often, and at once when it has fallen by leastGrowth. */
const countShortEveryMs = 10_000;

/** The free bytes at one moment, by `performance.now()`. */
export interface Sample {
  at: number;
  free: number;
}

/** What a realm took at one moment. */
interface Mark extends Sample {
  bytes: number;
}

/** What one realm takes now; null: it could not be counted. */
export interface Count {
  realmId: string;
  bytes: number | null;
}

/** Whether the disk is short of room, or will be in a moment. @param samples the last ones, the oldest first; not empty */
export function isShort(samples: readonly Sample[], total: number): boolean {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return false;
  const seconds = (last.at - first.at) / 1000;
  const fallen = first.free - last.free;
  const soonFull = seconds > 0 && fallen > 0 && last.free / (fallen / seconds) < fullWithinS;
  return soonFull || last.free < Math.max(fullBytes, reservedBytes(total));
}

interface Known {
  /** When it was seen first: what was free before it could write. */
  seen: Sample;
  /** The last two while there was room: the disk may have become full while the last was taken. The first is reckoned from `seen`. */
  calm: Mark[];
  /** Of whenever it was. */
  last: Mark | null;
  /** When it was tried last while there was room. */
  triedAt: number;
}

/** Records realms' usage over time, to find which have grown when the disk is short, even if it became full between two checks. */
export class RealmMarks {
  readonly #realms = new Map<string, Known>();
  #before: Sample | null = null;
  #allCounted: Sample | null = null;

  /** To be called at each check. @param running the ids of the realms */
  look(running: Iterable<string>, now: Sample): void {
    const ids = new Set(running);
    for (const id of this.#realms.keys()) if (!ids.has(id)) this.#realms.delete(id);
    for (const id of ids) {
      if (!this.#realms.has(id))
        this.#realms.set(id, { seen: this.#before ?? now, calm: [], last: null, triedAt: -Infinity });
    }
    this.#before = now;
  }

  /** While there is room: the realm to be counted next, if any; at -Infinity of those alone that never were. */
  due(at: number): string | null {
    let next: { id: string; triedAt: number } | null = null;
    for (const [id, { triedAt }] of this.#realms) {
      if (triedAt <= at - countEveryMs && triedAt < (next?.triedAt ?? Infinity)) next = { id, triedAt };
    }
    return next?.id ?? null;
  }

  /** Records the count of the realm that was due. @param now sampled after counting */
  note({ realmId, bytes }: Count, now: Sample): void {
    const known = this.#realms.get(realmId);
    if (!known) return;
    known.triedAt = now.at;
    if (bytes !== null) keepCalm(known, { ...now, bytes });
  }

  /** While the disk is short: whether all must be counted. */
  allDue({ at, free }: Sample): boolean {
    const { at: counted, free: before } = this.#allCounted ?? { at: -Infinity, free };
    return at - counted >= countShortEveryMs || before - free >= leastGrowth;
  }

  /**
   * While the disk is short: which realm fills it, if one does.
   * @param counts of all that run
   * @param now read before they were counted
   */
  culprit(counts: readonly Count[], now: Sample): string | null {
    this.#allCounted = now;
    const known = counts.flatMap((count) => {
      const one = this.#realms.get(count.realmId);
      return one ? [{ ...count, one }] : [];
    });
    const sinceCalm = known.map((each) => grown(each, each.one.calm[0] ?? null, now));
    const sinceLast = known.map((each) => grown(each, each.one.last, now));
    for (const { bytes, one } of known) {
      if (bytes !== null && one.calm.length === 0) keepCalm(one, { ...now, bytes });
      else if (bytes !== null) one.last = { ...now, bytes };
    }
    const isFull = now.free < fullBytes;
    return culpritOf(sinceCalm, isFull) ?? culpritOf(sinceLast, isFull);
  }
}

/** What one realm has grown by, and the free room has shrunk by, in the same time. */
export interface Grown {
  realmId: string;
  growth: number;
  fallen: number;
  seconds: number;
}

function keepCalm(known: Known, mark: Mark): void {
  known.calm = [...(known.calm.length === 0 ? [atFirst(known, mark)] : known.calm), mark].slice(-2);
  known.last = mark;
}

function grown({ realmId, bytes, one }: Count & { one: Known }, since: Mark | null, now: Sample): Grown {
  const mark = since ?? atFirst(one, { ...now, bytes: bytes ?? 0 });
  const fallen = mark.free - now.free;
  // Who ends its count has a reason.
  return { realmId, growth: bytes === null ? fallen : bytes - mark.bytes, fallen, seconds: (now.at - mark.at) / 1000 };
}

/** For a realm that was never counted, its initial usage if all space lost since then was its doing. */
function atFirst({ seen }: Known, { bytes, free }: Mark): Mark {
  return { ...seen, bytes: Math.max(0, bytes - Math.max(0, seen.free - free)) };
}

/**
 * The realm that has grown most, if all together account for a good part of the lost space. While the disk is not full it must have grown faster
 * than a game does; when it is full, the one that has grown most is to blame.
 */
export function culpritOf(all: readonly Grown[], isFull: boolean): string | null {
  const together = all.reduce((sum, { growth }) => sum + Math.max(0, growth), 0);
  let most: Grown | null = null;
  for (const one of all) {
    const least = leastGrowth + (isFull ? 0 : one.seconds * leastASecond);
    const isToBlame = one.growth >= least && together >= one.fallen * partOfGone;
    if (isToBlame && one.growth > (most?.growth ?? 0)) most = one;
  }
  return most?.realmId ?? null;
}
