import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { interrupt, processesOf, startProduct, type Place, type Product } from '@realmkeep/testkit/product';
import { freePort } from '@realmkeep/testkit/free-port';

/** Prints the first datagram that comes. */
const listen =
  'socket(S, PF_UNIX, SOCK_DGRAM, 0); bind(S, sockaddr_un($ARGV[0])) or die $!; recv(S, $m, 4096, 0); print $m';
const logNames = ['supervisor', 'api', 'gateway', 'postgres'];

let folder: string;
const products: Product[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-start-'));
  // The database's and the realms' users pass through.
  await chmod(folder, 0o711);
});

afterAll(async () => {
  for (const product of products) product.process.kill('SIGTERM');
  for (const product of products) await product.ended;
  await rm(folder, { recursive: true });
});

async function place(name: string): Promise<Place> {
  return { dataDir: join(folder, name), port: await freePort(), gamePort: await freePort() };
}

function begin(at: Place, flags: string[] = [], environment: Record<string, string> = {}): Product {
  const product = startProduct(at, ['--require-chat-link', 'false', ...flags], environment);
  products.push(product);
  return product;
}

async function start(at: Place, flags?: string[], environment?: Record<string, string>): Promise<Product> {
  const product = begin(at, flags, environment);
  await product.started;
  return product;
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`).then(
    (answer) => answer.ok,
    () => false,
  );
}

function becomesReady(url: string): Promise<void> {
  return vi.waitFor(async () => expect(await isReady(url)).toBe(true), { timeout: 50_000, interval: 100 });
}

interface Pids {
  supervisor: number;
  api: number;
  gateway: number;
  /** 0 where one api is all. */
  secondApi: number;
  postgres: number;
}

async function pidsIn(at: Place): Promise<Pids> {
  const run = JSON.parse(await readFile(join(at.dataDir, 'run.json'), 'utf8')) as {
    supervisor: { pid: number };
    children: { pid: number }[];
  };
  const postmaster = await readFile(join(at.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8');
  // The sandbox comes third.
  const [api, gateway, , secondApi] = run.children;
  return {
    supervisor: run.supervisor.pid,
    api: api?.pid ?? 0,
    gateway: gateway?.pid ?? 0,
    secondApi: secondApi?.pid ?? 0,
    postgres: Number(postmaster.split('\n')[0]),
  };
}

async function call(product: Product, path: string, token: string | null, body?: object): Promise<unknown> {
  const answer = await fetch(`${product.url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const envelope = (await answer.json()) as { data: unknown; error: unknown };
  expect(envelope.error).toBeNull();
  return envelope.data;
}

async function logIn(product: Product): Promise<string> {
  const scopes = ['REALM_CREATE', 'REALM_MANAGE', 'REALM_DATA'];
  const login = { username: 'Keeper', user_password: 'correct horse', token_name: 'test', scopes };
  return ((await call(product, '/auth', null, login)) as { token: string }).token;
}

/** The realm comes up. */
function realmRuns(product: Product, token: string, id: string): Promise<void> {
  return vi.waitFor(
    async () => expect(await call(product, `/realm/data/power?id=${id}`, token)).toMatchObject({ phase: 'READY' }),
    { timeout: 50_000, interval: 100 },
  );
}

/** New connections, one after the other, each until it is answered. */
function stream(ask: () => Promise<void>) {
  const seen = { answered: 0, refused: 0, broken: 0 };
  const ending = new AbortController();
  const running = (async () => {
    while (!ending.signal.aborted) {
      try {
        await ask();
        seen.answered += 1;
      } catch (error) {
        seen[error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED' ? 'refused' : 'broken'] += 1;
      }
    }
  })();
  return {
    seen,
    async end() {
      ending.abort();
      await running;
      return seen;
    },
  };
}

/** Over a new connection; once there was an answer to each it ends. */
async function exchange(port: number, question: Buffer | string): Promise<void> {
  const socket = connect(port, '::1');
  try {
    await once(socket, 'connect');
    socket.write(question);
    const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    if (!Buffer.isBuffer(answer)) throw new Error('it was broken off');
  } finally {
    socket.destroy();
  }
}

interface Secrets {
  METRICS_TOKEN: string;
}

async function health({ port }: Place): Promise<{ worker: number }> {
  const answer = await fetch(`http://127.0.0.1:${port}/health/live`, { headers: { connection: 'close' } });
  return (await answer.json()) as { worker: number };
}

const visit = ({ port }: Place) => exchange(port, 'GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n');
/** The server list's ping of old games. */
const ping = (port: number) => exchange(port, Buffer.from([0xfe, 0x01]));

describe('an installation', () => {
  let at: Place;

  beforeAll(async () => {
    at = await place('data');
  });

  test('it starts, answers, stops whole by Ctrl-C, and starts again as it was, realms included', async () => {
    const first = await start(at);
    expect(first.output()).toContain(`http://localhost:${at.port}`);
    expect(first.output()).toContain(`localhost:${at.gamePort}`);
    expect(first.output()).toContain(at.dataDir);
    expect(await isReady(first.url)).toBe(true);
    await visit(at);
    await ping(at.gamePort);
    const page = await fetch(first.url, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toContain('text/html');
    const game = connect(at.gamePort, '127.0.0.1');
    await once(game, 'connect');
    game.destroy();

    const secretsFile = join(at.dataDir, 'secrets.json');
    const secrets = await readFile(secretsFile, 'utf8');
    expect((await stat(secretsFile)).mode & 0o777).toBe(0o600);
    const registration = { username: 'Keeper', password: 'correct horse', referrer_username: null, language: 'en' };
    await call(first, '/register', null, registration);
    const token = await logIn(first);
    const body = { type: 'OFFICIAL', world_name: 'islands', user_realm_name: 'Kept', domain_name: 'kept' };
    const { id } = (await call(first, '/realm/create', token, body)) as { id: string };
    await call(first, `/realm/manage/power/${id}`, token, { power: 'ON' });
    await realmRuns(first, token, id);

    interrupt(first);
    expect(await first.ended).toBe(0);
    expect(first.output()).toContain('Stopped.');
    expect(processesOf(at.dataDir)).toEqual([]);
    const logs = await Promise.all(logNames.map((name) => readFile(join(at.dataDir, `logs/${name}.log`), 'utf8')));
    for (const log of logs) expect(log).not.toBe('');
    for (const secret of Object.values(JSON.parse(secrets) as Record<string, string>)) {
      expect(first.output() + logs.join('')).not.toContain(secret);
    }

    const second = await start(at, ['--api-workers', '2']);
    expect(await readFile(secretsFile, 'utf8')).toBe(secrets);
    await realmRuns(second, await logIn(second), id);

    // The realm outlives the api, and is stopped even when nobody is there to stop it.
    process.kill((await pidsIn(at)).api, 'SIGKILL');
    await vi.waitFor(() => expect(second.output()).toContain('The api was ended by SIGKILL'), {
      timeout: 50_000,
      interval: 5,
    });
    interrupt(second);
    expect(await second.ended).toBe(0);
    expect(processesOf(at.dataDir)).toEqual([]);
  });

  test('a folder without its secrets or its installation is refused by name; an adopted one starts', async () => {
    const [secrets, installation] = ['secrets.json', 'installation.json'].map((name) => join(at.dataDir, name)) as [
      string,
      string,
    ];
    const kept = await readFile(secrets);
    await rm(secrets);
    const first = begin(at);
    expect(await first.ended).toBe(1);
    expect(first.output()).toContain(`${secrets} is missing`);
    await writeFile(secrets, kept);
    await rm(installation);
    const second = begin(at);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`${at.dataDir} has no installation.json`);
    interrupt(await start(at, ['--adopt-data-dir']));
  });
});

describe('three starts at once, two of them on one folder', () => {
  let at: Place;
  let product: Product;
  let copy: Product;
  /** That of the two which came late. */
  let late: { at: Place; product: Product };
  let notices: Promise<string>;

  beforeAll(async () => {
    const socket = join(folder, 'notify');
    // Node has no datagram sockets of the file system, perl-base, which Debian always has, does.
    const systemd = spawn('perl', ['-MSocket', '-e', listen, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
    notices = text(systemd.stdout);
    await vi.waitFor(() => stat(socket), { timeout: 50_000, interval: 20 });
    const [a, b] = [await place('a'), await place('a')] as const;
    const both = [a, b].map((one) => ({
      at: one,
      product: begin(one, ['--api-workers', '2'], { NOTIFY_SOCKET: socket }),
    }));
    copy = begin(await place('b'));
    late = await Promise.race(both.map(async (one) => (await one.product.ended, one)));
    const running = both.find((one) => one !== late);
    if (!running) throw new Error('one of two is the other');
    ({ at, product } = running);
    await Promise.all([product.started, copy.started]);
  });

  test('one runs on the folder, and the other says so and ends', async () => {
    expect(late.product.process.exitCode).toBe(1);
    expect(await isReady(product.url)).toBe(true);

    const third = begin(late.at);
    expect(await third.ended).toBe(1);
    expect(third.output()).toContain(`runs already on ${at.dataDir} (process ${product.process.pid})`);
    expect(third.output()).toContain('http://localhost:');
  });

  test('systemd is told when it runs', async () => {
    expect(await notices).toContain('READY=1');
  });

  test('two copies run side by side, and a port that is taken is named', async () => {
    expect(await Promise.all([isReady(product.url), isReady(copy.url)])).toEqual([true, true]);
    interrupt(copy);
    const third = begin({ ...(await place('c')), gamePort: at.gamePort });
    expect(await third.ended).toBe(1);
    expect(third.output()).toContain(`Port ${at.gamePort} is taken`);
    expect(third.output()).toContain('--game-port');
    const fourth = begin({ ...(await place('d')), sftpPort: at.port });
    expect(await fourth.ended).toBe(1);
    expect(fourth.output()).toContain('--sftp-port or SFTP_PORT');
    expect(processesOf(join(folder, 'c'))).toEqual([]);
  });

  test.runIf(process.getuid?.() === 0)('another user of this machine does not come to /internal', async () => {
    const script = `require('node:net').connect(process.argv[1]).on('error', ({ code }) => console.log(code))`;
    const socket = join(at.dataDir, 'internal/api.sock');
    const other = spawn(process.execPath, ['-e', script, socket], { uid: 65534, gid: 65534, cwd: '/', env: {} });
    expect(await text(other.stdout)).toBe('EACCES\n');
  });

  test('two apis answer on one port, and Prometheus gets the figures of both from either', async () => {
    const answering = new Set<number>();
    await vi.waitFor(
      async () => {
        // Each over a connection of its own, as many at once: whichever is free takes one.
        const answers = await Promise.all(Array.from({ length: 20 }, () => health(at)));
        for (const { worker } of answers) answering.add(worker);
        expect(answering).toEqual(new Set([1, 2]));
      },
      { timeout: 50_000 },
    );
    const { METRICS_TOKEN } = JSON.parse(await readFile(join(at.dataDir, 'secrets.json'), 'utf8')) as Secrets;
    const headers = { authorization: `Bearer ${METRICS_TOKEN}`, connection: 'close' };
    // One that is too busy to tell its figures is left out.
    await vi.waitFor(
      async () => {
        const figures = await (await fetch(`${product.url}/metrics`, { headers })).text();
        const started = figures.matchAll(/^process_start_time_seconds\{worker="(\d)"\} /gm);
        expect(new Set([...started].map(([, worker]) => worker))).toEqual(new Set(['1', '2']));
        expect(figures.match(/^# TYPE process_start_time_seconds /gm)).toHaveLength(1);
        expect(figures.match(/^realmkeep_realms\{phase="READY"\} /gm)).toHaveLength(1);
      },
      { timeout: 50_000 },
    );
  });

  test.each(['api', 'secondApi', 'gateway', 'postgres'] as const)('a kill -9 of the %s is mended', async (name) => {
    const before = await pidsIn(at);
    const lanes = Array.from({ length: 8 }, () =>
      stream(name === 'gateway' ? () => ping(at.gamePort) : () => visit(at)),
    );
    await vi.waitFor(() => expect(lanes.every(({ seen }) => seen.answered > 0)).toBe(true), { timeout: 50_000 });
    process.kill(before[name], 'SIGKILL');
    // Nobody else has a port meanwhile, of either family.
    for (const host of ['::', '::1', '0.0.0.0', '127.0.0.1']) {
      for (const port of [at.port, at.gamePort]) {
        const [fault] = (await once(createServer().listen({ host, port, exclusive: true }), 'error')) as [Error];
        expect(fault).toMatchObject({ code: 'EADDRINUSE' });
      }
    }
    const what = { api: 'api', secondApi: 'api 2', gateway: 'gateway', postgres: 'database' }[name];
    await vi.waitFor(() => expect(product.output()).toContain(`The ${what} runs again.`), {
      timeout: 50_000,
      interval: 100,
    });
    await becomesReady(product.url);
    for (const lane of lanes) {
      const { answered, refused, broken } = await lane.end();
      expect(refused).toBe(0);
      // The one that it was about to answer; what came since has waited.
      expect(broken).toBeLessThanOrEqual(1);
      expect(answered).toBeGreaterThan(1);
    }
    const after = await pidsIn(at);
    expect({ ...after, [name]: 0 }).toEqual({ ...before, [name]: 0 });
    expect(after[name]).not.toBe(before[name]);
  });

  test('a kill -9 of the supervisor leaves nothing doubled: the next start adopts the database', async () => {
    const before = await pidsIn(at);
    // It hangs: the next start has to kill it for its port.
    process.kill(before.gateway, 'SIGSTOP');
    product.process.kill('SIGKILL');
    await product.ended;
    await start(at);
    const after = await pidsIn(at);
    expect(after.postgres).toBe(before.postgres);
    const left = processesOf(at.dataDir).map(Number);
    expect(left).toContain(after.api);
    expect(left).not.toContain(before.api);
    expect(left).not.toContain(before.gateway);
  });
});
