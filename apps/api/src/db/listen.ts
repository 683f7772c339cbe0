import type { FastifyBaseLogger } from 'fastify';
import { connectionTo, DatabaseClient, escapeIdentifier } from './client.ts';

export interface Listener {
  close(): Promise<void>;
}

/**
 * Listens to notifications on a connection of its own, and reconnects when it breaks.
 * @param handlers by channel; each gets the payload
 * @param onConnect called after each connection, including the first: notifications may have been lost, so read everything again
 */
export async function listen(
  url: string,
  log: FastifyBaseLogger,
  handlers: Record<string, (payload: string) => void>,
  onConnect: () => Promise<void>,
): Promise<Listener> {
  let closed = false;
  let client: DatabaseClient | null = null;
  let retry: NodeJS.Timeout | undefined;
  let isAway = false;

  async function connect(): Promise<void> {
    const next = new DatabaseClient(connectionTo(url));
    client = next;
    next.on('notification', ({ channel, payload }) => handlers[channel]?.(payload ?? ''));
    next.on('error', away);
    next.on('end', () => {
      away();
      reconnectSoon();
    });
    await next.connect();
    for (const channel of Object.keys(handlers)) await next.query(`listen ${escapeIdentifier(channel)}`);
    await onConnect();
    if (isAway) log.warn('the database is back again');
    isAway = false;
  }

  /** Logged once, and once when it is back: an outage is one event, however much fails because of it. */
  function away(err?: Error): void {
    if (!closed && !isAway) log.warn({ err }, 'the database is away');
    isAway = true;
  }

  function reconnectSoon(): void {
    if (closed) return;
    clearTimeout(retry);
    retry = setTimeout(() => {
      connect().catch((error: unknown) => {
        log.info({ err: error }, 'failed to listen to the database');
        client?.end().catch(() => undefined);
        reconnectSoon();
      });
    }, 500);
  }

  await connect();
  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
