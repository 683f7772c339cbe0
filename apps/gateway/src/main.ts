import { pino } from 'pino';
import { readConfig } from './config.ts';
import { createGateway } from './gateway.ts';

const logger = pino({ name: 'gateway' });

try {
  const config = readConfig();
  logger.level = config.logLevel;
  const gateway = await createGateway(config, logger);
  logger.info({ port: gateway.port }, 'the gateway listens');
  let isStopping = false;
  const stop = (reason: string): void => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ reason }, 'the gateway stops');
    // Nothing is left to run then, and the process ends by itself; an open channel to the parent would keep it.
    void gateway.close().then(() => process.connected && process.disconnect());
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  // An orphan would keep the port from its successor.
  process.on('disconnect', () => stop('the parent is gone'));
  process.send?.({ ready: true, port: gateway.port });
} catch (error) {
  logger.fatal({ err: error }, 'the gateway cannot start');
  process.exitCode = 1;
  process.disconnect?.();
}
