import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { FakeKernels, JavaKernel } from './fake-kernels.ts';

/** Where each is served, below the origin. */
export const kernelPaths = { paper: '/kernels/paper', vanilla: '/kernels/vanilla' } as const;

const time = '2025-01-01T00:00:00+00:00';

/**
 * The downloads services of Paper and of the game, as far as the product uses them. A jar's address has the host by which it was asked for.
 * Sources: https://docs.papermc.io/misc/downloads-service/ and https://minecraft.wiki/w/Version_manifest.json
 */
export function serveKernels(server: FastifyInstance, { versions, jar }: FakeKernels): void {
  const names = Object.keys(versions);

  const serveJars = (scope: FastifyInstance, kernel: JavaKernel) =>
    scope.get<OfVersion>('/jars/:version.jar', async (_request, reply) =>
      reply.type('application/java-archive').send(await jar(kernel)),
    );

  void server.register(
    async (paper) => {
      paper.addHook('preHandler', async ({ params }) => assertServed('paper', params));
      paper.get('/v3/projects/paper', async () => ({
        project: { id: 'paper', name: 'Paper' },
        versions: { '1.x': [...names, '1.21.9-rc1'] },
      }));
      paper.get<OfVersion>('/v3/projects/paper/versions/:version', async ({ params: { version } }) => {
        const java = { version: { minimum: versions[version] }, flags: { recommended: [] } };
        return { version: { id: version, support: { status: 'SUPPORTED' }, java }, builds: [7] };
      });
      paper.get<OfVersion>(
        '/v3/projects/paper/versions/:version/builds/latest',
        async ({ host, params: { version } }) => {
          const bytes = await jar('paper');
          const file = {
            name: `paper-${version}-7.jar`,
            checksums: { sha256: hash('sha256', bytes) },
            size: bytes.length,
            url: jarUrl(host, 'paper', version),
          };
          return { id: 7, time, channel: 'STABLE', commits: [], downloads: { 'server:default': file } };
        },
      );
      serveJars(paper, 'paper');
    },
    { prefix: kernelPaths.paper },
  );

  void server.register(
    async (vanilla) => {
      vanilla.addHook('preHandler', async ({ params }) => assertServed('vanilla', params));
      vanilla.get('/mc/game/version_manifest_v2.json', async ({ host }) => {
        const releases = await Promise.all(
          names.map(async (id) => ({
            id,
            type: 'release',
            url: `http://${host}${kernelPaths.vanilla}/v1/packages/${id}.json`,
            time,
            releaseTime: time,
            sha1: hash('sha1', await about(host, id)),
            complianceLevel: 1,
          })),
        );
        const snapshot = { ...releases[0], id: '25w01a', type: 'snapshot' };
        return { latest: { release: names[0], snapshot: snapshot.id }, versions: [snapshot, ...releases] };
      });
      vanilla.get<OfVersion>('/v1/packages/:version.json', async ({ host, params: { version } }, reply) =>
        reply.type('application/json').send(await about(host, version)),
      );
      serveJars(vanilla, 'vanilla');
    },
    { prefix: kernelPaths.vanilla },
  );

  /** Nothing is listed that cannot be had. @throws 404 for an unknown version */
  async function assertServed(kernel: JavaKernel, params: unknown): Promise<void> {
    await jar(kernel);
    const { version } = params as Partial<OfVersion['Params']>;
    if (version !== undefined && !names.includes(version)) {
      throw Object.assign(new Error('There is no such version'), { statusCode: 404 });
    }
  }

  /** A text, as its hash is announced. */
  async function about(host: string, version: string): Promise<string> {
    const bytes = await jar('vanilla');
    return JSON.stringify({
      id: version,
      downloads: {
        server: { sha1: hash('sha1', bytes), size: bytes.length, url: jarUrl(host, 'vanilla', version) },
      },
      javaVersion: { component: 'java-runtime-gamma', majorVersion: versions[version] },
    });
  }
}

interface OfVersion {
  Params: { version: string };
}

function jarUrl(host: string, kernel: JavaKernel, version: string): string {
  return `http://${host}${kernelPaths[kernel]}/jars/${version}.jar`;
}

function hash(algorithm: 'sha1' | 'sha256', bytes: Buffer | string): string {
  return createHash(algorithm).update(bytes).digest('hex');
}
