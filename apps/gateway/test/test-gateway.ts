import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect } from 'vitest';
import { readConfig } from '../src/config.ts';
import { createGateway } from '../src/gateway.ts';
import type { RoutesServer } from './routes-server.ts';
import { token } from './routes-server.ts';
import { askStatus } from '@realmkeep/testkit/wire';

export interface TestGateway extends AsyncDisposable {
  port: number;
  close: () => Promise<void>;
}

/** A folder that goes with the test. */
export async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

/**
 * A whole gateway on a free port, configured as by its environment. Waits until it has the routes, unless the routes
 * server is a bare address.
 */
export async function startTestGateway(
  api: RoutesServer | string,
  environment: Record<string, string> = {},
  options: { apiSilenceMs?: number; holdMs?: number; logTo?: (line: string) => void } = {},
): Promise<TestGateway> {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(await temporaryFolder());
  const read = readConfig({
    // Both families at once, as by default: addresses of IPv4 come within those of IPv6.
    GAME_HOST: '::',
    API_URL: typeof api === 'string' ? api : api.url,
    GATEWAY_TOKEN: token,
    DATA_DIR: folder.path,
    ...environment,
  });
  // Port 0, which no operator may set, is any free one.
  const config = { ...read, port: 0 };
  const gateway = await createGateway(config, pinoTo(options.logTo, read.logLevel), options);
  cleanup.defer(gateway.close);
  if (typeof api !== 'string' && !environment.PROXY_FROM) await routesArrived(gateway.port);
  const rest = cleanup.move();
  return { ...gateway, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

function pinoTo(write: ((line: string) => void) | undefined, level: string) {
  return write ? pino({ level }, { write }) : pino({ level: 'silent' });
}

async function routesArrived(port: number): Promise<void> {
  const status = async () => JSON.stringify(await askStatus(port, 'no-such-realm.localhost'));
  await expect.poll(status, { interval: 10 }).not.toContain('looked up right now');
}
