import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { connectionTo, DatabaseClient } from '../../../db/client.ts';
import { failureLevel } from '../../../http/errors.ts';

/** Of the lock that whoever leads holds. Any fixed number: it only has to be the same in every process. */
export const leadLock = 7_302_002;

/**
 * Waits until this process is the one that leads, calls `lead`, and calls what that returns when the lead is lost or the
 * signal aborts; then tries again. The lead is a lock of the database that ends with the connection.
 */
export async function leadInTurn(
  databaseUrl: string,
  log: FastifyBaseLogger,
  signal: AbortSignal,
  lead: () => () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const client = new DatabaseClient(connectionTo(databaseUrl));
    const ended = Promise.withResolvers<void>();
    client.on('error', () => ended.resolve());
    client.on('end', () => ended.resolve());
    const abort = () => {
      ended.resolve();
      void client.end().catch(() => undefined);
    };
    signal.addEventListener('abort', abort, { once: true });
    try {
      // A connection that is ended while it is being made never says so.
      await Promise.race([client.connect(), ended.promise]);
      if (signal.aborted) return;
      await client.query('select pg_advisory_lock($1)', [leadLock]);
      if (signal.aborted) return;
      log.info('this process leads');
      const stop = lead();
      await ended.promise;
      await stop();
    } catch (error) {
      if (!signal.aborted) log[failureLevel(error)]({ err: error }, 'failed to take the lead');
    } finally {
      signal.removeEventListener('abort', abort);
      await client.end().catch(() => undefined);
    }
    if (!signal.aborted) await wait(1_000, undefined, { signal }).catch(() => undefined);
  }
}
