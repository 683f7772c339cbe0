/** What one session of a guest does, as reported by the server and the machine. */
export interface Session {
  pid: number;
  /** Of its role. */
  name: string;
  state: string | null;
  waitsFor: string | null;
  statementS: number;
  transactionS: number;
  /** Since its last statement. */
  idleS: number;
  locks: number;
  /** Its private memory. */
  bytes: number;
  /** Of the processor, since it began. */
  processorS: number;
  /** Whether its transaction has taken an id, or is not the first of its statement, which may have taken one each time. */
  takesIds: boolean;
  /** Whether it writes to a catalogue that all databases share, as settings of roles are: no database's size has that in it. */
  altersShared: boolean;
  /** Since it began. */
  ageS: number;
}

/** Limits of sessions, whatever their roles set for themselves. */
export const sessionsMay = {
  statementS: 60,
  /** For a statement that is asked to end, and for a session. */
  graceS: 5,
  transactionS: 120,
  idleInTransactionS: 60,
  /** A role has five sessions, and the table has room for 38,000. */
  locks: 4_000,
  /** The share of NOTIFY's common queue above which the session that blocks it is ended. */
  queue: 0.5,
  /** A reader of notifications that is in a transaction longer does not read. */
  readingS: 2,
  /** Of all sessions together. */
  memoryBytes: 512 * 1024 ** 2,
  /** Ids of transactions and multixacts that one guest may consume. At this rate all of them last for 12 days. */
  ids: { perS: 2_000, atOnce: 200_000 },
  /** How fast one guest may grow the shared catalogues. Autovacuum reclaims dead rows within a minute or so. */
  sharedBytes: { perS: 64 * 1024, atOnce: 16 * 1024 ** 2 },
  /**
   * Ages of a database's oldest ids, half as much again as where autovacuum freezes them. Above that something keeps it from doing
   * so, and that is a temporary table of a session: those that are so old end.
   */
  transactionAge: 300e6,
  multixactAge: 15e6,
  holdingBackS: 3_600,
  /** With so many that do not end, or one for so long, the server is restarted, which ends everybody's sessions. */
  stubborn: { sessions: 20, s: 3_600 },
};

export type SessionsMay = Readonly<typeof sessionsMay>;

export type Verdict =
  | { pid: number; name: string; does: 'cancel' | 'end'; why: string }
  /** It has exhausted a shared resource: all sessions of its role are ended, and it is locked out for a while. */
  | { pid: number; name: string; does: 'shut'; why: string };

/** Decides what to do about guests' sessions. @param queue how full NOTIFY's queue is, 0 to 1 */
export function judge(sessions: readonly Session[], queue: number, may: SessionsMay): Verdict[] {
  const hog = sessions.reduce((sum, { bytes }) => sum + bytes, 0) > may.memoryBytes ? greediest(sessions) : null;
  return sessions.flatMap((session): Verdict[] => {
    const { pid, name } = session;
    if (session.locks > may.locks) return [{ pid, name, does: 'shut', why: 'locks' }];
    if (queue > may.queue && keepsQueue(session, may)) return [{ pid, name, does: 'shut', why: 'notifications' }];
    if (name === hog) return [{ pid, name, does: 'shut', why: 'memory' }];
    const why = outstays(session, may);
    if (why !== null) return [{ pid, name, does: 'end', why }];
    const isLong = session.state === 'active' && session.statementS > may.statementS;
    return isLong ? [{ pid, name, does: 'cancel', why: 'statement' }] : [];
  });
}

function outstays({ state, statementS, transactionS, idleS }: Session, may: SessionsMay): string | null {
  if (transactionS > may.transactionS) return 'transaction';
  if (state === 'active') return statementS > may.statementS + may.graceS ? 'statement' : null;
  return state?.startsWith('idle in transaction') && idleS > may.idleInTransactionS ? 'idle in transaction' : null;
}

function keepsQueue({ transactionS, waitsFor }: Session, may: SessionsMay): boolean {
  return transactionS > may.readingS || waitsFor === 'ClientWrite';
}

/** The role whose sessions have the most memory together. */
function greediest(sessions: readonly Session[]): string | null {
  const bytes = new Map<string, number>();
  for (const session of sessions) bytes.set(session.name, (bytes.get(session.name) ?? 0) + session.bytes);
  return [...bytes].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
