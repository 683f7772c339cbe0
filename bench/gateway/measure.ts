import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { decodeFrame, encodeHandshake, encodeLoginStart, encodeStatusRequest } from '@realmkeep/protocol';
import { floodBytes } from './realm-process.ts';
import { hostname } from './targets.ts';
import type { Target } from './targets.ts';

const echo = Buffer.alloc(64, 1);
/** The unit of /proc/<pid>/stat on every Linux that Node runs on: a hundredth of a second. */
const ticksPerSecond = 100;
const maxStatusLength = 100_000;

const handshake = { protocolVersion: 754, serverAddress: hostname, serverPort: 25_565 };
const statusOpening = Buffer.concat([encodeHandshake({ ...handshake, nextState: 'status' }), encodeStatusRequest()]);

/** Microseconds from connecting until the whole status has arrived, `count` times one after another. */
export async function pingTimes({ name, port }: Target, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const started = performance.now();
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let received = Buffer.alloc(0);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`${name} closed without a status`)));
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      if (decodeFrame(received, maxStatusLength) !== 'incomplete') resolve();
    });
    socket.write(statusOpening);
    await promise;
    times.push((performance.now() - started) * 1000);
    socket.destroy();
  }
  return times;
}

/** Microseconds for 64 bytes to the realm and back on one connection, `count` times one after another. */
export async function echoTimes({ port }: Target, count: number): Promise<number[]> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  socket.write(loginOpening('Echo'));
  await once(socket, 'connect');
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const started = performance.now();
    socket.write(echo);
    let left = echo.length;
    while (left > 0) {
      const [bytes]: Buffer[] = await once(socket, 'data');
      left -= bytes?.length ?? 0;
    }
    times.push((performance.now() - started) * 1000);
  }
  socket.destroy();
  return times;
}

/** Reads a gibibyte from the realm. @returns how long it took and how much CPU time the process in between used, both in seconds */
export async function flood({ port, pid }: Target): Promise<{ seconds: number; cpuSeconds: number; bytes: number }> {
  const cpuBefore = pid === undefined ? 0 : await cpuSecondsOf(pid);
  const started = performance.now();
  let bytes = 0;
  const socket = connect({
    host: '127.0.0.1',
    port,
    onread: {
      buffer: Buffer.allocUnsafeSlow(256 * 1024),
      callback: (length) => {
        bytes += length;
        return true;
      },
    },
  });
  socket.write(loginOpening('Flood'));
  await once(socket, 'end');
  const seconds = (performance.now() - started) / 1000;
  socket.destroy();
  if (bytes !== floodBytes) throw new Error(`${bytes} bytes came, not ${floodBytes}`);
  const cpuSeconds = pid === undefined ? 0 : (await cpuSecondsOf(pid)) - cpuBefore;
  return { seconds, cpuSeconds, bytes };
}

/** The first packets of a player of that name. */
export function loginOpening(name: 'Echo' | 'Flood'): Buffer {
  const start = encodeLoginStart({ name, rest: Buffer.alloc(0) });
  return Buffer.concat([encodeHandshake({ ...handshake, nextState: 'login' }), start]);
}

/** User and system time of a process and its threads, in seconds (fields 14 and 15 of /proc/<pid>/stat, see proc(5)). */
async function cpuSecondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
