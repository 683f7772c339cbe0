import type { RealmSpec } from '@realmkeep/realm-protocol';
import type { OpenRegion, PicturedLand } from '../land.ts';
import type { RuntimeEnforcement } from '../runtime.ts';
import type { RealmPaths } from './folder/realm-paths.ts';
import type { RunRecord } from './folder/realm-record.ts';
import type { Exit } from './process/realm-run.ts';

/**
 * Runs realms' processes and file agents: on the machine itself (process-engine.ts), or in Docker (../docker/). Their folders,
 * sockets and records are in the same places with both, so everything else is shared.
 */
export interface Engine {
  readonly driver: string;
  /** Whether realms share the disk and kernel memory, so that none may take too much. */
  readonly isShared: boolean;
  enforcement(): Promise<RuntimeEnforcement>;

  /**
   * Starts the realm's process, or returns null if there is one or another driver is at work. From its first moment no other can be started.
   * The record is written before the process does anything.
   */
  start(paths: RealmPaths, spec: RealmSpec, fencingToken: number): Promise<Started | null>;
  /** The start is over, and what was eased for it is no longer. Nothing where that is so already. */
  endStart?(realmId: string): Promise<void>;
  /** How the end of a process will be known that this driver has not started; null: by its silence alone. */
  exitOf(paths: RealmPaths, record: RunRecord): Exit | null;
  lives(paths: RealmPaths, record: RunRecord): boolean;
  /** Kills the process if it still lives. */
  kill(paths: RealmPaths, record: RunRecord, signal: 'SIGTERM' | 'SIGKILL'): void;

  /** Prevents anybody from starting the realm; null if there is a process of it, or another driver is at work. The driver's folder must exist. */
  holdOff(paths: RealmPaths): Promise<Disposable | null>;
  /** Whether something of a run that has ended before this driver began may be left. */
  hasLeft(realmId: string): boolean;
  /** Removes it. To be called while everybody is held off. */
  clear(realmId: string): Promise<void>;
  /** Removes leftovers of unknown realms. */
  clearUnknown(isKnown: (realmId: string) => boolean): Promise<void>;

  launchFileAgent(order: FileAgentOrder): Promise<LaunchedFileAgent>;
  /** Removes leftovers of a realm's file agents. @param isOver whether a driver process, by its id, is gone; only theirs are removed */
  clearFileAgents(realmId: string, isOver?: (driver: string) => boolean): Promise<void>;
  /** As `RealmRuntime.drawPicture`. */
  draw(middle: Pick<PicturedLand, 'x' | 'z'>, regions: readonly OpenRegion[]): Promise<Buffer>;
}

export interface Started {
  record: RunRecord;
  /** What the record said before. */
  before: RunRecord | null;
  exit: Exit;
}

export interface FileAgentOrder {
  realmId: string;
  paths: RealmPaths;
  uid: number;
  /** Files written before this time and incomplete are abandoned; to be called when the socket exists, or its place is taken. */
  until: () => number;
}

export interface LaunchedFileAgent {
  /** Whether it serves at `paths.fileAgent` now; it may end before. */
  begun: Promise<boolean>;
  ended: Promise<void>;
  kill(): void;
  /** The last that it has said of what went wrong. */
  said(): string;
}
