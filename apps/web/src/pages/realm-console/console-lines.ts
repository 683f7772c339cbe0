import type { ConsoleLine } from '@realmkeep/contract';

/** Lines that a page holds. */
export const mostLines = 2000;

/** A line, and how many before it were left out. */
export interface HeldLine extends ConsoleLine {
  missed: number;
}

export interface Held {
  /** Oldest first. */
  lines: readonly HeldLine[];
  /** How many were left out since the page has opened. */
  missed: number;
}

export const nothingHeld: Held = { lines: [], missed: 0 };

/** Adds lines; excess ones are dropped, oldest first. */
export function withLines({ lines, missed }: Held, more: readonly ConsoleLine[]): Held {
  let last = lines.at(-1)?.n;
  let left = missed;
  const added = more.map(({ n, at, text }) => {
    const gap = last === undefined ? 0 : n - last - 1;
    last = n;
    left += gap;
    return { n, at, text, missed: gap };
  });
  return { lines: lines.concat(added).slice(-mostLines), missed: left };
}
