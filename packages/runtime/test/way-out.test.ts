import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Machine } from '../src/local/way-out/machine.ts';
import { wayOutObstacle } from '../src/local/way-out/way-out.ts';

/**
 * Two network namespaces play a machine and the internet behind it, in which every address that a realm must not reach answers: what does
 * not arrive there was dropped by the rules.
 */

const machine = `rkt-machine-${process.pid}`;
const internet = `rkt-internet-${process.pid}`;
const dir = `/nowhere/realms-${process.pid}`;
const router = `realmkeep-${createHash('sha256').update(dir).digest('hex').slice(0, 8)}`;
const [one, other] = [randomUUID(), randomUUID()];
const resolver = '10.9.9.53';
/** From a range that is no longer in use (RFC 7526), like the networks between the two. */
const publicServer = '192.88.99.200';

const ip = (...args: string[]): string => execFileSync('ip', args, { encoding: 'utf8' });
const within = (namespace: string, ...command: string[]): [string, string[]] => [
  'nsenter',
  [`--net=${namespace.startsWith('/') ? namespace : `/run/netns/${namespace}`}`, '--', ...command],
];
const started: ChildProcess[] = [];

/** Datagrams of 60,000 bytes, far more than can pass in a moment. */
const flood = 2_000;

/** Answers on TCP ports of every address with the port, and on UDP with what it received, or with a flood. */
const server = `
const answers = (text) => (String(text) === 'flood' ? Array(${flood}).fill(Buffer.alloc(60_000)) : [text]);
for (const port of process.argv.slice(1).map(Number)) {
  require('net').createServer((socket) => socket.on('error', () => {}).end(String(port))).listen(port, '0.0.0.0');
  // From the address that was asked, which Linux does not choose by itself.
  for (const { address } of Object.values(require('os').networkInterfaces()).flat().filter(({ family }) => family === 'IPv4')) {
    const udp = require('dgram').createSocket('udp4');
    udp.on('message', (text, { port, address }) => {
      for (const each of answers(text)) udp.send(each, port, address);
    }).bind(port, address);
  }
}
setImmediate(() => console.log('listening'));`;

/** Calls each address:port of its arguments, which may begin with `udp:`, and prints the results. */
const caller = `
const call = (target) => new Promise((resolve) => {
  const [host, port] = target.replace('udp:', '').split(':');
  const late = setTimeout(() => resolve('silent'), 1000);
  if (target.startsWith('udp:')) {
    const udp = require('dgram').createSocket('udp4');
    udp.on('error', ({ code }) => resolve(code)).on('message', () => resolve('answered')).connect(Number(port), host, () => udp.send('x'));
    return;
  }
  const socket = require('net').connect(Number(port), host);
  socket.on('error', ({ code }) => resolve(code)).on('data', () => resolve('answered')).on('end', () => clearTimeout(late));
});
const targets = process.argv.slice(1);
Promise.all(targets.map(call)).then((ends) => {
  console.log(JSON.stringify(Object.fromEntries(targets.map((target, index) => [target, ends[index]]))));
  process.exit();
});`;

async function serve(namespace: string, ...ports: number[]): Promise<void> {
  const [program, args] = within(namespace, process.execPath, '-e', server, ...ports.map(String));
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  await once(createInterface(child.stdout), 'line');
}

function call(namespace: string, ...targets: string[]): Record<string, string> {
  const [program, args] = within(namespace, process.execPath, '-e', caller, ...targets);
  return JSON.parse(execFileSync(program, args, { encoding: 'utf8' })) as Record<string, string>;
}

/** Once an address:port has answered, which tracks a connection, sends a message there the given number of times, and prints that it has. */
const senderProgram = `
const [target, times, bytes] = process.argv.slice(1);
const [host, port] = target.split(':');
const udp = require('dgram').createSocket('udp4').on('error', () => {});
const datagram = bytes === 'flood' ? bytes : Buffer.alloc(Number(bytes));
let left = Number(times);
const ask = () => udp.send('x', Number(port), host);
// The previous test may have used up the burst of new connections.
const asking = setInterval(ask, 200);
udp.once('message', () => {
  clearInterval(asking);
  for (let n = left; n > 0; n -= 1) udp.send(datagram, Number(port), host, () => (left -= 1) || console.log('sent'));
});
ask();`;

/** Leaves the sender running, because something must receive the answers. */
async function send(namespace: string, target: string, times: number, what: 'flood' | number): Promise<ChildProcess> {
  const [program, args] = within(namespace, process.execPath, '-e', senderProgram, target, String(times), String(what));
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  await once(createInterface(child.stdout), 'line');
  return child;
}

