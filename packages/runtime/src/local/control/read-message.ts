import { parseJson } from '../../parse-json.ts';
import { type ConsoleLine, ConsoleLines } from '@realmkeep/realm-protocol';
import type { z } from 'zod/mini';

export type Schema<T> = z.ZodMiniType<T>;

/** What a realm has sent, as the schema takes it; null where it is not of that shape. */
export function readMessage<T>(schema: Schema<T>, text: string): T | null {
  const { success, data } = schema.safeParse(parseJson(text));
  return success ? data : null;
}

/** Null if invalid, or not all after number `after`. */
export function readConsoleLines(text: string, after: number): ConsoleLine[] | null {
  const lines = readMessage(ConsoleLines, text);
  return lines !== null && (lines[0]?.n ?? Infinity) > after ? lines : null;
}
