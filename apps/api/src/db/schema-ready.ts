import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { missingMigrations } from './migrate.ts';

const lookMs = 1_000;

/**
 * Waits until the database has been migrated to what this program needs; nothing listens until then.
 * @throws the signal's reason; StartRefused if the database is newer than this program can work with
 */
export async function schemaReady(
  databaseUrl: string,
  log: Pick<FastifyBaseLogger, 'info'>,
  signal: AbortSignal,
): Promise<void> {
  let said = '';
  for (;;) {
    const missing = await missingMigrations(databaseUrl);
    if (missing.length === 0) return;
    if (missing.join() !== said) log.info({ missing }, 'waiting for migrations: run bin/migrate');
    said = missing.join();
    await wait(lookMs, undefined, { signal });
  }
}
