import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FakeKernels, JavaKernel } from './fake-kernels.ts';

/** Where each is served, below the origin. */
export const kernelPaths = {
  paper: '/kernels/paper',
  purpur: '/kernels/purpur',
  fabric: '/kernels/fabric',
  vanilla: '/kernels/vanilla',
} as const;

const time = '2025-01-01T00:00:00+00:00';

/**
 * The downloads services of Paper, Purpur, Fabric and the game, as far as the product uses them. A jar's address has the host by which it was asked for.
 * Sources: https://docs.papermc.io/misc/downloads-service/, https://api.purpurmc.org, https://github.com/FabricMC/fabric-meta and https://minecraft.wiki/w/Version_manifest.json
 */
export function serveKernels(server: FastifyInstance, { versions, build = () => '7', jar }: FakeKernels): void {
  const names = Object.keys(versions);

  const sendJar = async (reply: FastifyReply, kernel: JavaKernel) =>
    reply.type('application/java-archive').send(await jar(kernel));
  const serveJars = (scope: FastifyInstance, kernel: JavaKernel) =>
    scope.get<OfVersion>('/jars/:version.jar', async (_request, reply) => sendJar(reply, kernel));

  void server.register(
    async (paper) => {
      paper.addHook('preHandler', async ({ params }) => assertServed('paper', params));
      paper.get('/v3/projects/paper', async () => ({
        project: { id: 'paper', name: 'Paper' },
        versions: { '1.x': [...names, '1.21.9-rc1'] },
      }));
      paper.get<OfVersion>('/v3/projects/paper/versions/:version', async ({ params: { version } }) => {
        const java = { version: { minimum: versions[version] }, flags: { recommended: [] } };
        return { version: { id: version, support: { status: 'SUPPORTED' }, java }, builds: [Number(build())] };
      });
      paper.get<OfVersion>(
        '/v3/projects/paper/versions/:version/builds/latest',
        async ({ host, params: { version } }) => {
          const bytes = await jar('paper');
          const file = {
            name: `paper-${version}-${build()}.jar`,
            checksums: { sha256: hash('sha256', bytes) },
            size: bytes.length,
            url: jarUrl(host, 'paper', version),
          };
          return { id: Number(build()), time, channel: 'STABLE', commits: [], downloads: { 'server:default': file } };
        },
      );
      serveJars(paper, 'paper');
    },
    { prefix: kernelPaths.paper },
  );

  void server.register(
    async (purpur) => {
      purpur.addHook('preHandler', async ({ params }) => assertServed('purpur', params));
      purpur.get('/v2/purpur', async () => ({
        project: 'purpur',
        metadata: { current: names[0] },
        versions: [...names, '1.21.9-rc1'],
      }));
      purpur.get<OfVersion>('/v2/purpur/:version/latest', async ({ params: { version } }) => ({
        project: 'purpur',
        version,
        build: build(),
        result: 'SUCCESS',
        timestamp: Date.parse(time),
        duration: 60_000,
        commits: [],
        metadata: { type: 'STABLE' },
        md5: hash('md5', await jar('purpur')),
      }));
      purpur.get<OfVersion>('/v2/purpur/:version/:build/download', async (_request, reply) => sendJar(reply, 'purpur'));
    },
    { prefix: kernelPaths.purpur },
  );

  void server.register(
    async (fabric) => {
      fabric.addHook('preHandler', async ({ params }) => assertServed('fabric', params));
      fabric.get('/v2/versions/game', async () => [
        { version: '25w01a', stable: false },
        ...names.map((version) => ({ version, stable: true })),
      ]);
      fabric.get('/v2/versions/installer', async () => [
        { url: '', maven: 'net.fabricmc:fabric-installer:1.1.0', version: '1.1.0', stable: true },
      ]);
      fabric.get<OfVersion>('/v2/versions/loader/:version', async () =>
        [`0.17.${build()}-beta`, `0.16.${build()}`].map((version) => ({
          loader: { separator: '.', build: 1, maven: '', version, stable: !version.endsWith('beta') },
          intermediary: {},
          launcherMeta: {},
        })),
      );
      fabric.get<OfVersion>('/v2/versions/loader/:version/:loader/:installer/server/jar', async (_request, reply) =>
        sendJar(reply, 'fabric'),
      );
    },
    { prefix: kernelPaths.fabric },
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

function hash(algorithm: 'md5' | 'sha1' | 'sha256', bytes: Buffer | string): string {
  return createHash(algorithm).update(bytes).digest('hex');
}
