import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RealmSpec } from '@realmkeep/realm-protocol';
import { type OpenRegion, pictureBytes } from '../land.ts';
import { type Kernels, type ObservedState, type RealmRuntime, RuntimeError } from '../runtime.ts';
import { atMost } from '../stream-bound.ts';
import {
  type HostAddress,
  HostConnection,
  type HostBounds,
  hostBounds,
  HostSilent,
  JarWanted,
  StaleCall,
} from './host-connection.ts';
import { gameKeyFor, type HostKey } from './host-key.ts';
import { leadToDatabases } from './lead-to-databases.ts';
import { type AnswerOf, answerOf, type ArgsOf, type Calls, uploads } from './remote-calls.ts';
import { followRemoteConsole } from './remote-console.ts';
import { remoteFiles } from './remote-files.ts';
import { type HostCapacity, maxRealms, WatchLine } from './remote-messages.ts';
import { readRegions, sentSpec, type SentSpec } from './sent-files.ts';
import { remoteWorlds } from './remote-worlds.ts';

/** Four missed heartbeats. */
const standardSilenceMs = 8000;
const longestPauseMs = 5000;
const shortestPauseMs = 100;
/** Of calls that somebody waits for. */
const longestMs = 120_000;
const destroyedWithinMs = 30 * 60_000;
/** Of what runs one realm: at first it tells the kept lines of a console. */
const realmBounds: HostBounds = {
  pace: { burst: 4 * 1024 * 1024, perSecond: 1024 * 1024 },
  longest: 4 * 1024 * 1024,
};

export interface RemoteHostOptions {
  address: HostAddress;
  key: HostKey;
  /** Where gateways reach the host's realms; null: as reported by the host, which is on this machine. */
  game: { host: string; port: number } | null;
  /** By the account of the program. */
  kernels: Kernels;
  /** Of a host for one realm: that is all it is believed about, and heard at the pace of one. Null: for none. */
  realmId?: string | null;
  /** Called with the reason when it is lost, and with null when it is back. */
  onContact?: (error: unknown) => void;
  /** For tests. */
  silenceMs?: number;
}

/**
 * The realms of one host, by the port RealmRuntime over the network: docs/decisions/077-remote-hosts.md. Calls about one realm must be made one
 * after another, as the fleet does.
 */
export class RemoteHost implements RealmRuntime {
  readonly driver = 'remote';
  readonly kernels: Kernels;
  readonly #options: RemoteHostOptions;
  readonly #connection: HostConnection;
  readonly #silenceMs: number;
  readonly #closing = new AbortController();
  /** The runs that calls are about, as last heard. */
  readonly #runs = new Map<string, number>();
  /** The last reported states of what runs: all that is known while the host is lost. */
  #live = new Map<string, ObservedState>();
  #lostSince: number | null = null;

  constructor(options: RemoteHostOptions) {
    this.#options = options;
    this.kernels = options.kernels;
    this.#silenceMs = options.silenceMs ?? standardSilenceMs;
    const bounds = options.realmId === undefined ? hostBounds : realmBounds;
    this.#connection = new HostConnection(options.address, options.key, this.#silenceMs, bounds);
  }

  /** Since when it cannot be reached, by those who watch; null: it can. Milliseconds since the epoch. */
  get lostSince(): number | null {
    return this.#lostSince;
  }

  /** @throws RuntimeError unreachable while it is lost */
  contact(): HostConnection {
    this.#closing.signal.throwIfAborted();
    if (this.#lostSince !== null) {
      throw new RuntimeError('unreachable', `the host has been lost since ${new Date(this.#lostSince).toISOString()}`);
    }
    return this.#connection;
  }

  /** Whether calls are under way that end. */
  get isBusy(): boolean {
    return this.#connection.isBusy;
  }

  enforcement(): ReturnType<RealmRuntime['enforcement']> {
    return this.#ask('enforcement', null, []);
  }

  capacity(): Promise<HostCapacity> {
    return this.#ask('capacity', null, []);
  }

  async ensure(spec: RealmSpec, fencingToken: number): Promise<ObservedState> {
    const { realmId } = spec;
    const sent = await sentSpec(spec);
    const start = () => this.#ask('ensure', realmId, [sent.spec, fencingToken], fencingToken);
    const observed = await start().catch(async (error: unknown) => {
      if (!(error instanceof JarWanted)) throw error;
      await this.#sendJar(sent);
      return start();
    });
    return this.#toldOf(realmId, observed);
  }

