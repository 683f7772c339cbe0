// `node compose.ts [--checkout FOLDER …] -- ARGUMENTS`: runs compose on deploy/compose.yaml; `up` makes ready what that needs. bin/compose runs it.
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { guestCluster, keepPassword, runningPostgresUrl, systemUser } from '@realmkeep/postgres';
import { isRunning, readRunFile } from './children/run-file.ts';
import { closeSettingsFile } from './close-settings-file.ts';
import { refuseTwoServers } from './compose/refuse-two-servers.ts';
import { type ComposeImages, settingsFiles } from './compose/settings-files.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { gatewayUser, isNew, prepareDataDir } from './data-dir.ts';
import { readSecrets } from './secrets.ts';
import { StartError } from './start-error.ts';

const databaseWithinMs = 120_000;
const run = promisify(execFile);
const say = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const separator = process.argv.indexOf('--');
  const config = readConfig(process.argv.slice(2, separator));
  const words = process.argv.slice(separator + 1);
  const folder = join(config.values.DATA_DIR, 'compose');
  if (words[0] === 'up') {
    const unused = await prepare(config, folder);
    if (!unused.includes('database')) {
      if (compose(config, folder, ['up', '-d', 'database']) !== 0) throw new StartError('The database does not start.');
      await databaseRuns(config);
    }
    words.push(...unused.flatMap((service) => ['--scale', `${service}=0`]));
  }
  process.exitCode = compose(config, folder, words);
} catch (error) {
  const known = error instanceof StartError || error instanceof ConfigError;
  process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}

/** Images, users, folders, secrets and settings: all that the services find. Done again, it changes only what has changed. @returns services that are not to run */
async function prepare(config: Config, folder: string): Promise<string[]> {
  const { values } = config;
  await refuseTwoServers(values);
  const gateway = gatewayUser();
  if (gateway === null)
    throw new StartError('Realms and the services have users of their own: start bin/compose as root.');
  systemUser('realmkeep-db');
  const guests = systemUser(guestCluster.systemUser);
  closeSettingsFile(config, say);
  const data = await prepareDataDir(values.DATA_DIR, gateway);
  const other = readRunFile(data.runFile);
  if (other && isRunning(other.supervisor))
    throw new StartError(`Realmkeep runs on ${data.path} already, by bin/start: stop that first.`);
  const secrets = await readSecrets(data.secrets, isNew(data), values);
  for (const path of [data.postgres, data.guests]) await mkdir(path, { recursive: true, mode: 0o711 });
  await mkdir(join(data.path, 'realms/.game'), { recursive: true, mode: 0o711 });
  await writeFile(data.lock, '', { flag: 'a', mode: 0o600 });
  await mkdir(folder, { recursive: true, mode: 0o700 });

  say('Making the images …');
  const images = join(values.DATA_DIR, 'images');
  const program = join(import.meta.dirname, 'images.ts');
  await run(process.execPath, [program, '--compose', '--load', values.DOCKER_SOCKET, images]).catch((error: Error) => {
    throw new StartError(`Docker at ${values.DOCKER_SOCKET} does not take the images: ${error.message.slice(-600)}`);
  });
  const list = JSON.parse(await readFile(join(images, 'images.json'), 'utf8')) as { compose: ComposeImages };
  const files = settingsFiles({
    config,
    secrets,
    passwords: { product: await keepPassword(data.postgres), guests: await keepPassword(data.guests) },
    images: list.compose,
    gateway,
    guests,
  });
  await put(join(folder, 'compose.env'), files.compose);
  await put(join(folder, 'api.env'), files.api);
  await put(join(folder, 'guests.env'), files.guests, guests.uid);
  await put(join(folder, 'gateway.env'), files.gateway, gateway.uid);
  return files.unused;
}

/** Returns when the database accepts connections: the api would end and be restarted until then. @throws StartError */
async function databaseRuns({ values }: Config): Promise<void> {
  const deadline = Date.now() + databaseWithinMs;
  while ((await runningPostgresUrl(join(values.DATA_DIR, 'postgres'))) === null) {
    if (Date.now() > deadline) throw new StartError('The database does not answer: bin/compose logs database');
    await sleep(100);
  }
}

/** For its owner's eyes alone, from its first byte on. */
async function put(path: string, text: string, uid = 0): Promise<void> {
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true });
  await chown(`${path}.new`, uid, 0);
  await rename(`${path}.new`, path);
}

function works(program: string, ...args: string[]): boolean {
  return spawnSync(program, [...args, 'version']).status === 0;
}

/** @returns its exit code */
function compose({ checkout, values, passedOn }: Config, folder: string, words: readonly string[]): number {
  const settings = join(folder, 'compose.env');
  if (!existsSync(settings)) throw new StartError(`Nothing is there yet on ${values.DATA_DIR}: bin/compose up -d`);
  const [program, ...args] = works('docker', 'compose') ? ['docker', 'compose'] : ['docker-compose'];
  if (args.length === 0 && !works('docker-compose'))
    throw new StartError(
      'Compose is missing. As root: apt-get install docker-compose, or Docker’s docker-compose-plugin.',
    );
  // Two data folders of a machine are two projects.
  const name = `realmkeep-${createHash('sha256').update(values.DATA_DIR).digest('hex').slice(0, 8)}`;
  const file = join(checkout, 'deploy/compose.yaml');
  const { status } = spawnSync(program, [...args, '-p', name, '--env-file', settings, '-f', file, ...words], {
    stdio: 'inherit',
    // The settings count, and nothing of the same name in the environment.
    env: { PATH: passedOn['PATH'], HOME: passedOn['HOME'], DOCKER_HOST: `unix://${values.DOCKER_SOCKET}` },
  });
  return status ?? 1;
}
