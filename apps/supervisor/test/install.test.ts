import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '@realmkeep/testkit/free-port';

const checkout = join(import.meta.dirname, '../../..');
const path = `${dirname(process.execPath)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
const unitName = 'realmkeep-test';
/** Root can have an /etc of its own, in which it makes users and units, and a machine without systemd. */
const canInstall = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;
const ownMachine = `
set -e
mount --bind "$1" /etc
for folder in /run/systemd /run/dbus; do if [[ -d $folder ]]; then mount -t tmpfs none "$folder"; fi; done
shift
exec "$@"`;

let folder: string;
let etc: string;
let running: ChildProcess | null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-install-'));
  await chmod(folder, 0o711);
  etc = join(folder, 'etc');
  spawnSync('cp', ['-a', '/etc', etc]);
  await rm(join(etc, 'systemd/system/realmkeep.service'), { force: true });
  running = null;
});

afterEach(async () => {
  if (running?.pid !== undefined && running.exitCode === null) {
    process.kill(-running.pid, 'SIGINT');
    await once(running, 'close');
  }
  await rm(folder, { recursive: true });
});

/** Runs a command on a machine that has this one's files but an /etc of its own and no systemd. */
function onOwnMachine(command: string[]) {
  return spawn('unshare', ['--mount', '--propagation=private', 'bash', '-c', ownMachine, 'machine', etc, ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    cwd: '/',
    env: { PATH: path },
  });
}

/** What bin/start --install does once it has built: its code, and all that it prints. */
async function install(flags: string[]): Promise<{ code: number | null; output: string }> {
  const main = join(checkout, 'apps/supervisor/dist/main.js');
  const child = onOwnMachine([process.execPath, main, '--checkout', checkout, '--install', ...flags]);
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  await once(child, 'close');
  return { code: child.exitCode, output: (await printed).join('') };
}

const readUnit = () => readFile(join(etc, 'systemd/system/realmkeep.service'), 'utf8');

/** Starts what the unit says, as whom it says and without rights, as systemd does; resolves with what was printed, when it runs or ends. */
async function startUnit(unit: string): Promise<string> {
  const command = [...(/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '').matchAll(/"([^"]*)"/g)].map(([, word = '']) => word);
  const user = /^User=(.*)$/m.exec(unit)?.[1] ?? '';
  const rights = ['--init-groups', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
  const child = onOwnMachine(['setpriv', `--reuid=${user}`, `--regid=${user}`, ...rights, '--', ...command]);
  running = child;
  let output = '';
  const runs = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        output += part;
        if (output.includes('Realmkeep runs.\n')) resolve();
      });
    }
  });
  await Promise.race([runs, once(child, 'close')]);
  return output;
}

test.runIf(canInstall)(
  '--run-as makes the user, gives them the data and writes a unit that starts as them',
  async () => {
    const dataDir = join(folder, 'data');
    const file = join(folder, 'realmkeep.conf');
    const store = { ENDPOINT: 'http://127.0.0.1:1', BUCKET: 'backups', ACCESS_KEY: 'access', SECRET_KEY: 'a-secret' };
    await writeFile(
      file,
      Object.entries(store)
        .map(([name, value]) => `BACKUP_S3_${name}=${value}\n`)
        .join(''),
    );
    const ports = ['--port', String(await freePort()), '--game-port', String(await freePort()), '--sftp-port', '0'];
    const sockets = join(folder, 'sockets');
    const folders = ['--data-dir', dataDir, '--proxy-sockets', sockets];
    const flags = ['--run-as', unitName, '--config', file, ...folders, ...ports];

    const first = await install(flags);
    expect(first.output).toContain(`Realms run as ${unitName}, all of them`);
    expect(first.code).toBe(0);
    const uid = Number(
      new RegExp(`^${unitName}:x:(\\d+):`, 'm').exec(await readFile(join(etc, 'passwd'), 'utf8'))?.[1],
    );
    expect(uid).toBeGreaterThan(0);
    expect(await stat(dataDir)).toMatchObject({ uid, mode: 0o40700 });
    // Its group's proxies pass through it.
    expect(await stat(sockets)).toMatchObject({ uid, mode: 0o40755 });
    // It holds a secret.
    expect(await stat(file)).toMatchObject({ uid, mode: 0o100600 });
    const unit = await readUnit();
    expect(unit).toContain(`\nUser=${unitName}\n`);
    expect(unit).toContain(`\nReadWritePaths="${dataDir}" "${sockets}"\n`);

    expect(await startUnit(unit)).toContain('Realmkeep runs.');
    expect(await stat(join(dataDir, 'secrets.json'))).toMatchObject({ uid });
    // Settings may be changed later.
    expect(await install([...flags, '--log-level', 'debug'])).toMatchObject({ code: 0 });
    expect(await readUnit()).toContain('"--log-level" "debug"');
  },
);

test.runIf(canInstall)(
  '--run-as takes no folder with data of somebody else, and none that cannot be entered',
  async () => {
    const others = join(folder, 'others');
    await mkdir(others);
    await writeFile(join(others, 'secrets.json'), '{}');
    const refused = await install(['--run-as', unitName, '--data-dir', others]);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.output).toContain(`${others} holds data of another user (uid 0)`);
    expect((await stat(others)).uid).toBe(0);

    await chmod(others, 0o700);
    const closed = await install(['--run-as', unitName, '--data-dir', join(others, 'data')]);
    expect(closed.output).toContain(`${unitName} cannot enter ${others}.`);
    await expect(readUnit()).rejects.toThrow('ENOENT');
  },
);