/** Bytes that the router has received and sent on the realms' links and on the machine's. */
function passed(): Record<'realms' | 'way', { rx: number; tx: number }> {
  const links = JSON.parse(ip('-n', router, '-s', '-j', 'link')) as {
    ifname: string;
    stats64: Record<'rx' | 'tx', { bytes: number }>;
  }[];
  const sum = (isMeant: (name: string) => boolean, way: 'rx' | 'tx') =>
    links.reduce((bytes, { ifname, stats64 }) => bytes + (isMeant(ifname) ? stats64[way].bytes : 0), 0);
  const of = (isMeant: (name: string) => boolean) => ({ rx: sum(isMeant, 'rx'), tx: sum(isMeant, 'tx') });
  return { realms: of((name) => name.startsWith('r')), way: of((name) => name === 'way') };
}

const onMachine = (...command: string[]): string => {
  const [program, args] = within(machine, ...command);
  return execFileSync(program, args, { encoding: 'utf8' });
};

const networkOf = (pid: number | undefined): string => readlinkSync(`/proc/${pid}/ns/net`);

let driver: ChildProcess;
const driverScript = join(import.meta.dirname, 'way-out-machine.ts');
function startDriver(program: string, args: string[]): void {
  driver = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  started.push(driver);
}

async function ask(what: 'open' | 'close', realmId: string, number = 0): Promise<string> {
  driver.send([what, realmId, number]);
  const [{ path, error }] = (await once(driver, 'message')) as [{ path?: string; error?: string }];
  if (error !== undefined) throw new Error(error);
  return path ?? '';
}

const answered = (calls: Record<string, string>): string[] =>
  Object.keys(calls).filter((to) => calls[to] === 'answered');

const isRoot = process.getuid?.() === 0;

test('an ordinary user has none', () => {
  const asked = `import { Ways } from '${join(import.meta.dirname, '../src/local/way-out/ways.ts')}';
    console.log(await new Ways('/nowhere', []).obstacle())`;
  const user = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'] : ['env'];
  const [program, ...args] = [...user, process.execPath, '--input-type=module', '-e', asked];
  expect(execFileSync(program, args, { encoding: 'utf8' })).toBe('only root can make networks\n');
});

const closed = [
  '10.1.2.3',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '172.20.0.1',
  '192.168.7.7',
  '100.100.100.100',
  '169.254.169.254',
  '168.63.129.16',
  '192.0.0.192',
  '198.18.0.1',
];

beforeAll(async () => {
  if (!isRoot) return;
  for (const name of [machine, internet]) {
    ip('netns', 'add', name);
    ip('-n', name, 'link', 'set', 'lo', 'up');
  }
  ip('link', 'add', 'eth0', 'netns', machine, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', internet);
  ip('-n', machine, 'addr', 'add', '192.88.99.2/25', 'dev', 'eth0');
  ip('-n', internet, 'addr', 'add', '192.88.99.1/25', 'dev', 'eth0');
  for (const name of [machine, internet]) ip('-n', name, 'link', 'set', 'eth0', 'up');
  ip('-n', machine, 'route', 'add', 'default', 'via', '192.88.99.1');
  for (const address of [publicServer, resolver, ...closed])
    ip('-n', internet, 'addr', 'add', `${address}/32`, 'dev', 'lo');
  await serve(internet, 25, 53, 80, 465, 587, 25_565);
  await serve(machine, 53, 3000);
  startDriver(...within(machine, process.execPath, driverScript, dir, '', resolver));
});

afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  for (const name of [machine, internet, router, `${router}-${one}`, `${router}-${other}`]) {
    spawnSync('ip', ['netns', 'del', name]);
  }
});

test.runIf(isRoot)('what is beyond its rules would answer, were they not there', async () => {
  const targets = [publicServer, resolver, '192.88.99.1', ...closed].map((address) => `${address}:80`);
  await expect
    .poll(() => answered(call(machine, ...targets, `${publicServer}:25`, `udp:${publicServer}:53`)))
    .toHaveLength(targets.length + 2);
});

