import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres, type Postgres } from '@realmkeep/postgres';
import { Backoff } from './backoff.ts';
import { StartError } from './start-error.ts';

export interface KeptPostgres {
  /** Where it takes connections now. */
  url(): string;
  stop(): Promise<void>;
}

/**
 * Starts the built-in PostgreSQL, or adopts the one that a killed supervisor left, and keeps it running.
 * @param onMove called when it had to come back at another address
 * @throws StartError
 */
export async function keepPostgres(
  place: { folder: string; log: string },
  say: (line: string) => void,
  onMove: () => void,
): Promise<KeptPostgres> {
  const stopping = new AbortController();
  const backoff = new Backoff();
  let server = await startPostgres(place).catch((error: unknown) => {
    throw new StartError(error instanceof Error ? error.message : String(error));
  });

  async function keep(): Promise<void> {
    for (;;) {
      const since = Date.now();
      await server.exited;
      if (stopping.signal.aborted) return;
      say('The database ended. It starts again.');
      const again = await startAgain(since);
      if (!again) return;
      const moved = again.url !== server.url;
      server = again;
      say('The database runs again.');
      if (moved) onMove();
    }
  }

  async function startAgain(since: number): Promise<Postgres | null> {
    let ranMs = Date.now() - since;
    for (;;) {
      await delay(backoff.after(ranMs), undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return null;
      try {
        return await startPostgres(place);
      } catch (error) {
        say(error instanceof Error ? error.message : String(error));
        ranMs = 0;
      }
    }
  }
  const kept = keep();

  return {
    url: () => server.url,
    async stop() {
      stopping.abort();
      await server.stop();
      await kept;
    },
  };
}
