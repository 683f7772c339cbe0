import type { ObservedState } from '../runtime.ts';
import type { Bounds } from './bounds/enforcement.ts';
import type { ServerProgram } from './process/launch.ts';
import type { Engine } from './engine.ts';

export interface User {
  uid: number;
  gid: number;
}

export interface DatabaseDoors {
  folder: string;
  /** null: the driver's own user. */
  user: User | null;
}

/** What all realms of one local driver share. */
export interface LocalPlace {
  /** Holds the realms' folders; absolute, without symbolic links. */
  readonly dir: string;
  readonly program: ServerProgram;
  readonly bounds: Bounds;
  readonly engine: Engine;
  /** Whom realms' game sockets are for; null: the driver's own user. */
  readonly gateway: User | null;
  readonly databaseDoors?: DatabaseDoors | null;
  /** Aborts when the driver is closed. */
  readonly closing: AbortSignal;
  /** How long a realm may report no state before it counts as silent. */
  readonly silenceMs: number;
  publish(observed: ObservedState): void;
  /** Has other drivers over the place follow a realm that this one has started. */
  tellStart(realmId: string): void;
}
