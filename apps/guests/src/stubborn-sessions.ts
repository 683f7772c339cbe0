import type { Session, SessionsMay } from './session-policy.ts';

interface Asked {
  name: string;
  atMs: number;
  /** What has been logged about it. */
  said: Set<string>;
}

/**
 * Sessions that were asked to end but do not: in `translate`, `strpos`, LIKE and some other functions PostgreSQL does not check
 * for interrupts, for hours if the arguments are long. Killing such a process would end everybody's sessions, so it stays, and its
 * realm is locked out; the server is restarted only when others lack the resources that these hold.
 */
export class StubbornSessions {
  readonly #may: SessionsMay;
  readonly #asked = new Map<number, Asked>();

  constructor(may: SessionsMay) {
    this.#may = may;
  }

  /** It is asked to end, or to leave its statement. @returns whether it is the first time for that reason */
  ask(
    { pid, name }: Pick<Session, 'pid' | 'name'>,
    does: 'cancel' | 'end' | 'shut',
    why: string,
    now = Date.now(),
  ): boolean {
    const before = this.#asked.get(pid);
    const asked = before ?? { name, atMs: Infinity, said: new Set() };
    this.#asked.set(pid, asked);
    if (does !== 'cancel') asked.atMs = Math.min(asked.atMs, now);
    const isNew = !asked.said.has(`${does} ${why}`);
    asked.said.add(`${does} ${why}`);
    return isNew;
  }

  /** Those that were asked long ago. Forgets what has ended. */
  among(sessions: readonly Session[], now = Date.now()): Session[] {
    const there = new Map(sessions.map((session) => [session.pid, session]));
    for (const [pid, { name, atMs }] of this.#asked) {
      const session = there.get(pid);
      // A session younger than the request has reused the number.
      const isIt = session?.name === name && session.ageS * 1000 > now - atMs;
      if (!isIt) this.#asked.delete(pid);
    }
    return sessions.filter(({ pid }) => now - (this.#asked.get(pid)?.atMs ?? Infinity) > this.#may.graceS * 1000);
  }

  /** The reason to restart the server because of them; null: none. @param queue as for `judge` */
  bears(stubborn: readonly Session[], queue: number, now = Date.now()): string | null {
    const may = this.#may.stubborn;
    if (stubborn.length === 0) return null;
    if (stubborn.length >= may.sessions) return `${stubborn.length} sessions do not end`;
    if (stubborn.some(({ pid }) => now - (this.#asked.get(pid)?.atMs ?? now) > may.s * 1000))
      return 'a session does not end for long';
    if (stubborn.some(({ locks }) => locks > this.#may.locks)) return 'a session that has too many locks does not end';
    if (queue > this.#may.queue) return "a session that may keep NOTIFY's queue full does not end";
    const bytes = stubborn.reduce((sum, session) => sum + session.bytes, 0);
    return bytes > this.#may.memoryBytes ? 'sessions that have too much memory do not end' : null;
  }
}
