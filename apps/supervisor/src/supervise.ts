import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { signalProcess, takeLock, type Lock } from '@realmkeep/postgres';
import { closeInherited } from '@realmkeep/sockets';
import { carryOverGuests } from './children/carry-over-guests.ts';
import { apiEnvironment, gatewayEnvironment } from './children/child-environment.ts';
import { closeSettingsFile } from './close-settings-file.ts';
import type { Config } from './config.ts';
import { checkProxy } from './doctor/proxy.ts';
import { gatewayUser, isNew, prepareDataDir, type DataDir } from './data-dir.ts';
import { holdSockets, pageSockets } from './sockets/hold-sockets.ts';
import { askToStop, keepChild, type ChildPlan, type KeptChild } from './children/keep-child.ts';
import { keepGuests, type KeptGuests } from './children/keep-guests.ts';
import { keepPostgres } from './children/keep-postgres.ts';
import { LogFile } from './children/log-file.ts';
import { loadRealmImages } from './images/load-realm-images.ts';
import { notifySystemd } from './notify-systemd.ts';
import { identify, isRunning, readRunFile, writeRunFile } from './children/run-file.ts';
import { playedProviders, prepareSandbox, sandboxHost } from './children/sandbox.ts';
import { readSecrets } from './secrets.ts';
import { superviseHost } from './supervise-host.ts';
import { StartError } from './start-error.ts';

/**
 * Runs the product until `stop` aborts: database, api, gateway, sandbox, each when the previous one is ready; they end in reverse
 * order. At the end the api saves and stops the realms, and remembers which should run.
 * @throws StartError if it cannot start; what has started by then is stopped
 */
export async function supervise(given: Config, stop: AbortSignal, print: (line: string) => void): Promise<void> {
  const { values } = given;
  closeInherited();
  closeSettingsFile(given, print);
  const played = playedProviders(values);
  const host = sandboxHost(played, values);
  const user = gatewayUser();
  const data = await prepareDataDir(values.DATA_DIR, user);
  await using ending = new AsyncDisposableStack();
  const lock = await lockDataDir(data);
  ending.defer(() => lock.release());
  const log = new LogFile(join(data.logs, 'supervisor.log'));
  ending.defer(() => log.close());
  const say = (line: string) => {
    log.write(Buffer.from(`${new Date().toISOString()} ${line.trim()}\n`));
    print(line);
  };
  for (const { level, words } of checkProxy(given)) if (level !== 'good') say(words);
  await endLeftovers(data, say);
  if (values.HOST_KEY) return superviseHost(given, data, stop, say);
  if (values.RUNTIME === 'docker') await loadRealmImages(given, say);
  const sockets = await holdSockets(given, user, host, say);
  ending.use(sockets);
  const config = sockets.sftp ? given : { ...given, values: { ...values, SFTP_PORT: '0' } };
  const secrets = await readSecrets(data.secrets, isNew(data), values);

  const children: KeptChild[] = [];
  /** The apis beside the first. */
  const workers: KeptChild[] = [];
  const supervisor = identify(process.pid);
  let guests: KeptGuests | null = null;
  const onChange = () => {
    if (!supervisor) return;
    const kept = [...children, ...(guests ? [guests] : []), ...workers];
    const identities = kept.flatMap((child) => child.identities());
    try {
      writeRunFile(data.runFile, { supervisor, address: values.PUBLIC_URL, children: identities });
    } catch (error) {
      // On a full disk the product runs on; only the next start knows less of this one.
      say(`Cannot write ${data.runFile}: ${String(error)}`);
    }
  };
  onChange();

  let database = () => values.DATABASE_URL;
  let isCarried = true;
  if (!values.DATABASE_URL) {
    const place = { folder: data.postgres, log: join(data.logs, 'postgres.log') };
    isCarried = await carryOverGuests(place, data.guests, say);
    const postgres = await keepPostgres(place, say, () => {
      for (const api of [...children.slice(0, 1), ...workers]) api.restart();
    });
    ending.defer(() => postgres.stop());
    database = () => postgres.url();
  }

  const common = { folder: config.app, say, onChange };
  const keptGuests = await keepGuests({ config, data, common, isCarried });
  guests = keptGuests;
  ending.defer(() => keptGuests.stop());
  const sandbox =
    host !== null && sockets.sandbox
      ? await prepareSandbox({ config, data, secrets, played, host, socket: sockets.sandbox })
      : null;
  const api: ChildPlan = {
    ...common,
    name: 'api',
    script: join(config.app, 'apps/api/dist/main.js'),
    log: join(data.logs, 'api.log'),
    user: null,
    sockets: {
      PORT_FDS: pageSockets(sockets.page),
      SFTP_FD: sockets.sftp,
      INTERNAL_FD: sockets.internal,
      PAGE_PROXY_FD: sockets.proxies?.page ?? null,
      SFTP_PROXY_FD: sockets.proxies?.sftp ?? null,
    },
    environment: () => ({
      ...apiEnvironment(config, secrets, database(), user),
      ...keptGuests.environment(),
      ...sandbox?.api,
    }),
    onMessage: (message, child) => keptGuests.onMessage(message, child),
    readyMs: 60_000,
    askToStop,
    // Besides what a drain may take.
    stopMs: 60_000 + 1_000 * (Number(values.DRAIN_NOTICE_SECONDS) + Number(values.DRAIN_SECONDS)),
    isOutlived: true,
  };
  const plans: ChildPlan[] = [
    api,
    {
      ...common,
      name: 'gateway',
      script: join(config.app, 'apps/gateway/dist/main.js'),
      log: join(data.logs, 'gateway.log'),
      user,
      sockets: { GAME_FD: sockets.game, GAME_PROXY_FD: sockets.proxies?.game ?? null },
      environment: () => gatewayEnvironment(config, secrets),
      readyMs: 30_000,
      askToStop,
      stopMs: 10_000,
      isOutlived: false,
    },
    ...(sandbox
      ? [
          {
            ...common,
            ...sandbox.plan,
            readyMs: 30_000,
            askToStop: (child: ChildProcess) => void child.kill('SIGTERM'),
            stopMs: 10_000,
            isOutlived: false,
          },
        ]
      : []),
  ];
  async function keep(plan: ChildPlan): Promise<KeptChild> {
    const child = await keepChild(plan);
    ending.defer(() => child.stop());
    return child;
  }
  for (const plan of plans) {
    if (stop.aborted) return;
    children.push(await keep(plan));
    onChange();
  }
  if (stop.aborted) return;
  const begun = await Promise.allSettled(
    workerPlans(api, Number(values.API_WORKERS), data).map(async (plan) => {
      workers.push(await keep(plan));
      onChange();
    }),
  );
  for (const one of begun) if (one.status === 'rejected') throw one.reason;
  if (stop.aborted) return;

  say(welcome(config, data, sockets.sandbox?.port));
  if (config.isService) notifySystemd('--ready');
  await once(stop, 'abort');
  if (config.isService) notifySystemd('STOPPING=1');
  say('Stopping: the realms and the api, the gateway, the database …');
  // Before the first one saves the realms, so that none of these leads meanwhile and starts them again.
  await Promise.all(workers.map((child) => child.stop()));
  // The gateway carries the realms' last messages to their players, so it ends after them.
  for (const child of children) await child.stop();
  await ending.disposeAsync();
  print('Stopped.');
}

