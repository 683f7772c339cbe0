import { fork, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { holdTcp } from '@realmkeep/sockets';
import { z } from 'zod';
import { boundedOldGeneration, handOver, smallYoungGeneration } from '../../apps/supervisor/src/children/keep-child.ts';
import { pageSockets } from '../../apps/supervisor/src/sockets/hold-sockets.ts';

/** The secret of the api which realm-list/serve.ts starts. */
export const secret = 'a-secret-of-the-bench-that-is-long-enough';

interface Running {
  pid: number;
  origin: string;
}

/**
 * An api with the fake driver, in a separate process that ends with the stack and has the flags and the port that the product gives it.
 * @param folder its data folder
 */
export async function startApi(url: string, folder: string, stack: AsyncDisposableStack): Promise<Running> {
  const page = await holdTcp('127.0.0.1', 0);
  stack.defer(() => page.close());
  const { stdio, names } = handOver(['ignore', 'inherit', 'inherit', 'ipc'], { PORT_FDS: pageSockets(page) });
  const execArgv = [smallYoungGeneration, boundedOldGeneration];
  return startServer(['api', url, folder, names['PORT_FDS'] ?? ''], stack, { execArgv, stdio });
}

/** One of the servers of realm-list/serve.ts, in a separate process that ends with the stack. */
export async function startServer(
  words: string[],
  stack: AsyncDisposableStack,
  options: ForkOptions = {},
): Promise<Running> {
  const server = fork(new URL('../realm-list/serve.ts', import.meta.url), words, options);
  const ended = once(server, 'exit');
  stack.defer(async () => {
    server.kill('SIGKILL');
    await ended;
  });
  const [message] = (await Promise.race([
    once(server, 'message'),
    ended.then(() => Promise.reject(new Error(`the server ${words[0]} ended`))),
  ])) as unknown[];
  const { port } = z.object({ port: z.number() }).parse(message);
  return { pid: server.pid ?? 0, origin: `http://127.0.0.1:${port}` };
}
