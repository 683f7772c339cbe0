import { type PostgresOptions, runningPostgresUrl, startPostgres } from '@realmkeep/postgres';
import { atSignal } from './at-signal.ts';

/**
 * A built-in PostgreSQL as long as this lasts: one that is running already, in a container too, or one that is stopped again, even if
 * this process gets a signal, as the server would outlive it.
 */
export async function startBriefly(options: PostgresOptions): Promise<{ url: string } & AsyncDisposable> {
  const running = await runningPostgresUrl(options.folder, options.role);
  if (running !== null) return { url: running, [Symbol.asyncDispose]: async () => undefined };
  const starting = startPostgres(options);
  const stop = async () => {
    const server = await starting;
    if (!server.adopted) await server.stop();
  };
  const forget = atSignal(stop);
  try {
    const { url } = await starting;
    return { url, [Symbol.asyncDispose]: () => stop().finally(forget) };
  } catch (error) {
    forget();
    throw error;
  }
}
