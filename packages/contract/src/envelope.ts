import type { ErrorCode } from './error-codes.ts';

/** Every answer of the api. `data` of an error holds its parameters. */
export interface Envelope<T = unknown> {
  message: string;
  data: T | null;
  error: ErrorCode | null;
  statusCode: number;
  /** ISO 8601, UTC. */
  timestamp: string;
}
