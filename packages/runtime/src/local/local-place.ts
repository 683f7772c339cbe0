import type { RealmFacts } from '../runtime.ts';
import type { Bounds } from './enforcement.ts';
import type { ServerProgram } from './launch.ts';

/** What all realms of one local driver share. */
export interface LocalPlace {
  /** Holds the realms' folders; absolute, without symbolic links. */
  readonly dir: string;
  readonly program: ServerProgram;
  readonly bounds: Bounds;
  /** Aborts when the driver is closed. */
  readonly closing: AbortSignal;
  /** For how long a realm may tell no state before it is silent. */
  readonly silenceMs: number;
  publish(facts: RealmFacts): void;
}
