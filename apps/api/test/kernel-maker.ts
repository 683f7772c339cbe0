import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What a service that gives out jars may do with one. */
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

export interface KernelMaker extends AsyncDisposable {
  /** What KERNEL_PAPER_API and KERNEL_MOJANG_API are set to. */
  base: string;
  /** Of every jar that is asked for from now on. */
  mood: JarMood;
  /** Whether lists are no JSON at all. */
  garbled: boolean;
  /** Jars that have been asked for. */
  downloads: number;
  /** Who asked, by his own account. */
  userAgents: Set<string>;
  /** Jars wait half sent until `release`. */
  hold(): void;
  release(): void;
}

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(65_536);
}

const hash = (algorithm: string, bytes: Buffer | string) => createHash(algorithm).update(bytes).digest('hex');

/**
 * Answers as the downloads services of Paper and of the game do, of versions that are all the same jar.
 * Sources: https://docs.papermc.io/misc/downloads-service/ and https://minecraft.wiki/w/Version_manifest.json
 * @param versions and the Java that each needs
 */
export async function startKernelMaker(jar: Buffer, versions: Record<string, number>): Promise<KernelMaker> {
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const server = createServer((request, response) => {
    maker.userAgents.add(request.headers['user-agent'] ?? '');
    const path = request.url ?? '';
    if (path.startsWith('/jars/')) return void sendJar(response);
    const answer = maker.garbled ? '<html>busy' : answerTo(path);
    if (answer === null) return void response.writeHead(404).end('{"error":"not_found"}');
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });

  /** The address of a jar, of which every version has one of its own. */
  const jarUrl = (version: string) =>
    `${maker.mood === 'of another host' ? maker.base.replace('127.0.0.1', 'localhost') : maker.base}/jars/${version}.jar`;
  /** What is told of its size. */
  const told = () => (maker.mood === 'too large' ? 300 * 1024 * 1024 : jar.length);

  function answerTo(path: string): string | null {
    const version = Object.keys(versions).find((name) => path.includes(`/${name}`));
    if (path === '/v3/projects/paper') {
      return JSON.stringify({
        project: { id: 'paper', name: 'Paper' },
        versions: { '1.x': [...Object.keys(versions), '1.21.9-rc1'] },
      });
    }
    if (path === '/mc/game/version_manifest_v2.json') return manifest();
    if (version === undefined) return null;
    if (path === `/v3/projects/paper/versions/${version}`) {
      const java = { version: { minimum: versions[version] }, flags: { recommended: [] } };
      return JSON.stringify({ version: { id: version, support: { status: 'SUPPORTED' }, java }, builds: [7] });
    }
    if (path === `/v3/projects/paper/versions/${version}/builds/latest`) {
      const file = {
        name: `paper-${version}-7.jar`,
        checksums: { sha256: hash('sha256', jar) },
        size: told(),
        url: jarUrl(version),
      };
      const time = '2025-01-01T00:00:00Z';
      return JSON.stringify({ id: 7, time, channel: 'STABLE', commits: [], downloads: { 'server:default': file } });
    }
    return path === `/v1/packages/${version}.json` ? about(version) : null;
  }

  function manifest(): string {
    const list = Object.keys(versions).map((id) => ({
      id,
      type: 'release',
      url: `${maker.base}/v1/packages/${id}.json`,
      time: '2025-01-01T00:00:00+00:00',
      releaseTime: '2025-01-01T00:00:00+00:00',
      sha1: hash('sha1', about(id)),
      complianceLevel: 1,
    }));
    const snapshot = { ...list[0], id: '25w01a', type: 'snapshot' };
    return JSON.stringify({ latest: { release: list[0]?.id, snapshot: '25w01a' }, versions: [snapshot, ...list] });
  }

  function about(version: string): string {
    return JSON.stringify({
      id: version,
      downloads: { server: { sha1: hash('sha1', jar), size: told(), url: jarUrl(version) } },
      javaVersion: { component: 'java-runtime-gamma', majorVersion: versions[version] },
    });
  }

  async function sendJar(response: ServerResponse): Promise<void> {
    maker.downloads += 1;
    const other = Buffer.from(jar);
    other[0] = (other[0] ?? 0) ^ 1;
    switch (maker.mood) {
      case 'missing':
        return void response.writeHead(404).end();
      case 'redirected elsewhere':
        return void response.writeHead(302, { location: maker.base.replace('127.0.0.1', 'localhost') }).end();
      case 'another':
        return void response.end(other);
      case 'short':
        return void response.end(jar.subarray(1));
      case 'long':
        return void response.end(Buffer.concat([jar, Buffer.of(0)]));
      case 'cut off':
        response.writeHead(200, { 'content-length': jar.length });
        return void response.write(jar.subarray(1), () => response.destroy());
      case 'endless':
        return pipeline(Readable.from(endless()), response).catch(() => undefined);
      default: {
        const half = Math.floor(jar.length / 2);
        response.write(jar.subarray(0, half));
        await gate.promise;
        return void response.end(jar.subarray(half));
      }
    }
  }

  const maker: KernelMaker = {
    base: '',
    mood: 'whole',
    garbled: false,
    downloads: 0,
    userAgents: new Set(),
    hold: () => void (gate = Promise.withResolvers<void>()),
    release: () => gate.resolve(),
    async [Symbol.asyncDispose]() {
      gate.resolve();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  maker.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return maker;
}
