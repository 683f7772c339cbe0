import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/pool.ts';
import { failureLevel } from '../../http/errors.ts';
import { type Moment, moment, msSince } from '../realms/reconciler/lead.ts';
import {
  holdClaim,
  listOthersClaims,
  releaseClaim,
  renewClaims,
  takeClaim,
  type Turn,
  type WorkKind,
} from './work-claim-queries.ts';
import { WorkSession } from './work-session.ts';

const beatMs = 2_000;
/** How long a renewal may take. */
const answerMs = 3_000;
/** A claim that could not be renewed for this long is given up, before another process can take it. */
const giveUpMs = 7_000;

/** How things stand before work is taken. */
export interface Standing {
  /** Since when, as far as is known here, the same process leads, in milliseconds since the epoch. */
  since: number;
  /** The turns that other processes have. */
  taken: readonly string[];
}

/** A turn that this process has. */
export interface Claim {
  /** Aborted when another process may have it. */
  lost: AbortSignal;
  /** Whether none can: by the clock, and so at once after this process was stopped. */
  hasTurn: () => boolean;
  /** None can have it until the transaction ends. @throws TurnLost */
  hold: (tx: Tx) => Promise<void>;
}

/** Thrown before anything is written: another process has the work. */
export class TurnLost extends Error {
  override readonly name = 'TurnLost';
}

interface Own extends Turn {
  lost: AbortController;
  /** When the last statement was sent that was answered with it. */
  heard: Moment;
}

/** This process's claims to work on worlds. Each is a row that it renews, so that another process takes over when it is gone. */
export class WorkClaims {
  readonly #ctx: Pick<Context, 'db' | 'log'>;
  readonly #databaseUrl: string;
  readonly #owner = randomUUID();
  readonly #own = new Map<string, Own>();
  readonly #ending = new AbortController();
  readonly #renewing: Promise<void>;
  /** While there is work, or something is being taken. */
  #session: WorkSession | null = null;
  #taking = 0;
  #leader: number | null = null;
  #since = 0;

  constructor(ctx: Pick<Context, 'db' | 'log'>, databaseUrl: string) {
    this.#ctx = ctx;
    this.#databaseUrl = databaseUrl;
    this.#renewing = this.#keepRenewing();
  }

  /** null: nobody leads, or an api of a release without claims, which does everything itself. */
  async look(kind: WorkKind): Promise<Standing | null> {
    const rows = await listOthersClaims(this.#ctx.db, this.#owner, kind);
    const leader = rows[0]?.leader ?? null;
    if (leader !== this.#leader) this.#since = Date.now();
    this.#leader = leader;
    if (leader === null) return null;
    return { since: this.#since, taken: rows.flatMap(({ turn }) => turn ?? []) };
  }

  /** null: another process has it. */
  async take(kind: WorkKind, turn: string): Promise<Claim | null> {
    this.#taking += 1;
    try {
      return await this.#take(kind, turn);
    } finally {
      this.#taking -= 1;
    }
  }

  async #take(kind: WorkKind, turn: string): Promise<Claim | null> {
    const heard = moment();
    const session = (this.#session ??= this.#newSession());
    if (!(await session.beat())) {
      await session.close();
      return null;
    }
    if (!(await takeClaim(this.#ctx.db, this.#owner, { kind, turn }, session.id))) return null;
    // With the session the claim is over.
    if (session.ended.aborted) return null;
    const one: Own = { kind, turn, lost: new AbortController(), heard };
    this.#own.set(keyOf(one), one);
    return {
      lost: one.lost.signal,
      hasTurn: () => {
        this.#loseIfOld(one);
        return !one.lost.signal.aborted;
      },
      hold: async (tx) => {
        if (await holdClaim(tx, this.#owner, one)) return;
        this.#lose(one);
        throw new TurnLost('another process has the work');
      },
    };
  }

  /** Makes it available to others. */
  async release(kind: WorkKind, turn: string): Promise<void> {
    this.#own.delete(keyOf({ kind, turn }));
    const { db, log } = this.#ctx;
    await releaseClaim(db, this.#owner, { kind, turn }).catch((error: unknown) =>
      log[failureLevel(error)]({ err: error }, 'failed to release a claim of work'),
    );
  }

  /** When nothing is under way any more. */
  async close(): Promise<void> {
    this.#ending.abort();
    await this.#renewing;
    await Promise.all([...this.#own.values()].map(({ kind, turn }) => this.release(kind, turn)));
    await this.#session?.close();
  }

  async #keepRenewing(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      await wait(beatMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted || this.#session === null) continue;
      if (this.#own.size > 0) await this.#renew(this.#session);
      else if (this.#taking === 0) await this.#session.close();
    }
  }

  #newSession(): WorkSession {
    const session = new WorkSession(this.#databaseUrl);
    session.ended.addEventListener('abort', () => {
      if (this.#session === session) this.#session = null;
      // Others do not wait for them any more.
      for (const one of this.#own.values()) this.#lose(one);
    });
    return session;
  }

  async #renew(session: WorkSession): Promise<void> {
    const sent = moment();
    // The statement may not see claims taken meanwhile.
    const own = [...this.#own.values()];
    try {
      const answer = session.beat().then(() => renewClaims(this.#ctx.db, this.#owner));
      const turns = await Promise.race([answer, wait(answerMs, null, { ref: false })]);
      if (turns === null) throw new Error(`no answer within ${answerMs} ms`);
      const standing = new Map(turns.map((turn) => [keyOf(turn), turn.isRenewed]));
      for (const one of own) {
        const isRenewed = standing.get(keyOf(one));
        if (isRenewed === true) one.heard = sent;
        else if (isRenewed === false) this.#loseIfOld(one);
        else this.#lose(one);
      }
    } catch (error) {
      this.#ctx.log[failureLevel(error)]({ err: error }, 'failed to renew claims of work');
      for (const one of own) this.#loseIfOld(one);
    }
  }

  #loseIfOld(one: Own): void {
    if (msSince(one.heard) > giveUpMs) this.#lose(one);
  }

  #lose(one: Own): void {
    // It was released, or taken again.
    if (this.#own.get(keyOf(one)) !== one) return;
    this.#own.delete(keyOf(one));
    this.#ctx.log.warn(
      { kind: one.kind, turn: one.turn },
      'failed to keep a claim of work: another process may take it',
    );
    one.lost.abort(new Error('another process may have taken the work'));
  }
}

function keyOf({ kind, turn }: Turn): string {
  return `${kind} ${turn}`;
}
