import type {
  ConsoleCommand,
  ConsoleLine,
  KernelCapabilities,
  KernelName,
  LoginCode,
  RealmSettings,
  RealmSpawn,
  RealmSpec,
  RealmState,
  SettingsResult,
} from '@realmkeep/realm-protocol';
import type { RealmFiles } from './files.ts';
import type { OpenRegion, PicturedLand } from './land.ts';
import type { RealmWorlds } from './worlds.ts';

/**
 * Where realms run. A driver knows processes, containers or pods; it knows no users, coins or SQL. Every driver passes
 * the suite in conformance.ts.
 *
 * Lifecycle of a realm in a driver: absent, then (ensure) starting, ready, (stop, or it ends by itself) exited, and
 * (destroy) absent again. A realm outlives the driver: after `close()` or a kill of the driver's process the realms run
 * on, and a new driver over the same place finds them by `list()`.
 *
 * Concurrency: calls for one realm are carried out one after another in the order they came; calls for different realms
 * run side by side; inspect and list wait for none. Two drivers over the same place never both start a realm: a start takes
 * the realm's lock, which the running process holds until it ends.
 *
 * Errors: a RuntimeError with a code; anything else is a bug of the driver. A failed call may be repeated. Any call about a realm on another
 * machine throws `unreachable` when that cannot be reached: what was asked may have been done.
 */
export interface RealmRuntime {
  readonly driver: string;

  /** What each kernel makes of settings, by its own account: also for realms that do not run. */
  readonly kernels: Kernels;

  /** What bounds each realm here, for people: how memory, processor and user are enforced, or that they are not. */
  enforcement(): Promise<RuntimeEnforcement>;

  /**
   * Starts the realm unless a process of it runs already, which is then adopted as it is. Idempotent.
   * Makes the world at the first start. Returns when the process can be called, which is before it is READY. A start that
   * fails is reported only by its error; a refused one leaves the realm's observed state as it was.
   * @param fencingToken a number larger than that of every start before; kept in the world's folder, which refuses any other.
   * @throws no_room while there is none for it, and nothing was begun; token_refused if the folder has seen one that is not smaller; start_failed if the process ended before it could be
   * asked; unknown_map; world_missing when a realm that has run before has no world here.
   */
  ensure(spec: RealmSpec, fencingToken: number): Promise<ObservedState>;

  /** Changes settings of a running realm. @throws not_running */
  apply(realmId: string, settings: Partial<RealmSettings>): Promise<SettingsResult>;

  /**
   * One console command of a running realm.
   * @param by whom the console names as its sender; null for none
   * @throws not_running, command_refused
   */
  command(realmId: string, command: string, by?: string | null): Promise<void>;

  /** The commands that the console of a running realm takes. @throws not_running */
  commands(realmId: string): Promise<ConsoleCommand[]>;

  /**
   * The realm's console: first its last lines, at most 1000 and perhaps none, even if it does not run; then its
   * output, through ends and starts, until the signal aborts. A slow reader loses the oldest lines.
   */
  console(realmId: string, signal: AbortSignal): AsyncIterable<ConsoleLine[]>;

  /**
   * Gives a running realm a code to expect, which replaces an earlier one of the same nickname. It is valid as long as this
   * run of the realm lasts.
   * @throws not_running
   */
  loginCode(realmId: string, code: LoginCode): Promise<void>;

  /**
   * Moves the spawn point in the world of a running realm, which stores it, and reports it in its state.
   * @throws not_running, spawn_outside: it is beyond the world or its border
   */
  moveSpawn(realmId: string, spawn: RealmSpawn): Promise<void>;

  /**
   * Saves and ends the realm; if it has not ended after `graceMs` it is killed. Returns when no process is left. Idempotent: a
   * realm that does not run is not an error. One that cannot save because of a full disk is not killed, unless `graceMs` is 0: it ends once it has saved.
   * @throws unsaved
   */
  stop(realmId: string, graceMs: number): Promise<void>;

  /**
   * The same if nobody is in the realm or joining, as the realm itself decides: later players find it
   * closed. Without a deadline: the realm does what it has agreed to.
   * @returns whether no process is left
   */
  stopIfEmpty(realmId: string): Promise<boolean>;

  /** Stops the realm and removes its folder with the world. Idempotent. */
  destroy(realmId: string): Promise<void>;

  /**
   * Makes the folder of a realm that has never run, for a world to be unpacked in. It has no observed state until it is started. Idempotent.
   * @param number as in its spec
   */
  prepare(realmId: string, number: number): Promise<void>;

  /** The files of the realm, whether it runs or not. */
  files(realmId: string): RealmFiles;

  /** The realm's world, to be taken away and put back. */
  worlds(realmId: string): RealmWorlds;

