import { fork } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { boundedOldGeneration, smallYoungGeneration } from '../../apps/supervisor/src/children/keep-child.ts';

/** The secret of the api which realm-list/serve.ts starts. */
export const secret = 'a-secret-of-the-bench-that-is-long-enough';

/** An api with the fake driver, in a separate process that ends with the stack and has the flags that the product gives it. @param folder its data folder */
export async function startApi(
  url: string,
  folder: string,
  stack: AsyncDisposableStack,
): Promise<{ pid: number; origin: string }> {
  const api = fork(new URL('../realm-list/serve.ts', import.meta.url), ['api', url, folder], {
    execArgv: [smallYoungGeneration, boundedOldGeneration],
  });
  const ended = once(api, 'exit');
  stack.defer(async () => {
    api.kill('SIGKILL');
    await ended;
  });
  const [message] = (await Promise.race([
    once(api, 'message'),
    ended.then(() => Promise.reject(new Error('the api ended'))),
  ])) as unknown[];
  const { port } = z.object({ port: z.number() }).parse(message);
  return { pid: api.pid ?? 0, origin: `http://127.0.0.1:${port}` };
}
