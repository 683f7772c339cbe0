import { Readable } from 'node:stream';
import Fastify from 'fastify';
import type { FakeKernels } from '../../fake-providers/src/kernels/fake-kernels.ts';
import { kernelPaths, serveKernels } from '../../fake-providers/src/kernels/serve-kernels.ts';
import { sandboxProjects } from '../../fake-providers/src/modrinth/fake-projects.ts';
import { modrinthPath, serveModrinth } from '../../fake-providers/src/modrinth/serve-modrinth.ts';

/** What a server of jars may do with one. */
export type JarMood =
  | 'whole'
  | 'another'
  | 'short'
  | 'long'
  | 'endless'
  | 'cut off'
  | 'missing'
  | 'redirected elsewhere'
  | 'of another host'
  | 'too large';

/** Stand-ins for the providers of Java servers, which can misbehave. */
export interface TestKernels extends AsyncDisposable {
  /** The environment of an api that uses them. */
  environment: Record<`KERNEL_${'PAPER' | 'PURPUR' | 'FABRIC' | 'MOJANG'}_API`, string>;
  /** The URL at which the same server stands in for Modrinth. */
  modrinth: string;
  /** How it treats every jar from now on. */
  mood: JarMood;
  /** Whether lists are invalid JSON. */
  garbled: boolean;
  /** The number of jars requested so far. */
  downloads: number;
  /** The User-Agent headers of its clients. */
  userAgents: Set<string>;
  /** Stops sending jars half-way until `release`. */
  hold(): void;
  release(): void;
}

/** @param served the jars they offer */
export async function startTestKernels(served: FakeKernels): Promise<TestKernels> {
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const server = Fastify({ forceCloseConnections: true });
  server.addHook('onRequest', async ({ headers }) => void kernels.userAgents.add(headers['user-agent'] ?? ''));
  server.addHook('onSend', async (_request, reply, payload) => {
    if (typeof payload === 'string') return kernels.garbled ? '<html>busy' : announced(payload, kernels.mood);
    kernels.downloads += 1;
    if (kernels.mood === 'missing') reply.code(404);
    if (kernels.mood === 'redirected elsewhere')
      reply.code(302).header('location', base.replace('127.0.0.1', 'localhost'));
    return sent(payload as Buffer, kernels.mood, gate.promise);
  });
  serveKernels(server, served);
  serveModrinth(server, sandboxProjects);
  const base = await server.listen({ host: '127.0.0.1', port: 0 });
  const kernels: TestKernels = {
    environment: {
      KERNEL_PAPER_API: base + kernelPaths.paper,
      KERNEL_PURPUR_API: base + kernelPaths.purpur,
      KERNEL_FABRIC_API: base + kernelPaths.fabric,
      KERNEL_MOJANG_API: base + kernelPaths.vanilla,
    },
    modrinth: base + modrinthPath,
    mood: 'whole',
    garbled: false,
    downloads: 0,
    userAgents: new Set(),
    hold: () => void (gate = Promise.withResolvers<void>()),
    release: () => gate.resolve(),
    async [Symbol.asyncDispose]() {
      gate.resolve();
      await server.close();
    },
  };
  return kernels;
}

/** The description of a jar. */
function announced(answer: string, mood: JarMood): string {
  if (mood === 'too large') return answer.replace(/"size":\d+/, `"size":${300 * 1024 * 1024}`);
  return mood === 'of another host' ? answer.replace(/127\.0\.0\.1(:\d+[\w/]+\/jars\/)/, 'localhost$1') : answer;
}

/** The bytes sent for a jar. */
function sent(jar: Buffer, mood: JarMood, released: Promise<void>): Buffer | Readable | string {
  switch (mood) {
    case 'missing':
    case 'redirected elsewhere':
      return '';
    case 'another':
      return Buffer.concat([Buffer.of((jar[0] ?? 0) ^ 1), jar.subarray(1)]);
    case 'short':
      return jar.subarray(1);
    case 'long':
      return Buffer.concat([jar, Buffer.of(0)]);
    case 'cut off':
      return Readable.from(cutOff(jar));
    case 'endless':
      return Readable.from(endless());
    default:
      return Readable.from(inHalves(jar, released));
  }
}

async function* inHalves(jar: Buffer, released: Promise<void>): AsyncGenerator<Buffer> {
  const half = Math.floor(jar.length / 2);
  yield jar.subarray(0, half);
  await released;
  yield jar.subarray(half);
}

async function* cutOff(jar: Buffer): AsyncGenerator<Buffer> {
  yield jar.subarray(1);
  throw new Error('cut off');
}

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(65_536);
}
