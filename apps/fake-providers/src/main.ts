import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from './config.ts';
import { startFakeProviders } from './server.ts';
import { warnOfPublicAddress } from './warn-of-public-address.ts';

const log = pino({ name: 'fake providers' });

try {
  const config = readConfig();
  log.level = config.logLevel;
  const { fd, host, folder, keys, publicUrl, productOrigin } = config;
  const providers = await startFakeProviders({
    file: join(folder, 'sandbox.db'),
    keys,
    publicUrl,
    listen: { fd },
    log,
  });
  providers.tell(productOrigin);
  warnOfPublicAddress(host, log);
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    // Nothing is left to run then, and the process ends by itself; an open channel to the parent would keep it.
    void providers.close().then(() => process.connected && process.disconnect());
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  process.send?.({ ready: true });
  log.info({ port: providers.port }, 'ready');
} catch (error) {
  log.fatal({ err: error }, 'failed to start');
  process.exitCode = 1;
  process.disconnect?.();
}
