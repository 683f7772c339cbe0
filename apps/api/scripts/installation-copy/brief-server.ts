import { constants } from 'node:os';
import { type PostgresOptions, startPostgres } from '@realmkeep/postgres';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const running = new Set<() => Promise<void>>();

/**
 * A built-in PostgreSQL for as long as this lasts: one that runs already, or else one that is stopped again, also when this process
 * is told to end, which it would outlive.
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
  // What fails because the server goes is no reason of its own, and may end the process before this does.
  process.once('exit', () => (process.exitCode = code));
  void Promise.allSettled([...running].map((stop) => stop())).then(() => process.exit(code));
}
