import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { type FakeProject, sandboxProjects } from '../../fake-providers/src/modrinth/fake-projects.ts';
import { modrinthPath, serveModrinth } from '../../fake-providers/src/modrinth/serve-modrinth.ts';
import { startTestApi, type TestApi, type TestApiOptions } from './start-test-api.ts';
import type { TestKernels } from './test-kernels.ts';

/** A stand-in for Modrinth, which can be down or slow. */
export interface TestModrinth extends AsyncDisposable {
  url: string;
  /** The projects it lists; tests add to them. */
  projects: FakeProject[];
  /** How many of the next requests fail. */
  failures: number;
  /** The number of requests so far. */
  calls: number;
  /** The User-Agent headers of its clients. */
  userAgents: Set<string>;
  /** Stops sending files half-way until `release`. */
  hold(): void;
  release(): void;
  /** Resolves when the first half of a file has been sent since `hold`. */
  halfSent(): Promise<void>;
}

interface JavaApi {
  modrinth: TestModrinth;
  makers: TestKernels;
  dataDir: string;
  environment?: Record<string, string>;
}

/** An api on a machine with Java 17, whose realms get their servers and add-ons from the stand-ins. */
export function startJavaApi(
  { modrinth, makers, dataDir, environment }: JavaApi,
  again: Pick<TestApiOptions, 'databaseUrl' | 'runtime'> = {},
): Promise<TestApi> {
  return startTestApi({
    ...again,
    // A public site accepts no stand-ins.
    environment: {
      DATA_DIR: dataDir,
      PUBLIC_URL: 'http://realms.localhost',
      MODRINTH_API: modrinth.url,
      ...makers.environment,
      ...environment,
    },
    findJava: async () => [{ path: '/usr/lib/jvm/java-17/bin/java', major: 17 }],
  });
}

export async function startTestModrinth(): Promise<TestModrinth> {
  let gate = Promise.withResolvers<void>();
  let half = Promise.withResolvers<void>();
  gate.resolve();
  const server = Fastify({ forceCloseConnections: true });
  server.addHook('onRequest', async ({ headers }, reply) => {
    modrinth.calls += 1;
    modrinth.userAgents.add(headers['user-agent'] ?? '');
    if (modrinth.failures === 0) return undefined;
    modrinth.failures -= 1;
    return reply.code(503).send('<html>busy');
  });
  server.addHook('onSend', async (_request, _reply, payload) =>
    Buffer.isBuffer(payload) ? Readable.from(inHalves(payload)) : payload,
  );
  async function* inHalves(bytes: Buffer): AsyncGenerator<Buffer> {
    yield bytes.subarray(0, 10);
    half.resolve();
    await gate.promise;
    yield bytes.subarray(10);
  }
  const projects = [...sandboxProjects];
  serveModrinth(server, projects);
  const url = (await server.listen({ host: '127.0.0.1', port: 0 })) + modrinthPath;
  const modrinth: TestModrinth = {
    url,
    projects,
    failures: 0,
    calls: 0,
    userAgents: new Set(),
    hold() {
      gate = Promise.withResolvers();
      half = Promise.withResolvers();
    },
    release: () => gate.resolve(),
    halfSent: () => half.promise,
    async [Symbol.asyncDispose]() {
      gate.resolve();
      await server.close();
    },
  };
  return modrinth;
}