  /**
   * A small picture, as from `RealmFiles.drawPicture`, of a world that belongs to no realm: strangers made it, so the drawing process sees only
   * its regions.
   * @param regions the existing ones of `pictureRegions`; their files stay open until it returns
   * @throws Error if it cannot be drawn, or not in time
   */
  drawPicture(middle: Pick<PicturedLand, 'x' | 'z'>, regions: readonly OpenRegion[]): Promise<Buffer>;

  /** The observed state of one realm; null when it is absent. */
  inspect(realmId: string): Promise<ObservedState | null>;

  /** The observed states of all realms that are not absent. */
  list(): Promise<ObservedState[]>;

  /**
   * The observed states of all realms as they change from now on, whichever driver of this place changes them, until the signal aborts. Begins with
   * those of all realms that are not absent. A slow reader loses the oldest, but never the exit of a realm.
   */
  watch(signal: AbortSignal): AsyncIterable<ObservedState>;

  /** Ends the driver's own work. The realms run on. */
  close(): Promise<void>;
}

export type Kernels = Record<KernelName, KernelCapabilities>;

export interface ObservedState {
  realmId: string;
  fencingToken: number;
  phase: 'STARTING' | 'READY' | 'STOPPING' | 'EXITED';
  /** When this run was started, by the driver's own knowledge; null when EXITED. Milliseconds since the epoch. */
  startedAt: number | null;
  /**
   * Since when a live process is silent: it reported no state for 30 s, though one is due every 10 s and it is asked
   * again after each break. Null as soon as it reports, and when EXITED. `phase`, `endpoint` and `state` stay as last reported.
   * Milliseconds since the epoch.
   */
  silentSince: number | null;
  /**
   * Since when its host cannot be reached, so that all this is as last reported, and the realm cannot be called; null otherwise. It may still
   * be running, and runs nowhere else. Milliseconds since the epoch.
   */
  lostSince: number | null;
  /** Where the gateway reaches it; null unless READY. */
  endpoint: RealmEndpoint | null;
  /** The last reported state; null when EXITED or before the first report. */
  state: RealmState | null;
  /** Set when EXITED. */
  exit: RealmExit | null;
}

/** A port, or the path of a unix socket. */
export type RealmEndpoint = ({ host: string; port: number; proof?: RealmProof } | { path: string }) & {
  /** Whether the realm wants a PROXY v2 header before the client's bytes. */
  proxyProtocol: boolean;
};

/** What a connection must prove in that header, if others can reach the port too. */
export interface RealmProof {
  realmId: string;
  /** The fencing token. */
  run: number;
  /** 32 bytes in hexadecimal: secret. */
  key: string;
}

export interface RealmExit {
  /** Whether it ended because it was asked to. */
  asked: boolean;
  code: number | null;
  signal: string | null;
  /** Whether the driver has killed it because it was filling the disk. */
  outOfRoom?: boolean;
  /** Milliseconds since the epoch. */
  at: number;
  /** The last lines of its log, at most 2 KiB, for the operator. */
  tail: string;
}

export interface RuntimeEnforcement {
  /** `Kubernetes`: the driver requests limits, and each node enforces them by its own means. */
  memory: 'cgroup v1' | 'cgroup v2' | 'Kubernetes' | 'prlimit' | 'none';
  cpu: 'cgroup v1' | 'cgroup v2' | 'Kubernetes' | 'none';
  processes: 'cgroup v1' | 'cgroup v2' | 'prlimit' | 'none';
  /** Whether the kernel stops a realm from writing more, or usage is only counted: docs/decisions/051. */
  disk: 'quota' | 'counted';
  /** Whether each realm has a user of its own. */
  ownUser: boolean;
  walls: RealmWalls;
  /** Why realms with a server in Java do not reach the public internet, for people; null when they do. */
  wayOut: string | null;
}

/** What separates each realm from the rest of the machine here: docs/decisions/047-walls.md. */
export interface RealmWalls {
  /** It has a network namespace to itself. */
  network: boolean;
  /** It sees no processes but its own. */
  processes: boolean;
  /** It sees no files but its own, and the programs of the machine. */
  files: boolean;
  /** The kernel refuses it what no realm needs: user namespaces, tracing, keys, mounts … */
  calls: boolean;
  /** Why some do not stand, for people; null when all do. */
  why: string | null;
}

export const noWalls: RealmWalls = { network: false, processes: false, files: false, calls: false, why: null };

export const runtimeErrorCodes = [
  'token_refused',
  'start_failed',
  'unknown_map',
  'world_missing',
  'not_running',
  'command_refused',
  'spawn_outside',
  'unsaved',
  'no_room',
  'unreachable',
] as const;
export type RuntimeErrorCode = (typeof runtimeErrorCodes)[number];

export class RuntimeError extends Error {
  override readonly name = 'RuntimeError';
  readonly code: RuntimeErrorCode;
  constructor(code: RuntimeErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export function isRuntimeError(error: unknown, code: RuntimeErrorCode): boolean {
  return error instanceof RuntimeError && error.code === code;
}
