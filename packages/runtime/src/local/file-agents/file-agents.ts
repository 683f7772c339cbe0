import { Agent } from 'node:http';
import { readdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { FilesError } from '../../files.ts';
import type { LaunchedFileAgent } from '../engine.ts';
import type { LocalPlace } from '../local-place.ts';
import { folderOwner } from '../folder/realm-folder.ts';
import { isAlive } from '../process/process-identity.ts';
import { type RealmPaths, realmPaths } from '../folder/realm-paths.ts';
import { isRealmUser } from '../user/realm-user.ts';

/** A process that carries out operations on one realm's files. */
export interface FileAgent {
  /** The path of its unix socket. */
  socket: string;
  agent: Agent;
  /** For how long it may be silent when it is its turn. */
  silenceMs: number;
}

interface Kept {
  fileAgent: Promise<FileAgent>;
  end: () => void;
  calls: number;
  idle: NodeJS.Timeout | undefined;
}

const idleMs = 60_000;
const maxFileAgents = 24;

/** The file agents of a driver's realms: each starts when it is needed, and ends a minute after it was needed last. */
export class FileAgents {
  readonly #place: LocalPlace;
  readonly #kept = new Map<string, Kept>();
  /** Resolves when the last file agent of a realm is gone and cleared up after. */
  readonly #last = new Map<string, Promise<void>>();
  /** Realms that get no file agent, with how many tasks want it so. */
  readonly #refused = new Map<string, number>();

  constructor(place: LocalPlace) {
    this.#place = place;
  }

  /** Keeps one as long as the task lasts. @throws FilesError absent, busy, silent */
  async use<T>(realmId: string, task: (fileAgent: FileAgent) => Promise<T>): Promise<T> {
    const kept = this.#kept.get(realmId) ?? this.#start(realmId);
    clearTimeout(kept.idle);
    kept.calls += 1;
    try {
      return await task(await kept.fileAgent);
    } catch (error) {
      if (isSilent(error)) this.#end(realmId, kept);
      if (!isRefused(error)) throw error;
      // Killed, and not known to be yet: the next call starts another.
      this.#end(realmId, kept);
      throw new FilesError('busy');
    } finally {
      kept.calls -= 1;
      if (kept.calls === 0) kept.idle = setTimeout(() => this.#end(realmId, kept), idleMs).unref();
    }
  }

  /** Ends the realm's file agent. Returns when its process is gone. */
  async end(realmId: string): Promise<void> {
    const kept = this.#kept.get(realmId);
    if (kept !== undefined) this.#end(realmId, kept);
    await this.#last.get(realmId);
  }

  /** Does it while the realm has no file agent and gets none. */
  async without<T>(realmId: string, task: () => Promise<T>): Promise<T> {
    const count = (by: number): number => (this.#refused.get(realmId) ?? 0) + by;
    this.#refused.set(realmId, count(1));
    try {
      await this.end(realmId);
      return await task();
    } finally {
      if (count(-1) > 0) this.#refused.set(realmId, count(-1));
      else this.#refused.delete(realmId);
    }
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.#last.keys()].map((realmId) => this.end(realmId)));
  }

  #end(realmId: string, kept: Kept): void {
    clearTimeout(kept.idle);
    if (this.#kept.get(realmId) === kept) this.#kept.delete(realmId);
    kept.end();
  }

  /** Ends an idle one. @throws FilesError busy */
  #makeRoom(): void {
    for (const [realmId, kept] of this.#kept) if (kept.calls === 0) return this.#end(realmId, kept);
    throw new FilesError('busy');
  }

  #start(realmId: string): Kept {
    this.#place.closing.throwIfAborted();
    const paths = realmPaths(this.#place.dir, realmId);
    const uid = folderOwner(paths);
    // A folder that is not a realm's user's becomes it at the realm's next start.
    if (this.#refused.has(realmId)) throw new FilesError('absent');
    if (uid === null || (this.#place.bounds.users !== null && !isRealmUser(uid))) throw new FilesError('absent');
    if (this.#kept.size >= maxFileAgents) this.#makeRoom();
    const ending = new AbortController();
    const gone = Promise.withResolvers<void>();
    const before = this.#last.get(realmId) ?? Promise.resolve();
    this.#last.set(realmId, gone.promise);
    const kept: Kept = {
      // The one before clears up after itself by the name that this one has too.
      fileAgent: before.then(() => this.#run(realmId, paths, uid, ending.signal, gone.resolve)),
      end: () => ending.abort(),
      calls: 0,
      idle: undefined,
    };
    this.#kept.set(realmId, kept);
    kept.fileAgent.catch(() => this.#end(realmId, kept));
    void gone.promise.then(() => {
      if (this.#last.get(realmId) === gone.promise) this.#last.delete(realmId);
      return this.#end(realmId, kept);
    });
    return kept;
  }

  async #run(
    realmId: string,
    paths: RealmPaths,
    uid: number,
    ending: AbortSignal,
    gone: () => void,
  ): Promise<FileAgent> {
    const { engine } = this.#place;
    const clear = async (): Promise<void> => {
      await rm(paths.fileAgent, { force: true });
      await engine.clearFileAgents(realmId, isOver).catch(() => undefined);
    };
    let launched: LaunchedFileAgent;
    try {
      await clear();
      // Asked to end before it has begun.
      if (ending.aborted) throw new FilesError('busy');
      await mkdir(paths.driver, { recursive: true, mode: 0o700 });
      launched = await engine.launchFileAgent({ realmId, paths, uid, until: () => nobodysUntil(paths) });
    } catch (error) {
      gone();
      throw error;
    }
    const agent = new Agent({ keepAlive: true, maxSockets: 32 });
    void launched.ended.then(() => {
      agent.destroy();
      return clear().then(gone);
    });
    if (ending.aborted) launched.kill();
    else ending.addEventListener('abort', () => launched.kill(), { once: true });
    if (!(await launched.begun)) {
      launched.kill();
      throw new FilesError('silent', `the file agent of realm ${realmId} did not start: ${launched.said()}`);
    }
    return { socket: paths.fileAgent, agent, silenceMs: this.#place.silenceMs };
  }
}

/** Whether the driver is this process, or gone, so that its file agents may be ended; other drivers' go on working. */
function isOver(driver: string): boolean {
  return Number(driver) === process.pid || !isAlive(Number(driver));
}

/**
 * The time before which incomplete files in the realm's folder are abandoned. Another driver's file agent may be writing newer ones: one whose socket exists now,
 * or one that starts later. To be called when this one's own socket exists, so that two that start at once find each other.
 */
function nobodysUntil(paths: RealmPaths): number {
  const now = Date.now();
  const drivers = readdirSync(paths.driver).flatMap((name) => /^file-agent-(\d+)$/.exec(name)?.[1] ?? []);
  return drivers.every(isOver) ? now : 0;
}

/** It hangs, has ended or did not start, or its realm has stopped it: the next call starts another. */
function isSilent(error: unknown): boolean {
  return error instanceof FilesError && error.code === 'silent';
}

function isRefused(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}
