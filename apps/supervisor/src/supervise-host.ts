import { once } from 'node:events';
import { join } from 'node:path';
import { settingsFor } from './children/child-environment.ts';
import { askToStop, keepChild, type KeptChild } from './children/keep-child.ts';
import { identify, writeRunFile } from './children/run-file.ts';
import type { Config } from './config.ts';
import type { DataDir } from './data-dir.ts';
import { notifySystemd } from './notify-systemd.ts';

/**
 * Runs a machine that only runs realms for an installation elsewhere, until `stop` aborts: its one process, which saves and stops the realms
 * on the way out.
 * @throws StartError when it cannot start
 */
export async function superviseHost(
  config: Config,
  data: DataDir,
  stop: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  const { values } = config;
  const supervisor = identify(process.pid);
  const address = `${values.HOST} ${values.HOST_PORT}`;
  let kept: KeptChild | null = null;
  const onChange = (): void => {
    if (!supervisor) return;
    try {
      writeRunFile(data.runFile, { supervisor, address, children: kept?.identities() ?? [] });
    } catch (error) {
      // On a full disk realms run on; only the next start knows less of this one.
      say(`Cannot write ${data.runFile}: ${String(error)}`);
    }
  };
  const host = (kept = await keepChild({
    name: 'host',
    folder: config.app,
    script: join(config.app, 'apps/host/dist/main.js'),
    log: join(data.logs, 'host.log'),
    user: null,
    sockets: {},
    environment: () => ({
      ...settingsFor('host', config),
      REALM_SERVER_DIR: join(config.app, 'apps/realm-server'),
    }),
    readyMs: 60_000,
    askToStop,
    stopMs: 75_000,
    isOutlived: true,
    say,
    onChange,
  }));
  onChange();
  try {
    say(`\nRealmkeep runs.
  Realms   of an installation elsewhere, whose api comes to port ${values.HOST_PORT}
  Players  through its gateways, to port ${values.HOST_GAME_PORT}
  Data     ${data.path}
  Logs     ${data.logs}
Ctrl-C stops it, realms included.\n`);
    if (config.isService) notifySystemd('--ready');
    if (!stop.aborted) await once(stop, 'abort');
    if (config.isService) notifySystemd('STOPPING=1');
    say('Stopping: the realms …');
  } finally {
    await host.stop();
  }
}
