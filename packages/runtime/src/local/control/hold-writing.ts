import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { shortPath } from '@realmkeep/sockets';

/** More than a realm takes to save: a Java server is given 40 s. */
const heldWithinMs = 45_000;
/** As long as a realm holds; without a sign that it goes on it is not trusted for longer. */
const longestMs = 60_000;

/** A running realm that waits with writing. */
export interface WritingHold {
  /** Aborts when the realm no longer holds. */
  signal: AbortSignal;
  [Symbol.dispose](): void;
}

/** Asks a running realm to save, and to write nothing while the connection is open. */
export async function holdWriting(socket: string): Promise<WritingHold> {
  using short = shortPath(socket);
  const call = request({
    socketPath: short.path,
    method: 'POST',
    path: '/hold-writing',
    agent: false,
    headers: { 'content-length': 0 },
  });
  const ended = new AbortController();
  const end = (): void => ended.abort(new Error('the realm went on writing'));
  call.on('error', end);
  call.once('close', end);
  call.end();
  try {
    const [response] = (await once(call, 'response', { signal: AbortSignal.timeout(heldWithinMs) })) as [
      IncomingMessage,
    ];
    if (response.statusCode !== 200) throw new Error(`POST /hold-writing was answered ${response.statusCode}`);
    response.resume();
  } catch (error) {
    call.destroy();
    throw error;
  }
  const timer = setTimeout(() => call.destroy(), longestMs);
  call.once('close', () => clearTimeout(timer));
  return { signal: ended.signal, [Symbol.dispose]: () => void call.destroy() };
}
