import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres, type Postgres, type PostgresOptions } from '@realmkeep/postgres';
import { Backoff } from './backoff.ts';
import { DatabaseReserve } from './database-reserve.ts';
import { StartError } from '../start-error.ts';

/** Until the room that was given away is taken again, where there is some. */
const reserveMs = 60_000;

export interface KeptPostgres {
  /** Where it takes connections now. */
  url(): string;
  /** Ends it; it is restarted. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the built-in PostgreSQL, or adopts the one that a killed supervisor left, and keeps it running.
 * @param onMove called if it had to restart at another address
 * @throws StartError
 */
export async function keepPostgres(
  place: PostgresOptions,
  say: (line: string) => void,
  onMove: () => void,
  name = 'The database',
): Promise<KeptPostgres> {
  const stopping = new AbortController();
  const backoff = new Backoff();
  const reserve = new DatabaseReserve(place.folder);
  if (existsSync(place.folder)) await reserve.giveIfNeeded(say, name);
  let server = await startPostgres(place).catch((error: unknown) => {
    throw new StartError(error instanceof Error ? error.message : String(error));
  });

  async function keep(): Promise<void> {
    for (;;) {
      const since = Date.now();
      await server.exited;
      if (stopping.signal.aborted) return;
      say(`${name} ended. It starts again.`);
      await reserve.giveIfNeeded(say, name);
      const again = await startAgain(since);
      if (!again) return;
      const moved = again.url !== server.url;
      server = again;
      say(`${name} runs again.`);
      if (moved) onMove();
    }
  }

  async function startAgain(since: number): Promise<Postgres | null> {
    let ranMs = Date.now() - since;
    for (;;) {
      await delay(backoff.after(ranMs), undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return null;
      try {
        const again = await startPostgres(place);
        if (!stopping.signal.aborted) return again;
        // It was to stop while this one started.
        await again.stop();
        return null;
      } catch (error) {
        say(error instanceof Error ? error.message : String(error));
        ranMs = 0;
      }
    }
  }
  const kept = keep();
  const taking = setInterval(() => void reserve.take(), reserveMs).unref();
  await reserve.take();

  return {
    url: () => server.url,
    restart: () => server.stop(),
    async stop() {
      stopping.abort();
      clearInterval(taking);
      await server.stop();
      await kept;
    },
  };
}
