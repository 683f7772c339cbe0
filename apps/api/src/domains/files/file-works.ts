import { randomUUID } from 'node:crypto';
import type { RealmFilesWork } from '@realmkeep/contract';
import type { FilesWork } from '@realmkeep/runtime';
import type { FastifyBaseLogger } from 'fastify';
import { FairTurns } from '../../limits/fair-turns.ts';
import { AppError } from '../../http/app-error.ts';

/** Each packs or unpacks as fast as a processor can, unless its realm's file agent does not answer. One account is left as many as it has realms. */
const turns = { atOnce: 4, each: 1, waiting: 20, waitMs: 30 * 60_000 };
/** Realms of which it is known what became of the last; the oldest are forgotten. */
const maxKept = 1000;

interface Kept {
  view: RealmFilesWork;
  ending: AbortController;
  ended: Promise<void>;
}

/**
 * The archives that are made and unpacked, one at a time of a realm. They are this process's: with its end they end, and what they
 * had half written is gone.
 */
export class FileWorks {
  readonly #log: FastifyBaseLogger;
  readonly #turns = new FairTurns(turns);
  readonly #kept = new Map<string, Kept>();

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  /** Begins it when it is the account's turn. @throws AppError file_work_running */
  begin(
    account: string,
    realmId: string,
    { kind, path }: Pick<RealmFilesWork, 'kind' | 'path'>,
    run: (work: Omit<FilesWork, 'quota'>) => Promise<unknown>,
  ): RealmFilesWork {
    if (goesOn(this.of(realmId))) throw new AppError('file_work_running');
    const view: RealmFilesWork = { id: randomUUID(), kind, path, bytes: 0, state: 'WAITING', error: null };
    const ending = new AbortController();
    const onProgress = (bytes: number): void => void (view.bytes = bytes);
    const { signal } = ending;
    const work = (): Promise<unknown> => {
      view.state = 'RUNNING';
      return run({ signal, onProgress });
    };
    const ended = this.#turns.run(account, work, signal).then(
      () => void (view.state = 'DONE'),
      (error: unknown) => {
        view.state = ending.signal.aborted ? 'CANCELLED' : 'FAILED';
        if (ending.signal.aborted) return;
        if (error instanceof AppError) view.error = error.code;
        else this.#log.error({ err: error, realmId, path }, 'failed to work on files');
      },
    );
    this.#kept.delete(realmId);
    this.#kept.set(realmId, { view, ending, ended });
    this.#forgetOldest();
    return view;
  }

  /** The last of the realm. */
  of(realmId: string): RealmFilesWork | null {
    return this.#kept.get(realmId)?.view ?? null;
  }

  /** Ends it if it runs, and forgets it if it does not. */
  async cancel(realmId: string): Promise<void> {
    const kept = this.#kept.get(realmId);
    if (kept === undefined) return;
    if (!goesOn(kept.view)) return void this.#kept.delete(realmId);
    kept.ending.abort(new Error('it was cancelled'));
    await kept.ended;
  }

  async close(): Promise<void> {
    for (const { ending } of this.#kept.values()) ending.abort(new Error('the api ends'));
    await Promise.all([...this.#kept.values()].map(({ ended }) => ended));
  }

  #forgetOldest(): void {
    for (const [realmId, { view }] of this.#kept) {
      if (this.#kept.size <= maxKept) return;
      if (!goesOn(view)) this.#kept.delete(realmId);
    }
  }
}

function goesOn(view: RealmFilesWork | null): boolean {
  return view?.state === 'RUNNING' || view?.state === 'WAITING';
}
