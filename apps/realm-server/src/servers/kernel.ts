import type { Socket } from 'node:net';
import type { Origin } from './game-port.ts';
import type { Access } from '../identity/access.ts';
import type { LoginCodes } from '../identity/login-codes.ts';
import type {
  ConsoleCommand,
  KernelCapabilities,
  RealmPlayer,
  RealmSettings,
  RealmSpawn,
  RealmSpec,
  RealmVisitor,
} from '@realmkeep/realm-protocol';

/** The game behind one realm. Everything that the rest of the process knows of a game is here. */
export interface Kernel {
  readonly capabilities: KernelCapabilities;
  /** Takes over a game client's connection, of which nothing is read yet. */
  accept(socket: Socket, origin: Origin): void;
  players(): RealmPlayer[];
  /** Who is behind each of them. */
  visitors(): RealmVisitor[];
  worlds(): { name: string; players: number }[];
  /** Where players appear; null until that is known. */
  spawn(): RealmSpawn | null;
  /** Moves the spawn point, and stores it with the world. @returns false if it is outside the world or its border */
  moveSpawn(to: RealmSpawn): boolean;
  /** Ticks per second over the last five seconds, at most 20; null while the tick rests because nobody is online. */
  tps(): number | null;
  /** Since when players are on without a manager, where the plan asks for that; null otherwise. Milliseconds since the epoch. */
  unmanagedSince(): number | null;
  /** Since when something could not be written to the disk; null while all can. Milliseconds since the epoch. */
  unsavedSince(): number | null;
  /** The process that the game runs in, where that is not this one. */
  readonly pid: number | null;
  /** Makes the settings that have changed hold, which the host's `settings` have already. */
  apply(changed: ReadonlySet<keyof RealmSettings>): void;
  /** Runs one console command. It is printed in the console with its sender, followed by its result. */
  command(line: string, by: string | null): Promise<void>;
  /** Those that the console takes. */
  commands(): ConsoleCommand[];
  /**
   * Saves everything, and writes nothing more until released. Returns when it is on disk; players play on.
   * @returns a function that releases it
   */
  hold(): Promise<() => void>;
  /** Disconnects everyone with this reason, and saves everything. Returns when it is on disk, for which a full disk is waited for. */
  stop(reason: string): Promise<void>;
}

/** What a kernel gets from the realm, and reports to it. */
export interface KernelHost {
  /** The realm's folder, with the world in `world`. */
  folder: string;
  worldFolder: string;
  /** As it was at the start, but for its settings, which are changed in place. */
  spec: RealmSpec;
  settings: RealmSettings;
  loginCodes: LoginCodes;
  access: Access;
  /** Called before each write of the world. @throws FencingTokenRefused */
  assertClaim: () => void;
  /** Aborts when the realm must end, so that a start can stop. */
  stopping: AbortSignal;
  /** One line for the console. */
  log: (line: string) => void;
  /** Players have joined or left. */
  playersChanged: () => void;
  /** Something else of the realm's state is another. */
  stateChanged: () => void;
  /** A console command asked for the end. */
  stopAsked: () => void;
  /** The world cannot be kept any longer: the process must end. */
  fail: (error: Error) => void;
}
