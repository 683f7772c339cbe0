import { pino } from 'pino';
import { readConfig } from './config.ts';
import { createGateway } from './gateway.ts';

const logger = pino({ name: 'gateway' });

try {
  const config = readConfig();
  logger.level = config.logLevel;
  const gateway = await createGateway(config, logger);
  logger.info({ port: gateway.port }, 'the gateway listens');
  let grace: NodeJS.Timeout | undefined;
  let isStopping = false;
  const stop = (reason: string): void => {
    if (isStopping) return;
    isStopping = true;
    clearTimeout(grace);
    logger.info({ reason }, 'the gateway stops');
    // Nothing is left to do then, so the process ends by itself; an open channel to the parent would keep it alive.
    void gateway.close().then(() => process.connected && process.disconnect());
  };
  /** Keeps its players; asked again, it stops. */
  const drain = (): void => {
    if (grace !== undefined) return stop('SIGTERM');
    logger.info('the gateway takes no new players');
    grace = setTimeout(() => stop('the players have had their time'), config.drainMs);
    void gateway.drain().then(() => stop('no player is left'));
    // The supervisor starts the successor that takes new ones.
    process.send?.({ leaving: true });
  };
  process.on('SIGTERM', drain);
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('message', (message) => isShutdown(message) && stop('the product stops'));
  // An orphan would keep the port from its successor.
  process.on('disconnect', () => stop('the parent is gone'));
  process.send?.({ ready: true, port: gateway.port });
} catch (error) {
  logger.fatal({ err: error }, 'the gateway cannot start');
  process.exitCode = 1;
  process.disconnect?.();
}

function isShutdown(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'shutdown';
}
