import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { guestCluster, systemUser } from '@realmkeep/postgres';
import type { Config } from '../config.ts';
import { gatewayUser } from '../data-dir.ts';
import { prepareOrdinaryUser } from './ordinary-user.ts';
import { flagOf, settingsTable } from '../../../../packages/settings/src/index.ts';
import { StartError } from '../start-error.ts';
import { unitText } from './unit.ts';

const run = promisify(execFile);
const unitName = 'realmkeep.service';

/**
 * Writes a systemd unit that runs bin/start with the settings given now: the machine's as root, run as root or as the ordinary user of
 * --run-as, who is made if missing and given the data folder; else the user's own. Where systemd runs it is enabled and started.
 * @throws StartError
 */
export async function install(config: Config, say: (line: string) => void): Promise<void> {
  const secrets = [...config.given].filter((name) => settingsTable[name].secret);
  if (secrets.length > 0) {
    throw new StartError(`Write ${secrets.join(', ')} into ${config.file}: a unit is no place for secrets.`);
  }
  const forMachine = process.getuid?.() === 0;
  if (config.runAs !== null && !forMachine)
    throw new StartError('Only root installs a service that runs as another user.');
  const user = forMachine ? (config.runAs ?? 'root') : null;

  const program = join(config.checkout, 'bin/start');
  const folder = forMachine ? '/etc/systemd/system' : join(homedir(), '.config/systemd/user');
  const unit = join(folder, unitName);
  const before = await readFile(unit, 'utf8').catch(() => '');
  if (before && !before.includes(`ExecStart="${program}"`)) {
    throw new StartError(
      `${unit} is the service of another copy. Remove it first: systemctl disable --now ${unitName}; rm ${unit}`,
    );
  }
  const { DATA_DIR, PROXY_SOCKETS, PROXY_SOCKETS_GROUP } = config.values;
  // Folders below /run are gone after a reboot: systemd creates it again.
  const runFolder = /^(?:\/var)?\/run\/(.+)/.exec(PROXY_SOCKETS)?.[1] ?? null;
  const folders = [
    { path: DATA_DIR, mode: 0o700 },
    // The sockets themselves say who may connect.
    ...(PROXY_SOCKETS && runFolder === null ? [{ path: PROXY_SOCKETS, mode: 0o755 }] : []),
  ];
  const data = folders.map(({ path }) => path);
  // The unit names them as folders that may be written to, which have to be there.
  for (const path of data) await mkdir(path, { recursive: true });
  if (user === 'root') makeSystemUsers(config);
  else if (user !== null) await prepareOrdinaryUser(user, config, folders, say);

  const file = existsSync(config.file) ? [config.file] : [];
  const settings = [...config.given].flatMap((name) => [`--${flagOf(name)}`, config.values[name]]);
  const text = unitText({
    program,
    args: [...(file.length > 0 ? ['--config', ...file] : []), ...settings],
    user,
    afterPostgres: usesOwnPostgres(config),
    reads: [config.checkout, ...file],
    writes: user === 'root' ? [config.checkout, ...data] : data,
    runFolder,
    group: PROXY_SOCKETS_GROUP || null,
  });
  await mkdir(folder, { recursive: true });
  await writeFile(unit, text);
  say(`Written: ${unit}`);
  if (user !== null && user !== 'root') {
    say(
      `Realms run as ${user}, all of them, within their walls but without limits of memory, processor and processes by cgroups, and in Java ` +
        'without a way to the internet: docs/decisions/055-operators-bad-days.md.',
    );
    say(
      `${user} cannot write to ${config.checkout}: after an update run this again, then systemctl restart ${unitName}.`,
    );
  }

  const scope = forMachine ? [] : ['--user'];
  const systemctl = ['systemctl', ...scope].join(' ');
  try {
    await run('systemctl', [...scope, 'daemon-reload']);
    await run('systemctl', [...scope, 'enable', '--now', unitName]);
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim() : String(error);
    say(`systemd does not take it (${reason}).`);
    say(`Where systemd runs: ${systemctl} daemon-reload && ${systemctl} enable --now ${unitName}`);
    return;
  }
  const journal = forMachine ? `journalctl -u ${unitName}` : `journalctl --user -u ${unitName}`;
  say(`Realmkeep is a service now: ${systemctl} status ${unitName}, ${journal} -f`);
  if (!forMachine) say('To run it while you are logged out: loginctl enable-linger');
}

/** The users of its processes. Made now: the service may not write to /etc. */
function makeSystemUsers({ values }: Config): void {
  gatewayUser();
  if (!values.DATABASE_URL) systemUser('realmkeep-db');
  systemUser(guestCluster.systemUser);
}

/** Whether DATABASE_URL leads to this machine, where systemd starts PostgreSQL. */
function usesOwnPostgres({ values }: Config): boolean {
  return ['', 'localhost', '127.0.0.1', '[::1]'].includes(URL.parse(values.DATABASE_URL)?.hostname ?? 'none');
}
