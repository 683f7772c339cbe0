import { ConfigError, readConfig } from './config.ts';
import { helpText } from './help.ts';
import { StartError } from './start-error.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

// A terminal that has gone away must not end it before it has stopped all in order.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

const stop = new AbortController();
const onSignal = () => {
  if (stop.signal.aborted) say('It is stopping: the realms are being saved.');
  stop.abort();
};
process.on('SIGINT', onSignal);
process.on('SIGTERM', onSignal);

try {
  const config = readConfig(process.argv.slice(2));
  process.on('SIGHUP', config.ignoreHangup ? () => {} : onSignal);
  if (config.command === 'help') {
    say(helpText());
  } else if (config.command === 'install') {
    const { install } = await import('./install/install.ts');
    await install(config, say);
  } else {
    // Loaded only now: --help works before anything is installed.
    const { supervise } = await import('./supervise.ts');
    await supervise(config, stop.signal, say);
  }
} catch (error) {
  const known = error instanceof StartError || error instanceof ConfigError;
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}