test.runIf(isRoot)('a realm reaches the internet and the resolvers, and nothing else', async () => {
  const [first, second] = [await ask('open', one, 1), await ask('open', other, 262_145)];
  await serve(second, 80);
  const open = [
    `${publicServer}:80`,
    `${publicServer}:25565`,
    `${resolver}:53`,
    `udp:${resolver}:53`,
    `udp:${publicServer}:80`,
  ];
  const shut = [
    ...closed.map((address) => `${address}:80`),
    ...[25, 465, 587].map((port) => `${publicServer}:${port}`),
    `${resolver}:80`,
    `udp:${resolver}:80`,
    // The machine's public address and that of the link; the router, and the other realm.
    ...['192.88.99.2', '100.64.0.2', '100.71.255.254', '100.71.255.255', '127.0.0.1'].flatMap((address) => [
      `${address}:3000`,
      `${address}:80`,
      `udp:${address}:53`,
    ]),
    ...links().map((address) => `${address}:3000`),
    // A neighbour on the machine's own network.
    '192.88.99.1:80',
  ];
  await expect.poll(() => answered(call(first, ...open))).toEqual(open);
  expect(answered(call(first, ...shut))).toEqual([]);
  expect(links().length).toBeGreaterThan(0);
  // New connections are limited.
  const many = Array.from({ length: 300 }, (_, index) => `${publicServer}:80:${index}`);
  expect(answered(call(first, ...many)).length).toBeLessThan(many.length);
  await expect.poll(() => answered(call(second, `${publicServer}:80`))).toHaveLength(1);
});

test.runIf(isRoot)('a realm floods neither the internet nor is flooded from there', async () => {
  const path = `/run/netns/${router}-${one}`;
  // Some may also be lost on the way.
  const offered = (flood * 60_000) / 2;
  const mebibyte = 1024 ** 2;
  /** What the rules let through since then, plus a tenth for headers and timing. */
  const most = (since: number) => 1.1 * (16 + (8 * (performance.now() - since)) / 1000) * mebibyte;

  let [before, since] = [passed(), performance.now()];
  const sender = await send(path, `${publicServer}:80`, flood, 60_000);
  await expect.poll(() => passed().realms.rx - before.realms.rx).toBeGreaterThanOrEqual(offered);
  const sent = passed().way.tx - before.way.tx;
  expect(sent).toBeLessThan(most(since));
  expect(sent).toBeGreaterThan(mebibyte);
  sender.kill('SIGKILL');

  [before, since] = [passed(), performance.now()];
  const receiver = await send(path, `${publicServer}:80`, 1, 'flood');
  await expect.poll(() => passed().way.rx - before.way.rx).toBeGreaterThanOrEqual(offered);
  const received = passed().realms.tx - before.realms.tx;
  expect(received).toBeLessThan(most(since));
  expect(received).toBeGreaterThan(mebibyte);
  receiver.kill('SIGKILL');
});

/** The machine's addresses on its links to the router. */
function links(): string[] {
  return [...ip('-n', machine, '-4', '-o', 'addr').matchAll(/inet (100\.127\.[\d.]+)/g)].map(
    ([, address = '']) => address,
  );
}

test.runIf(isRoot)('who empties the machine’s own rules opens nothing', async () => {
  onMachine('nft', 'flush', 'ruleset');
  const path = `/run/netns/${router}-${one}`;
  expect(
    answered(call(path, ...closed.map((address) => `${address}:80`), '192.88.99.2:3000', `${publicServer}:25`)),
  ).toEqual([]);
});

test.runIf(isRoot)(
  'the next driver, in a container of a Docker that forwards nothing, takes over what is there, and the last realm takes everything along',
  async () => {
    driver.kill('SIGKILL');
    await once(driver, 'exit');
    for (const rule of ['-P FORWARD DROP', '-N DOCKER-USER', '-A FORWARD -j DOCKER-USER'])
      onMachine('iptables', '-w', ...rule.split(' '));
    const first = spawn(...within(machine, 'sleep', 'infinity'), { stdio: 'ignore' });
    started.push(first);
    // Waits until it has entered the machine's network by itself.
    await expect.poll(() => networkOf(first.pid)).not.toBe(networkOf(process.pid));
    startDriver(process.execPath, [driverScript, dir, String(first.pid), resolver]);
    const path = await ask('open', one, 1);
    await expect
      .poll(() => answered(call(path, `${publicServer}:80`, '192.88.99.2:3000')))
      .toEqual([`${publicServer}:80`]);
    await ask('close', one);
    expect(existsSync(`/run/netns/${router}`)).toBe(true);
    await expect.poll(() => answered(call(`${router}-${other}`, `${publicServer}:80`))).toHaveLength(1);
    for (const child of started) if (child !== driver && child !== first) child.kill('SIGKILL');
    await ask('close', other);
    expect(existsSync(`/run/netns/${router}`)).toBe(false);
    expect(ip('-n', machine, 'link')).not.toMatch(/rk[\da-f]{8}/);
    expect(onMachine('nft', 'list', 'ruleset')).not.toContain('realmkeep');
    expect(onMachine('iptables', '-w', '-S', 'DOCKER-USER')).toBe('-N DOCKER-USER\n');
  },
);

test.runIf(isRoot)('this machine can make one', async () => {
  expect(await wayOutObstacle(dir, new Machine())).toBe(null);
});
