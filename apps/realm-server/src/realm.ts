import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  type RealmSettings,
  type RealmSpec,
  type RealmState,
  type ServerPhase,
  type SettingsResult,
  settingsResult,
} from '@realmkeep/realm-protocol';
import { openConsole, type RealmConsole } from './console/realm-console.ts';
import { startControlServer, type ControlServer } from './control/control-server.ts';
import type { RealmSockets } from './control/realm-sockets.ts';
import { EventHub } from './control/event-hub.ts';
import { openGamePort, type GamePort } from './servers/game-port.ts';
import type { Kernel, KernelHost } from './servers/kernel.ts';
import { Access } from './identity/access.ts';
import { LoginCodes } from './identity/login-codes.ts';
import { resourceMeter } from './resource-meter.ts';
import { WritingHolds } from './control/writing-holds.ts';

const stateIntervalMs = { playing: 2000, empty: 10_000 };

interface RealmOptions {
  /** The realm's folder. */
  dir: string;
  spec: RealmSpec;
  fencingToken: number;
  sockets: RealmSockets;
  assertClaim: () => void;
  startKernel: (host: KernelHost) => Promise<Kernel>;
  /** Somebody asked it to end, through the control interface or the console. */
  stopAsked: () => void;
  fail: (error: Error) => void;
}

/** One realm: its kernel, its ports and its reported state. */
export class Realm {
  readonly #options: RealmOptions;
  readonly #events = new EventHub();
  readonly #idleMemory = new IdleMemory();
  readonly #loginCodes = new LoginCodes();
  readonly #access: Access;
  readonly #holds = new WritingHolds();
  readonly #stopping = new AbortController();
  readonly #startedAt = Date.now();
  readonly #console: RealmConsole;
  #phase: ServerPhase = 'STARTING';
  #kernel: Kernel | null = null;
  readonly #resources = resourceMeter(() => this.#kernel?.pid ?? null);
  #gamePort: GamePort | null = null;
  #control: ControlServer | null = null;
  #emptySince: number | null = null;
  #lastPlayedAt: number | null = null;
  #stateTimer: NodeJS.Timeout | undefined;

