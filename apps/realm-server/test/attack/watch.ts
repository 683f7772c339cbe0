import { readFileSync } from 'node:fs';
import type { RealmProcess } from '../realm-process.ts';

const longestTickMs = 250;
/** The share of time that the game itself may use while a busy machine lets a packet wait: ten times the usual, as players have just joined. */
const ownShare = 0.2;

interface Watch {
  begin(): void;
  /** @throws when the realm's game stood still for too long since the beginning */
  step(name: string): void;
  /** The memory that the realm has used until now counts as usual. */
  settle(): void;
  /** By how much the realm's memory at its most has grown since `settle`. */
  grownBytes(): number;
}

/** By what the kernel counts of the thread that the game runs in: other programs of a busy machine do not count. */
export function watchOf({ child }: RealmProcess): Watch {
  const ran = (): number =>
    Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  const most = (): number =>
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024;
  let usual = most();
  let began = ran();
  let beganAt = performance.now();
  return {
    begin() {
      began = ran();
      beganAt = performance.now();
    },
    step(name) {
      const took = ran() - began;
      const own = ownShare * (performance.now() - beganAt);
      if (took > longestTickMs + own) throw new Error(`${name} took the realm ${Math.round(took)} ms`);
    },
    settle() {
      usual = most();
    },
    grownBytes: () => most() - usual,
  };
}
