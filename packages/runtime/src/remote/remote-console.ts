import { setTimeout as sleep } from 'node:timers/promises';
import { type ConsoleLine, ConsoleLines } from '@realmkeep/realm-protocol';
import { isRuntimeError } from '../runtime.ts';
import type { HostConnection } from './host-connection.ts';

const pauseMs = 1000;

/**
 * The console of a realm on another machine until the signal aborts, over as many connections as it takes. Each connection numbers the lines
 * in its own way; the numbers yielded here continue across connections.
 * @param connect to where the realm is now; null: it is nowhere
 */
export async function* followRemoteConsole(
  connect: () => Promise<HostConnection | null>,
  realmId: string,
  signal: AbortSignal,
): AsyncGenerator<ConsoleLine[]> {
  let last: ConsoleLine | null = null;
  let hasBegun = false;
  while (!signal.aborted) {
    let offset: number | null = hasBegun ? null : 0;
    try {
      const connection = await connect();
      for await (const lines of connection?.lines({ name: 'console', realmId, args: [], signal }, ConsoleLines) ?? []) {
        let more: ConsoleLine[] = lines;
        if (offset === null) {
          const told: ConsoleLine | null = last;
          const at = lines.findLastIndex((line) => line.at === told?.at && line.text === told.text);
          more = lines.slice(at + 1);
          // If the last yielded line is not among them, some are missing.
          offset = (told?.n ?? 0) - (at < 0 ? (lines[0]?.n ?? 0) - 2 : (lines[at]?.n ?? 0));
        }
        const by: number = offset;
        const numbered: ConsoleLine[] = more.map(({ n, at, text }) => ({ n: n + by, at, text }));
        last = numbered.at(-1) ?? last;
        if (numbered.length > 0 || !hasBegun) yield numbered;
        hasBegun = true;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!isRuntimeError(error, 'unreachable')) throw error;
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
