import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RealmFilesWork } from '@realmkeep/contract';
import type { FilesWork } from '@realmkeep/runtime';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import { failureLevel } from '../../http/errors.ts';
import { outsideCalls } from '../../limits/caller-network.ts';
import { FairTurns } from '../../limits/fair-turns.ts';
import { cancelWork, claimWork, findWork, forgetWork, writeWorks } from './file-work-queries.ts';

/**
 * For this process. Each job packs or unpacks as fast as a core can, unless its realm's file agent does not answer. One account gets as
 * many as it has realms.
 */
const turns = { atOnce: 4, each: 1, waiting: 20, waitMs: 30 * 60_000 };
const beatMs = 1_000;
/** Beats after which work without progress is still reported as running. */
const quietBeats = 3;
/** By then it is considered over, whichever process had it. */
const cancelWithinMs = 10_000;

const cancelled = new Error('it was cancelled');

interface Own {
  view: RealmFilesWork;
  ending: AbortController;
  ended: Promise<void>;
  /** The view last written, and how many beats ago. */
  written: string;
  quiet: number;
}

/**
 * Creates and extracts archives, one at a time for each realm. Each job is a row, which every process can read and cancel; the process that
 * started it does it, and if that process ends, so does the job, and its half-written output is removed.
 */
export class FileWorks {
  readonly #db: Db;
  readonly #log: FastifyBaseLogger;
  readonly #turns = new FairTurns(turns);
  /** This process's jobs by id, until their end is recorded. */
  readonly #own = new Map<string, Own>();
  /** By realm, who is waiting for its work to end. */
  readonly #waiting = new Map<string, Set<() => void>>();
  readonly #beat: NodeJS.Timeout;
  #beating: Promise<void> | null = null;

  constructor(db: Db, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
    this.#beat = setInterval(() => {
      this.#beating ??= this.#writeNews().finally(() => (this.#beating = null));
    }, beatMs);
  }

  /** Starts it when it is the account's turn. @throws AppError file_work_running */
  async begin(
    account: string,
    realmId: string,
    { kind, path }: Pick<RealmFilesWork, 'kind' | 'path'>,
    run: (work: Omit<FilesWork, 'quota'>) => Promise<unknown>,
  ): Promise<RealmFilesWork> {
    const view: RealmFilesWork = { id: randomUUID(), kind, path, bytes: 0, state: 'WAITING', error: null };
    if (!(await claimWork(this.#db, realmId, view))) throw new AppError('file_work_running');
    const begun = { ...view };
    const own = {
      view,
      ending: new AbortController(),
      ended: Promise.resolve(),
      written: JSON.stringify(view),
      quiet: 0,
    };
    this.#own.set(view.id, own);
    own.ended = outsideCalls(() => this.#do(account, realmId, own, run));
    return begun;
  }

  /** The realm's latest work. */
  of(realmId: string): Promise<RealmFilesWork | null> {
    return findWork(this.#db, realmId);
  }

  /** Cancels it if it is running, in whichever process, and deletes it otherwise. */
  async cancel(realmId: string): Promise<void> {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(realmId) ?? new Set();
    this.#waiting.set(realmId, waiting.add(resolve));
    const late = new AbortController();
    try {
      if (!(await cancelWork(this.#db, realmId))) return await forgetWork(this.#db, realmId);
      await Promise.race([ended, wait(cancelWithinMs, undefined, late)]);
    } finally {
      late.abort();
      waiting.delete(resolve);
      if (waiting.size === 0) this.#waiting.delete(realmId);
    }
  }

  /** Somebody wants the work cancelled. */
  cancelled(id: string): void {
    this.#own.get(id)?.ending.abort(cancelled);
  }

  /** The realm's work is over. */
  ended(realmId: string): void {
    for (const resolve of this.#waiting.get(realmId) ?? []) resolve();
  }

  async close(): Promise<void> {
    clearInterval(this.#beat);
    for (const { ending } of this.#own.values()) ending.abort(new Error('the api ends'));
    await Promise.all([...this.#own.values()].map(({ ended }) => ended));
    await this.#beating;
  }

  async #do(
    account: string,
    realmId: string,
    { view, ending: { signal } }: Own,
    run: (work: Omit<FilesWork, 'quota'>) => Promise<unknown>,
  ): Promise<void> {
    const onProgress = (bytes: number): void => void (view.bytes = bytes);
    const work = (): Promise<unknown> => {
      view.state = 'RUNNING';
      return run({ signal, onProgress });
    };
    try {
      await this.#turns.run(account, work, signal);
      view.state = 'DONE';
    } catch (error) {
      view.state = signal.reason === cancelled ? 'CANCELLED' : 'FAILED';
      if (error instanceof AppError) view.error = error.code;
      else if (!signal.aborted) this.#log.error({ err: error, realmId, path: view.path }, 'failed to work on files');
    }
    await this.#write([view]);
  }

  async #writeNews(): Promise<void> {
    const news = [...this.#own.values()].filter((own) => {
      const now = JSON.stringify(own.view);
      own.quiet = now === own.written ? own.quiet + 1 : quietBeats;
      if (own.quiet < quietBeats) return false;
      own.written = now;
      own.quiet = 0;
      return true;
    });
    if (news.length > 0) await this.#write(news.map(({ view }) => view));
  }

  /** What could not be recorded is retried at the next beat. */
  async #write(views: readonly RealmFilesWork[]): Promise<void> {
    const written = views.map((view) => ({ ...view }));
    try {
      const kept = new Map((await writeWorks(this.#db, written)).map(({ id, cancelled: isOver }) => [id, isOver]));
      for (const { id, state } of written) {
        if (!goesOn(state)) this.#own.delete(id);
        else if (kept.get(id) === true) this.cancelled(id);
        // This process was silent for so long that it was taken for dead, or the realm is gone.
        else if (!kept.has(id)) this.#own.get(id)?.ending.abort(new Error('it is no longer this process’s'));
      }
    } catch (error) {
      this.#log[failureLevel(error)]({ err: error }, 'failed to note how far work on files is');
    }
  }
}

function goesOn(state: RealmFilesWork['state']): boolean {
  return state === 'RUNNING' || state === 'WAITING';
}
