import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { holdTcp } from '@realmkeep/sockets';
import { expect, test } from 'vitest';
import { startTestApi } from './start-test-api.ts';

test('the page is served at each descriptor of its port, and it ends although connections are kept', async () => {
  // Of one socket a process cannot make two descriptors by itself: two sockets tell which serves.
  const held = await Promise.all([holdTcp('127.0.0.1', 0), holdTcp('127.0.0.1', 0)]);
  const api = await startTestApi({ environment: { PORT_FDS: held.map(({ fd }) => fd).join(' ') } });
  const agent = new Agent({ keepAlive: true });
  for (const { port } of held) {
    const asked = request({ agent, host: '127.0.0.1', port, path: '/health/live' }).end();
    const [answer] = await once(asked, 'response');
    expect(answer.statusCode).toBe(200);
    await once(answer.resume(), 'end');
  }
  await expect(api[Symbol.asyncDispose]()).resolves.toBeUndefined();
  agent.destroy();
});
