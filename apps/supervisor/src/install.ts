import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { guestCluster, systemUser } from '@realmkeep/postgres';
import type { Config } from './config.ts';
import { gatewayUser } from './data-dir.ts';
import { flagOf, SETTINGS } from './settings.ts';
import { StartError } from './start-error.ts';
import { unitText } from './unit.ts';

const run = promisify(execFile);
const NAME = 'realmkeep.service';

/**
 * Writes a systemd unit that runs bin/start with the settings given now: the machine's as root, else the user's own. Where
 * systemd runs it is enabled and started.
 * @throws StartError
 */
export async function install(config: Config, say: (line: string) => void): Promise<void> {
  const secrets = [...config.given].filter((name) => SETTINGS[name].secret);
  if (secrets.length > 0) {
    throw new StartError(`Write ${secrets.join(', ')} into ${config.file}: a unit is no place for secrets.`);
  }
  const forMachine = process.getuid?.() === 0;
  // Now: the service may not write to /etc.
  if (forMachine) gatewayUser();
  if (forMachine && !config.values.DATABASE_URL) systemUser('realmkeep-db');
  if (forMachine) systemUser(guestCluster.systemUser);

  const program = join(config.checkout, 'bin/start');
  const settings = [...config.given].flatMap((name) => [`--${flagOf(name)}`, config.values[name]]);
  const file = existsSync(config.file) ? ['--config', config.file] : [];
  const folder = forMachine ? '/etc/systemd/system' : join(homedir(), '.config/systemd/user');
  const unit = join(folder, NAME);
  const before = await readFile(unit, 'utf8').catch(() => '');
  if (before && !before.includes(`ExecStart="${program}"`)) {
    throw new StartError(
      `${unit} is the service of another copy. Remove it first: systemctl disable --now ${NAME}; rm ${unit}`,
    );
  }
  await mkdir(folder, { recursive: true });
  // The unit names it as a folder that may be written to, which has to be there.
  await mkdir(config.values.DATA_DIR, { recursive: true });
  const args = [...file, ...settings];
  const writes = [config.checkout, config.values.DATA_DIR];
  await writeFile(unit, unitText({ program, args, forMachine, afterPostgres: usesOwnPostgres(config), writes }));
  say(`Written: ${unit}`);

  const scope = forMachine ? [] : ['--user'];
  const systemctl = ['systemctl', ...scope].join(' ');
  try {
    await run('systemctl', [...scope, 'daemon-reload']);
    await run('systemctl', [...scope, 'enable', '--now', NAME]);
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim() : String(error);
    say(`systemd does not take it (${reason}).`);
    say(`Where systemd runs: ${systemctl} daemon-reload && ${systemctl} enable --now ${NAME}`);
    return;
  }
  const journal = forMachine ? `journalctl -u ${NAME}` : `journalctl --user -u ${NAME}`;
  say(`Realmkeep is a service now: ${systemctl} status ${NAME}, ${journal} -f`);
  if (!forMachine) say('To run it while you are logged out: loginctl enable-linger');
}

/** Whether DATABASE_URL leads to this machine, where systemd starts PostgreSQL. */
function usesOwnPostgres({ values }: Config): boolean {
  return ['', 'localhost', '127.0.0.1', '[::1]'].includes(URL.parse(values.DATABASE_URL)?.hostname ?? 'none');
}
