import { constants } from 'node:os';
import { type PostgresOptions, startPostgres } from '@realmkeep/postgres';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const running = new Set<() => Promise<void>>();

/**
 * A built-in PostgreSQL as long as this lasts: one that is running already, or one that is stopped again, even if this process
 * gets a signal, as the server would outlive it.
 */
export async function startBriefly(options: PostgresOptions): Promise<{ url: string } & AsyncDisposable> {
  const starting = startPostgres(options);
  const stop = async () => {
    const server = await starting;
    if (!server.adopted) await server.stop();
  };
  if (running.size === 0) for (const signal of signals) process.once(signal, end);
  running.add(stop);
  try {
    const { url } = await starting;
    return { url, [Symbol.asyncDispose]: () => stop().finally(() => forget(stop)) };
  } catch (error) {
    forget(stop);
    throw error;
  }
}

function forget(stop: () => Promise<void>): void {
  running.delete(stop);
  if (running.size === 0) for (const signal of signals) process.off(signal, end);
}

function end(signal: (typeof signals)[number]): void {
  const code = 128 + constants.signals[signal];
  // Failures because the server is stopping are only consequences, but may end the process before this does.
  process.once('exit', () => (process.exitCode = code));
  void Promise.allSettled([...running].map((stop) => stop())).then(() => process.exit(code));
}
