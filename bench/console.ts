import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { interrupt, startProduct } from '@realmkeep/testkit/product';
import { freePort } from '@realmkeep/testkit/free-port';
import { launchBrowser } from '@realmkeep/testkit/browser';
import { createRealm, logIn, register } from '@realmkeep/testkit/people';
import { cpuSeconds, residentMegabytes } from './realm/measure.ts';

/**
 * A realm prints as fast as it can, through commands that answer with many lines, to nineteen sockets and a page. Measures lines a second, the
 * api's memory and processor time and the page's frame rate, compared with a bare broadcast of as many lines to as many sockets:
 * `node bench/console.ts` after `npm run build`, about a minute.
 */

/** Twenty with the page's own, which is the limit of one account. */
const watchers = 19;
const seconds = 10;
const callers = 32;

const folder = await mkdtemp(join(tmpdir(), 'console-bench-'));
await chmod(folder, 0o711);
await using cleanup = new AsyncDisposableStack();
cleanup.defer(() => rm(folder, { recursive: true, force: true }));
const place = { dataDir: join(folder, 'data'), port: await freePort(), gamePort: await freePort() };
const product = startProduct(place, ['--require-chat-link', 'false', '--requests-per-minute', '100000']);
cleanup.defer(async () => {
  interrupt(product);
  await product.ended;
});
await product.started;
await register(product.url, 'Bench_1');
const tokens = await logIn(product.url, 'Bench_1');
const id = await createRealm(product.url, tokens.token, 'bench');
const control = join(place.dataDir, 'realms/.driver', id, 'control');
const run = JSON.parse(await readFile(join(place.dataDir, 'run.json'), 'utf8')) as { children: { pid: number }[] };
const api = run.children[0]?.pid ?? 0;

const heard = { lines: 0, newest: 0 };
const sockets = await Promise.all(Array.from({ length: watchers }, watch));
const browser = await launchBrowser();
cleanup.defer(() => browser.close());
const page = await openPage();
await sleep(1000);

const before = { memory: residentMegabytes(api).now, cpu: cpuSeconds([api]), ...heard };
const peak = { memory: 0 };
const ending = AbortSignal.timeout(seconds * 1000);
const frames = page.evaluate(countFrames, seconds * 1000);
const sampling = setInterval(() => (peak.memory = Math.max(peak.memory, residentMegabytes(api).now)), 200);
await flood(ending);
clearInterval(sampling);
const printed = (heard.newest - before.newest) / seconds;
const told = (heard.lines - before.lines) / watchers / seconds;
const cpu = cpuSeconds([api]) - before.cpu;
for (const socket of sockets) socket.close();
const lines = heard.lines - before.lines;
const bare = await bareBroadcast(Math.round(lines / watchers / seconds / 10));

console.log(`printed ${printed.toFixed(0)} lines a second, told ${told.toFixed(0)} to each of ${watchers} sockets`);
console.log(`api memory ${before.memory.toFixed(0)} MB before, ${peak.memory.toFixed(0)} MB at most`);
console.log(`page ${(await frames).toFixed(0)} frames a second`);
const own = (cpu / lines) * 1e6;
console.log(
  `processor for a million lines told: api ${own.toFixed(2)} s, bare broadcast ${bare.toFixed(2)} s (${(own / bare).toFixed(2)})`,
);

async function watch(): Promise<WebSocket> {
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}/api/ws/events`);
  await opened(socket);
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as { type: string; lines: { n: number }[] };
    if (message.type === 'ready') socket.send(JSON.stringify({ type: 'consoleOpen', id }));
    if (message.type !== 'consoleLines') return;
    heard.lines += message.lines.length;
    heard.newest = Math.max(heard.newest, message.lines.at(-1)?.n ?? 0);
  });
  socket.send(JSON.stringify({ type: 'auth', token: tokens.token }));
  return socket;
}

async function openPage() {
  const tab = await browser.newPage();
  await tab.goto(`${product.url}/terms-of-service`);
  await tab.evaluate((held) => {
    for (const [name, value] of Object.entries(held)) localStorage.setItem(name, value);
  }, tokens);
  await tab.goto(`${product.url}/realm/console?id=${id}`);
  await tab.getByRole('log').waitFor();
  return tab;
}

/** Runs in the page. */
function countFrames(ms: number): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now();
    let count = 0;
    const frame = () => {
      count += 1;
      const passed = performance.now() - began;
      if (passed < ms) requestAnimationFrame(frame);
      else resolve((count / passed) * 1000);
    };
    requestAnimationFrame(frame);
  });
}

/** Sends `help`, which answers with about twenty lines, again and again. */
async function flood(signal: AbortSignal): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const body = JSON.stringify({ command: 'help' });
  const caller = async () => {
    while (!signal.aborted) {
      const call = request({
        socketPath: control,
        method: 'POST',
        path: '/command',
        agent,
        headers: { 'content-length': body.length },
      });
      call.end(body);
      const [response] = (await once(call, 'response')) as [NodeJS.ReadableStream];
      response.resume();
      await once(response, 'end');
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  agent.destroy();
}

/** Broadcasts ten messages a second of this many lines to as many sockets, all in this process. @returns processor seconds for a million lines, reading included */
async function bareBroadcast(linesInMessage: number): Promise<number> {
  const accepted = new Set<Socket>();
  const server = createServer().on('upgrade', ({ headers }, socket: Socket) => {
    const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    accepted.add(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients = Array.from({ length: watchers }, () => new WebSocket(`ws://127.0.0.1:${port}`));
  await Promise.all(clients.map(opened));
  const began = process.cpuUsage();
  let sent = 0;
  for (let message = 0; message < seconds * 10; message += 1) {
    const list = Array.from({ length: linesInMessage }, (_, n) => ({
      n,
      at: Date.now(),
      text: `/time set|add <number> ${n}`,
    }));
    const frame = textFrame(JSON.stringify({ type: 'consoleLines', id, lines: list }));
    for (const socket of accepted) socket.write(frame);
    sent += linesInMessage * watchers;
    await sleep(100);
  }
  const { user, system } = process.cpuUsage(began);
  for (const client of clients) client.close();
  server.close();
  server.closeAllConnections();
  for (const socket of accepted) socket.destroy();
  return (user + system) / sent;
}

/** An unfragmented, unmasked message. Source: RFC 6455, section 5.2 */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.alloc(10);
  head[0] = 0x81;
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, payload]);
}

function opened(socket: WebSocket): Promise<unknown> {
  return once(socket, 'open');
}