/** Of the apis beside the first, which migrates, and saves the realms at the end. */
function workerPlans(first: ChildPlan, count: number, data: DataDir): ChildPlan[] {
  return Array.from({ length: count - 1 }, (_, index) => {
    const worker = index + 2;
    return {
      ...first,
      name: `api ${worker}`,
      log: join(data.logs, `api-${worker}.log`),
      environment: () => ({ ...first.environment(), WORKER: String(worker) }),
      askToStop: (child, forGood) => askToStop(child, forGood, 'leave'),
      isOutlived: false,
    };
  });
}

/** @throws StartError when another supervisor runs on this data */
async function lockDataDir(data: DataDir): Promise<Lock> {
  const deadline = Date.now() + 3000;
  for (;;) {
    const lock = await takeLock(data.lock);
    if (lock) return lock;
    const other = readRunFile(data.runFile);
    // A killed process frees the lock within milliseconds; one that has just started may not have written the file yet.
    if (other && isRunning(other.supervisor)) {
      const { pid } = other.supervisor;
      throw new StartError(
        `Realmkeep runs already on ${data.path} (process ${pid}): ${other.address}\n` +
          'For a second copy choose another DATA_DIR, PORT, GAME_PORT and SFTP_PORT.',
      );
    }
    if (Date.now() > deadline)
      throw new StartError(
        `Another process holds ${data.lock}: Realmkeep is starting there, or its database runs in a container.`,
      );
    await delay(50);
  }
}

/** Children of a supervisor that was killed end by themselves: waits for them, and kills what stays. */
async function endLeftovers(data: DataDir, say: (line: string) => void): Promise<void> {
  const left = readRunFile(data.runFile)?.children.filter(isRunning) ?? [];
  if (left.length === 0) return;
  say('Waiting for the processes of a killed Realmkeep to end …');
  const deadline = Date.now() + 10_000;
  while (left.some(isRunning)) {
    if (Date.now() > deadline) for (const { pid } of left.filter(isRunning)) signalProcess(pid, 'SIGKILL');
    await delay(50);
  }
}

function welcome({ values }: Config, data: DataDir, sandboxPort: number | undefined): string {
  const sandbox = new URL(values.PUBLIC_URL);
  sandbox.port = String(sandboxPort);
  const port = values.GAME_PORT === '25565' ? '' : `:${values.GAME_PORT}`;
  return `
Realmkeep runs.
  Page     ${values.PUBLIC_URL}
  Gateway  ${values.BASE_DOMAIN}:${values.GAME_PORT} (players join <address>.${values.BASE_DOMAIN}${port})
  SFTP     ${values.SFTP_PORT === '0' ? 'off' : `port ${values.SFTP_PORT}`}
  Sandbox  ${sandboxPort === undefined ? 'off' : `http://${sandbox.host}/sandbox/pay and /sandbox/chat`}
  Data     ${data.path}
  Logs     ${data.logs}
Ctrl-C stops it, realms included.
`;
}
