import { once } from 'node:events';
import { createServer } from 'node:net';

// Below 32768, where Linux takes the near ends of outgoing connections from: one of those could hold the port at a restart.
const first = 20_000;
const last = 32_000;

/** Whether a port of 127.0.0.1 can be listened on. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen({ port, host: '127.0.0.1', exclusive: true });
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** A port of 127.0.0.1 that is free now. Somebody else may take it before it is used. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = first + Math.floor(Math.random() * (last - first));
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No free port was found between ${first} and ${last}.`);
}
