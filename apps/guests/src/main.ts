import pino from 'pino';
import { readConfig } from './config.ts';
import { keepDoors } from './keep-doors.ts';

const config = readConfig();
const log = pino({ level: config.logLevel });
const doors = await keepDoors(config, log, (why) => process.send?.({ restart: why }));

function stop(): void {
  void doors.close().then(() => process.exit(0));
}
process.on('SIGTERM', stop);
process.on('disconnect', stop);
// Ctrl-C reaches every process of the terminal: this one waits for its parent.
process.on('SIGINT', () => undefined);
if (process.connected) process.send?.({ ready: true });
log.info('ready');