  apply: RealmRuntime['apply'] = (realmId, settings) => this.#askRun('apply', realmId, [settings]);
  command: RealmRuntime['command'] = (realmId, command, by = null) => this.#askRun('command', realmId, [command, by]);
  commands: RealmRuntime['commands'] = (realmId) => this.#askRun('commands', realmId, []);
  loginCode: RealmRuntime['loginCode'] = (realmId, code) => this.#askRun('loginCode', realmId, [code]);
  moveSpawn: RealmRuntime['moveSpawn'] = (realmId, spawn) => this.#askRun('moveSpawn', realmId, [spawn]);
  stop: RealmRuntime['stop'] = (realmId, graceMs) => this.#ask('stop', realmId, [graceMs]);
  stopIfEmpty: RealmRuntime['stopIfEmpty'] = (realmId) => this.#ask('stopIfEmpty', realmId, []);
  destroy: RealmRuntime['destroy'] = (realmId) => this.#ask('destroy', realmId, []);
  prepare: RealmRuntime['prepare'] = (realmId, number) => this.#ask('prepare', realmId, [number]);

  console(realmId: string, signal: AbortSignal): ReturnType<RealmRuntime['console']> {
    const either = AbortSignal.any([signal, this.#closing.signal]);
    return followRemoteConsole(async () => this.#connection, realmId, either);
  }

  files(realmId: string): ReturnType<RealmRuntime['files']> {
    return remoteFiles(realmId, async () => this.contact());
  }

  worlds(realmId: string): ReturnType<RealmRuntime['worlds']> {
    return remoteWorlds(realmId, async () => this.contact());
  }

  async drawPicture(middle: { x: number; z: number }, regions: readonly OpenRegion[]): Promise<Buffer> {
    const { sizes, content } = await readRegions(regions);
    const args = [{ x: middle.x, z: middle.z }, sizes];
    const response = await this.contact().stream({ name: 'drawPicture', args, content });
    const picture = await buffer(pipeline(response, atMost(pictureBytes), () => undefined));
    if (picture.length !== pictureBytes) throw new Error('what a host draws has another size');
    return picture;
  }

  async inspect(realmId: string): Promise<ObservedState | null> {
    const lost = this.#lostSince === null ? null : this.#live.get(realmId);
    if (lost) return { ...lost, lostSince: this.#lostSince };
    const observed = await this.#ask('inspect', realmId, []);
    return observed && this.#toldOf(realmId, observed);
  }

  async list(): Promise<ObservedState[]> {
    const all = await this.#ask('list', null, []);
    return all.filter((observed) => this.#isOwn(observed)).map((observed) => this.#told(observed));
  }

  /** When the connection breaks, running realms are reported as lost until it is restored: then all are reported again, so that no exit is missed. */
  async *watch(signal: AbortSignal): AsyncGenerator<ObservedState> {
    const either = AbortSignal.any([signal, this.#closing.signal]);
    let known = new Map<string, ObservedState>();
    let pauseMs = shortestPauseMs;
    let failures = 0;
    try {
      while (!either.aborted) {
        const began = performance.now();
        try {
          for await (const line of this.#connection.lines({ name: 'watch', args: [], signal: either }, WatchLine)) {
            failures = 0;
            if ('observed' in line) {
              if (!this.#isOwn(line.observed)) continue;
              const observed = this.#told(line.observed);
              if (observed.phase === 'EXITED') known.delete(observed.realmId);
              else known.set(observed.realmId, observed);
              if (known.size > maxRealms) throw new Error(`the host has more than ${maxRealms} realms`);
              yield observed;
            } else {
              const present = new Set(line.present);
              const gone = [...known.values()].filter(({ realmId }) => !present.has(realmId));
              this.#live = known = new Map();
              this.#hear();
              for (const observed of gone) yield this.#told(exited(observed));
            }
          }
        } catch (error) {
          if (either.aborted) return;
          failures += 1;
          // A host that was only restarted answers at the next attempt.
          if (error instanceof HostSilent || failures > 1) {
            this.#lose(error);
            for (const observed of known.values()) yield { ...observed, lostSince: this.#lostSince };
          }
        }
        // One that ends each watch at once is not called in a tight loop.
        if (performance.now() - began > longestPauseMs) pauseMs = shortestPauseMs;
        await sleep(pauseMs, undefined, { signal: either }).catch(() => undefined);
        pauseMs = Math.min(longestPauseMs, pauseMs * 2);
      }
    } finally {
      // Nobody would notice when it is back.
      this.#hear();
    }
  }

  /** Leads connections at its doors to those in a folder of this machine, until it is closed. @param isThere whether a realm is on this host */
  leadToDatabases(folder: string, isThere: (realmId: string) => Promise<boolean>): void {
    void leadToDatabases(() => this.contact(), { folder, isThere }, this.#closing.signal);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the runtime is closed'));
    this.#connection.close();
  }

  async #ask<N extends keyof Calls>(
    name: N,
    realmId: string | null,
    args: ArgsOf<Calls[N]>,
    run: number | null = null,
  ): Promise<AnswerOf<Calls[N]>> {
    const withinMs = this.#withinMs(name, args);
    return this.contact().ask({ name, realmId, args, run, withinMs }, answerOf(name));
  }

  #withinMs(name: keyof Calls, [first]: readonly unknown[]): number {
    if (name === 'inspect' || name === 'list' || name === 'enforcement') return this.#silenceMs;
    if (name === 'destroy') return destroyedWithinMs;
    // A stop takes its grace.
    return longestMs + (name === 'stop' ? Number(first) : 0);
  }

  #isOwn({ realmId }: ObservedState): boolean {
    const own = this.#options.realmId;
    return own === undefined || own === realmId;
  }

  /** Of the present run: another driver may have begun it. */
  async #askRun<N extends keyof Calls>(name: N, realmId: string, args: ArgsOf<Calls[N]>): Promise<AnswerOf<Calls[N]>> {
    const known = this.#runs.get(realmId);
    if (known !== undefined) {
      try {
        return await this.#ask(name, realmId, args, known);
      } catch (error) {
        if (!(error instanceof StaleCall)) throw error;
      }
    }
    const observed = await this.inspect(realmId);
    if (observed === null || observed.phase === 'EXITED') {
      throw new RuntimeError('not_running', `realm ${realmId} does not run`);
    }
    return this.#ask(name, realmId, args, observed.fencingToken);
  }

  async #sendJar({ jar }: SentSpec): Promise<void> {
    if (jar === null) throw new Error('the host asks for a jar that the realm is not started with');
    const content = createReadStream(jar.path);
    try {
      const call = { name: 'jar', args: [jar.sha256], content, withinMs: longestMs };
      await this.contact().ask(call, uploads.jar.answer);
    } finally {
      content.destroy();
    }
  }

  #lose(error: unknown): void {
    if (this.#lostSince !== null) return;
    this.#lostSince = Date.now();
    this.#connection.breakOff();
    this.#options.onContact?.(error);
  }

  #hear(): void {
    if (this.#lostSince === null) return;
    this.#lostSince = null;
    this.#options.onContact?.(null);
  }

  /** @throws Error where the host answers about another realm: it may have been taken over */
  #toldOf(realmId: string, said: ObservedState): ObservedState {
    if (said.realmId !== realmId) throw new Error(`the host answers about another realm than ${realmId}`);
    return this.#told(said);
  }

  /** What the host says, as gateways elsewhere reach it. */
  #told(said: ObservedState): ObservedState {
    const { realmId, fencingToken: run, phase } = said;
    if (phase === 'EXITED') this.#runs.delete(realmId);
    else this.#runs.set(realmId, run);
    const { game, key } = this.#options;
    if (said.endpoint === null || game === null) return said;
    const proof = { realmId, run, key: gameKeyFor(key, realmId, run).toString('hex') };
    return { ...said, endpoint: { ...game, proof, proxyProtocol: true } };
  }
}

/** The state of a realm that its host no longer knows: how it ended was not observed. */
function exited(observed: ObservedState): ObservedState {
  return {
    ...observed,
    phase: 'EXITED',
    startedAt: null,
    silentSince: null,
    endpoint: null,
    state: null,
    exit: { asked: false, code: null, signal: null, at: Date.now(), tail: '' },
  };
}