  constructor(options: RealmOptions) {
    this.#options = options;
    this.#access = new Access(options.spec.settings, () => {
      this.#kernel?.apply(new Set(['access']));
      this.#emitState();
    });
    this.#console = openConsole(options.dir, options.assertClaim);
  }

  /** Opens the control interface, then starts the game. Returns when players can join. */
  async start(): Promise<void> {
    const { dir, spec, sockets } = this.#options;
    this.#control = await startControlServer(
      {
        state: () => this.state(),
        command: async (line, by) => {
          await this.#kernel?.command(line, by);
          return this.#kernel !== null;
        },
        commands: () => this.#kernel?.commands() ?? [],
        apply: (settings) => this.#apply(settings),
        loginCode: (code) => this.#loginCodes.expect(code),
        moveSpawn: (spawn) => this.#kernel?.moveSpawn(spawn) ?? null,
        holdWriting: (response) => this.#holdWriting(response),
        stop: () => this.#options.stopAsked(),
        stopIfEmpty: () => this.#stopIfEmpty(),
      },
      this.#events,
      this.#console.feed,
      sockets.control,
    );

    this.log(`Starting the realm with the map ${spec.map}.`);
    const starting = this.#options.startKernel({
      folder: dir,
      worldFolder: join(dir, 'world'),
      spec,
      settings: spec.settings,
      loginCodes: this.#loginCodes,
      access: this.#access,
      assertClaim: () => this.#options.assertClaim(),
      stopping: this.#stopping.signal,
      log: (line) => this.log(line),
      playersChanged: () => this.#playersChanged(),
      stateChanged: () => this.#emitState(),
      stopAsked: () => this.#options.stopAsked(),
      fail: (error) => this.#options.fail(error),
    });
    const kernel = await starting.catch((error: unknown) => {
      if (this.#phase === 'STARTING') throw error;
      return null;
    });
    this.#kernel = kernel;
    if (!kernel || this.#phase !== 'STARTING') return;
    this.#gamePort = await openGamePort((socket, origin) => kernel.accept(socket, origin), sockets.game);
    this.#phase = 'READY';
    this.log(`Ready after ${Math.round(performance.now())} ms.`);
    this.#playersChanged();
  }

  #playersChanged(): void {
    const isEmpty = (this.#kernel?.players() ?? []).length === 0;
    // The last one has just left.
    if (isEmpty && this.#emptySince === null && this.#lastPlayedAt !== null) this.#lastPlayedAt = Date.now();
    this.#emptySince = isEmpty ? (this.#emptySince ?? Date.now()) : null;
    if (isEmpty) this.#idleMemory.rest();
    else this.#idleMemory.wake();
    this.#emitState();
  }

  async #holdWriting(response: ServerResponse): Promise<boolean> {
    const kernel = this.#kernel;
    const isReady = (): boolean => this.#phase === 'READY';
    if (!kernel || !isReady()) return false;
    await this.#holds.begin(response, () => kernel.hold(), isReady);
    return true;
  }

  /** Nobody can join between the check and the end: both happen in one turn. */
  #stopIfEmpty(): boolean {
    if (this.#phase === 'STARTING' || (this.#gamePort?.connections() ?? 0) > 0) return false;
    this.#options.stopAsked();
    return true;
  }

  /** Unchanged values have no effect, so they do not undo what commands did meanwhile. */
  #apply(change: Partial<RealmSettings>): SettingsResult {
    const { settings } = this.#options.spec;
    const names = Object.keys(change) as (keyof RealmSettings)[];
    const changed = names.filter((name) => !isDeepStrictEqual(change[name], settings[name]));
    Object.assign(settings, change);
    this.#access.refresh();
    this.#loginCodes.keep([...settings.managers, ...settings.access.operators]);
    this.#kernel?.apply(new Set(changed));
    this.#emitState();
    // Before there is a kernel: it will start with them.
    if (!this.#kernel) return { applied: names, atNextStart: [] };
    return settingsResult(this.#kernel.capabilities, change);
  }

  state(): RealmState {
    return {
      realmId: this.#options.spec.realmId,
      lease: this.#options.fencingToken,
      phase: this.#phase,
      startedAt: this.#startedAt,
      slots: this.#options.spec.settings.slots,
      players: this.#kernel?.players() ?? [],
      visitors: this.#kernel?.visitors() ?? [],
      orders: this.#access.orders(),
      worlds: this.#kernel?.worlds() ?? [],
      tps: this.#kernel?.tps() ?? null,
      emptySince: this.#emptySince,
      lastPlayedAt: this.#lastPlayedAt,
      spawn: this.#kernel?.spawn() ?? null,
      unmanagedSince: this.#kernel?.unmanagedSince() ?? null,
      unsavedSince: this.unsavedSince(),
      usedCodes: this.#loginCodes.used(),
      resources: this.#resources(),
    };
  }

  /** Sends the state now, and restarts the timer for the next regular one. */
  #emitState(): void {
    if ((this.#kernel?.players() ?? []).length > 0) this.#lastPlayedAt = Date.now();
    const state = this.state();
    this.#events.emitState(state);
    clearTimeout(this.#stateTimer);
    const wait = state.players.length > 0 ? stateIntervalMs.playing : stateIntervalMs.empty;
    this.#stateTimer = setTimeout(() => this.#emitState(), wait);
  }

  /** Saves and closes everything. To be called once, after `start` has returned. */
  async stop(reason: string): Promise<void> {
    this.#gamePort?.close();
    this.#holds.endAll();
    await this.#kernel?.stop(reason);
    this.log('The realm has ended; its world is saved.');
    clearTimeout(this.#stateTimer);
    this.#events.close();
    this.#console.close();
    this.#control?.close();
  }

  /** No player can join from now on. */
  announceStop(): void {
    this.#phase = 'STOPPING';
    this.#stopping.abort();
    this.log('The realm is ending.');
    this.#emitState();
  }

  /** Since when something could not be written to the disk. */
  unsavedSince(): number | null {
    return this.#kernel?.unsavedSince() ?? null;
  }

  log(line: string): void {
    this.#console.write(line);
  }
}

/** After the last columns are unloaded and the last buffers are sent. */
const delayMs = 4000;

/**
 * Returns memory while nobody is online. V8 collects garbage only when it needs room, so an idle process would keep the
 * last game's.
 */
class IdleMemory {
  #timer: NodeJS.Timeout | undefined;

  /** Nobody is online. */
  rest(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(collectGarbage, delayMs);
  }

  /** Somebody is online. */
  wake(): void {
    clearTimeout(this.#timer);
  }
}

/** With `--expose-gc` on the command line V8 would reject Node's compiled code of its own modules at each start (decision 133). */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}
