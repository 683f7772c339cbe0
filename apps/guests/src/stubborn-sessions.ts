import type { Session, SessionsMay } from './session-policy.ts';

interface Asked {
  name: string;
  atMs: number;
  /** What has been said of it in the log. */
  said: Set<string>;
}

/**
 * Sessions that have been asked to end and do not: within `translate`, `strpos`, LIKE and others of its functions PostgreSQL looks for
 * no interrupts, for hours if the arguments are long. To kill such a process would end everybody's session, so it stays, and its
 * realm waits outside; the server starts anew only when what is held by them would be missing to others.
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
      // Another has that number by now, if it is younger than what was asked of it.
      const isIt = session?.name === name && session.ageS * 1000 > now - atMs;
      if (!isIt) this.#asked.delete(pid);
    }
    return sessions.filter(({ pid }) => now - (this.#asked.get(pid)?.atMs ?? Infinity) > this.#may.graceS * 1000);
  }

  /** Why the server is to start anew for them; null: it need not. @param queue as `judge` has it */
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
