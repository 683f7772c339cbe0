import { randomUUID } from 'node:crypto';
import type { RealmFilesWork } from '@realmkeep/contract';
import type { FilesWork } from '@realmkeep/runtime';
import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../../http/app-error.ts';

/** Of all realms together: each packs or unpacks as fast as a processor can. */
const maxRunning = 4;
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
  readonly #kept = new Map<string, Kept>();

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  /** @throws AppError file_work_running, unavailable while too many others are done */
  begin(
    realmId: string,
    { kind, path }: Pick<RealmFilesWork, 'kind' | 'path'>,
    run: (work: Omit<FilesWork, 'quota'>) => Promise<unknown>,
  ): RealmFilesWork {
    const running = [...this.#kept.values()].filter(({ view }) => view.state === 'RUNNING');
    if (this.of(realmId)?.state === 'RUNNING') throw new AppError('file_work_running');
    if (running.length >= maxRunning) throw new AppError('unavailable');
    const view: RealmFilesWork = { id: randomUUID(), kind, path, bytes: 0, state: 'RUNNING', error: null };
    const ending = new AbortController();
    const onProgress = (bytes: number): void => void (view.bytes = bytes);
    const ended = run({ signal: ending.signal, onProgress }).then(
      () => void (view.state = 'DONE'),
      (fault: unknown) => {
        view.state = ending.signal.aborted ? 'CANCELLED' : 'FAILED';
        if (ending.signal.aborted) return;
        if (fault instanceof AppError) view.error = fault.code;
        else this.#log.error({ err: fault, realmId, path }, 'work on files failed');
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
    if (kept.view.state !== 'RUNNING') return void this.#kept.delete(realmId);
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
      if (view.state !== 'RUNNING') this.#kept.delete(realmId);
    }
  }
}
