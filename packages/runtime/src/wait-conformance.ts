import type { ConsoleLine } from '@realmkeep/realm-protocol';
import type { ObservedState, RealmRuntime } from './runtime.ts';

/** Generous: tests wait for conditions, and this is only when they give up. */
export const withinMs = 30_000;

/** The first observed state of the realm in that phase, the present one included. */
export async function reaches(
  runtime: RealmRuntime,
  realmId: string,
  phase: ObservedState['phase'],
): Promise<ObservedState> {
  for await (const notice of runtime.watch(AbortSignal.timeout(withinMs))) {
    if (notice.realmId === realmId && notice.phase === phase) return notice;
  }
  throw new Error(`not ${phase} within ${withinMs} ms`);
}

/** The first notice that the condition is true of. */
export async function find(
  runtime: RealmRuntime,
  condition: (notice: ObservedState) => boolean,
): Promise<ObservedState> {
  for await (const notice of runtime.watch(AbortSignal.timeout(withinMs))) if (condition(notice)) return notice;
  throw new Error(`not told within ${withinMs} ms`);
}

/** All console lines up to the one that contains the text. */
export async function consoleUntil(runtime: RealmRuntime, realmId: string, text: string): Promise<ConsoleLine[]> {
  const lines: ConsoleLine[] = [];
  for await (const more of runtime.console(realmId, AbortSignal.timeout(withinMs))) {
    lines.push(...more);
    if (more.some((line) => line.text.includes(text) && !line.text.startsWith('>'))) return lines;
  }
  throw new Error(`${text} was not printed within ${withinMs} ms`);
}

/** The first batch: all stored lines. */
export async function keptConsole(runtime: RealmRuntime, realmId: string): Promise<ConsoleLine[]> {
  for await (const kept of runtime.console(realmId, AbortSignal.timeout(withinMs))) return kept;
  throw new Error('nothing was told of it');
}

/** Its state, if the notice is of that realm. */
export function stateOf(notice: ObservedState, realmId: string): ObservedState['state'] {
  return notice.realmId === realmId ? notice.state : null;
}
