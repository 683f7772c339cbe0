import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { buildStandInJar } from './build-stand-in-jar.ts';

export type JavaKernel = 'paper' | 'purpur' | 'fabric' | 'vanilla';

/** Stands in for the makers of Java servers. */
export interface FakeKernels {
  /** The versions that there are, and the major version of Java that each needs. */
  versions: Readonly<Record<string, number>>;
  /** The newest build of every version; Fabric has a loader of that number. */
  build?: () => string;
  /** The server itself, the same for every version. */
  jar: (kernel: JavaKernel) => Promise<Buffer>;
}

/** The stand-in for the game's server speaks the protocol of 1.16.5. It is compiled when it is first asked for. */
export function createFakeKernels(log: Pick<FastifyBaseLogger, 'warn'>): FakeKernels {
  const built = new Map<boolean, Promise<Buffer>>();
  return {
    versions: { '1.16.5': 8 },
    async jar(kernel) {
      const isPaper = kernel === 'paper' || kernel === 'purpur';
      const jar = built.get(isPaper) ?? build(isPaper);
      built.set(isPaper, jar);
      try {
        return await jar;
      } catch (error) {
        built.delete(isPaper);
        log.warn({ err: error }, "failed to compile the stand-in for the game's server, which needs javac and jar");
        throw error;
      }
    },
  };
}

async function build(isPaper: boolean): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-kernels-'));
  try {
    return await readFile(await buildStandInJar(folder, ...(isPaper ? (['paper'] as const) : [])));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
