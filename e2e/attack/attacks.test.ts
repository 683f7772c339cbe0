import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childrenOf } from '@realmkeep/testkit/children';
import { processesOf } from '@realmkeep/testkit/product';
import { type Attacker, startAttacker } from './attacker.ts';
import { type Internet, startInternet } from './internet.ts';

/**
 * What a hostile program in a realm attempts in vain: docs/security.md. One product runs as root for all of these tests, and one as an
 * ordinary user.
 */

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
/** Limits that only root can set: the memory in a realm's sockets, and the size of the disk that it may fill. */
const bounds = { socketsMib: 200, diskMiB: 2048 };
const secret = randomBytes(16).toString('hex');

const runs = isRoot
  ? [
      { uid: undefined, bounded: [bounds] },
      { uid: nobody, bounded: [] },
    ]
  : [{ uid: undefined, bounded: [] }];

describe.each(runs)('run by $uid', ({ uid, bounded }) => {
  let attacker: Attacker;
  /** A server on the machine that is not part of the product: `met` counts the connections that reach it. */
  let bystander: Server;
  let met = 0;
  let internet: Internet | null = null;

  beforeAll(async () => {
    if (isRoot) internet = await startInternet();
    const flags = internet ? ['--realm-dns', internet.address] : [];
    attacker = await startAttacker({
      flags,
      ...(uid !== undefined && { uid }),
      ...(bounded[0] && { diskMiB: bounded[0].diskMiB }),
    });
    bystander = createServer((socket) => {
      met += 1;
      socket.destroy();
    }).listen(0, '::');
    await once(bystander, 'listening');
  });
  afterAll(async () => {
    bystander.close();
    await attacker[Symbol.asyncDispose]();
    await internet?.[Symbol.asyncDispose]();
  });

  test('a program in the realm runs, with nobody’s rights', async () => {
    const { stdout, code } = await attacker.attack('whoami.sh');
    expect(code).toBe(0);
    const [user] = stdout.split('\n');
    expect(Number(user)).toBeGreaterThan(0);
  });

  test('ports that it takes are not the product’s: browsers get the page, whatever address they try', async () => {
    const { port, gamePort } = attacker.place;
    const running = await attacker.begin('take-ports.ts', port, gamePort);
    for (const host of ['::', '0.0.0.0', '127.0.0.1', '::1']) await running.says(`tried ${host} ${gamePort}`);
    for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
      const page = await fetch(`http://${host}:${port}/terms-of-service`).then((answer) => answer.text(), String);
      expect({ host, page }).not.toEqual({ host, page: 'taken' });
    }
    await running.end();
  });

  test('while the api is away its port and its secrets are not to be had, and it comes back', async () => {
    const { port } = attacker.place;
    const running = await attacker.begin('take-ports.ts', port);
    await running.says(`tried ::1 ${port}`);
    const [api = 0] = await childrenOf(attacker.place);
    process.kill(api, 'SIGKILL');
    await expect.poll(async () => (await childrenOf(attacker.place))[0], { timeout: 60_000 }).not.toBe(api);
    const isReady = () => fetch(`${attacker.product.url}/health/ready`).then(({ status }) => status, String);
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200);
    const { stdout } = await running.end();
    expect(stdout).not.toContain('heard');
  });

  test('it reaches nothing of the machine, of the product, or of another realm', async () => {
    const { port, gamePort } = attacker.place;
    const own = (bystander.address() as AddressInfo).port;
    const addresses = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
    const hosts = ['127.0.0.1', '::1', '::ffff:127.0.0.1', ...addresses];
    const targets = hosts.flatMap((host) => [own, port, gamePort].map((each) => `[${host}]:${each}`));
    const { stdout } = await attacker.attack('reach.ts', ...targets);
    expect(stdout.match(/reached$/gm)).toBe(null);
    expect(stdout.match(/failed/g)).toHaveLength(targets.length);
    expect(met).toBe(0);
  });

  test('root gives it a way to the internet and to its names, and no mail; an ordinary user none', async () => {
    const address = internet?.address ?? '192.0.2.1';
    const { stdout } = await attacker.attack('reach.ts', ...[80, 53, 25].map((port) => `[${address}]:${port}`));
    const reached = [...stdout.matchAll(/:(\d+) reached$/gm)].map(([, port]) => Number(port));
    expect(reached).toEqual(isRoot && uid === undefined ? [80, 53] : []);
    const { stdout: names } = await attacker.attack('read.ts', '/etc/resolv.conf');
    expect(names.includes(`nameserver ${address}`)).toBe(isRoot && uid === undefined);
    expect((await attacker.client.realmKernel({ params: { id: attacker.realmId } })).internet).toBe(reached.length > 0);
  });

  test('it reaches no socket of the product', async () => {
    const { dataDir } = attacker.place;
    const lines = (await readFile('/proc/net/unix', 'utf8')).split('\n');
    const paths = lines.map((line) => line.split(' ').at(-1) ?? '').filter((path) => path.startsWith(dataDir));
    expect(paths.length).toBeGreaterThan(0);
    const { stdout } = await attacker.attack('reach.ts', ...paths);
    expect(stdout.match(/failed/g)).toHaveLength(paths.length);
  });

  test('it reads nothing that is not its own', async () => {
    const { dataDir } = attacker.place;
    const lying = join(dirname(dataDir), 'for-all.txt');
    await writeFile(lying, secret);
    await chmod(lying, 0o644);
    const folders = [`realms/${attacker.victimId}`, 'realms/.driver', 'postgres', 'logs'];
    const files = ['secrets.json', `realms/${attacker.victimId}/spec.json`, 'run.json', 'logs/api.log'];
    const paths = [...folders, ...files].map((path) => join(dataDir, path));
    const processes = (await childrenOf(attacker.place)).flatMap((pid) => [
      `/proc/${pid}/environ`,
      `/proc/${pid}/maps`,
    ]);
    const others = ['/root', '/home', '/etc/shadow', '/proc/1/environ', '/var/lib', lying, ...processes];
    const { stdout } = await attacker.attack('read.ts', ...paths, ...others);
    const { GATEWAY_TOKEN: token = '' } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as {
      GATEWAY_TOKEN?: string;
    };
    expect(token.length).toBeGreaterThan(16);
    expect(stdout).not.toContain(token);
    expect(stdout).not.toContain(secret);
    for (const path of paths) expect(stdout).toContain(`${path} failed: E`);
    // The folders above its own contain nothing else.
    const above = await attacker.attack('read.ts', join(dataDir, 'realms'));
    expect(above.stdout).toBe(`${join(dataDir, 'realms')} read: ${JSON.stringify(attacker.realmId)}\n`);
  });

  test('it leaves nothing outside of its folder', async () => {
    const { dataDir } = attacker.place;
    const name = `left-${secret}`;
    const paths = [tmpdir(), '/tmp', '/var/tmp', '/dev/shm', '/dev/mqueue', '/run', dataDir, dirname(dataDir)].map(
      (folder) => join(folder, name),
    );
    await attacker.attack('write.ts', ...paths);
    const left = paths.filter((path) => existsSync(path));
    await Promise.all(left.map((path) => rm(path)));
    expect(left).toEqual([]);
  });

  test('it sees and signals no process but its own', async () => {
    const { dataDir } = attacker.place;
    const mine = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).length;
    const { stdout } = await attacker.attack('processes.ts', ...processesOf(dataDir));
    const seen = stdout.split('\n').filter((line) => line.startsWith('seen'));
    expect(seen.length).toBeLessThan(mine);
    const others = seen.filter((line) => !line.includes(attacker.realmId));
    expect(others.filter((line) => /postgres|supervisor|apps\/|vitest/.test(line))).toEqual([]);
    expect(stdout).not.toMatch(/^signalled/m);
  });

  test('it gets no user namespace, no keyring, nobody’s memory, and no other way out that the kernel has', async () => {
    const { stdout } = await attacker.attack('system-calls.pl');
    const calls = stdout.split('\n').filter((line) => /^[a-z]/.test(line));
    expect(calls).toHaveLength(21);
    // EPERM, EACCES, ENOSYS, or killed because of the call.
    expect(calls.filter((line) => !/: (1|13|38|killed)$/.test(line))).toEqual([]);
    expect(stdout).toMatch(/^NoNewPrivs:\t1$/m);
    expect(stdout).toMatch(/^Seccomp:\t2$/m);
    expect(stdout.match(/^Cap\w+:\t0{16}$/gm)).toHaveLength(5);
    expect((await attacker.attack('user-namespace.sh')).stdout).not.toContain('done');
  });

  test.each(bounded)('its sockets hold little of what all TCP of the machine shares', async ({ socketsMib }) => {
    const { stdout } = await attacker.attack('sockets.pl', 1200);
    const [connections, bytes] = stdout.match(/\d+/g)?.map(Number) ?? [];
    expect(connections).toBeGreaterThan(0);
    expect(connections).toBeLessThanOrEqual(1024);
    // The limit of 32 MiB plus what Linux grants each connection beyond it; without the limit it would be about 500.
    expect(bytes).toBeLessThan(socketsMib);
  });

  // Must be the last of them: afterwards the realm is off.
  test.each(bounded)('it fills the disk, and is stopped; everybody else goes on', async () => {
    const { client, realmId, victim, victimId, place } = attacker;
    const params = { id: realmId };
    await attacker.begin('fill.sh');
    await expect
      .poll(async () => (await client.realmGet({ params })).live.outOfRoomAt, { timeout: 60_000 })
      .not.toBeNull();
    expect((await victim.realmGet({ params: { id: victimId } })).live.phase).toBe('READY');
    // Its owner can delete what it has written.
    await client.realmFilesRemove({ params, body: { paths: ['plugins/much'] } });
    const isReady = () => fetch(`${attacker.product.url}/health/ready`).then(({ status }) => status, String);
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200);
    const body = { username: 'Victim_1', coins: 7, expires: null, reason: 'a test', requestId: crypto.randomUUID() };
    expect(await victim.adminCoinsGrant({ body })).toMatchObject({ coins: 7 });
    const { bavail, bsize } = await statfs(place.dataDir);
    expect(bavail * bsize).toBeGreaterThan(500 * 1024 * 1024);
  });
});
