import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DockerClient } from '../src/docker/docker-client.ts';
import { createDockerRuntime, type DockerRuntimeOptions } from '../src/docker/docker-runtime.ts';
import { readRealmImages, type RealmImages } from '../src/docker/realm-images.ts';
import { liveKernels } from '../src/fake/fake-runtime.ts';
import { realmPaths } from '../src/local/folder/realm-paths.ts';
import { readRun } from '../src/local/folder/realm-record.ts';
import { isAlive } from '../src/local/process/process-identity.ts';
import type { RealmRuntime } from '../src/runtime.ts';
import { gone, realmServerApp } from './local-place.ts';

const run = promisify(execFile);
const daemon = '/usr/sbin/dockerd';
const startsWithinMs = 60_000;

/** A Docker of the test's own. */
export interface Engine extends AsyncDisposable {
  socket: string;
  docker: DockerClient;
}

/** The same with the images that realms run in. */
export interface DockerForTest extends Engine {
  images: RealmImages;
}

/**
 * Starts one that shares nothing with any other: folders, socket, and no network, which realms do without. It ends with this process.
 * @returns why there can be none here, for people, otherwise
 */
export async function startEngine(): Promise<Engine | string> {
  if (process.getuid?.() !== 0) return 'Docker needs root';
  if (!existsSync(daemon)) return 'Docker is not installed: apt-get install --no-install-recommends docker.io';
  const root = await mkdtemp(join(tmpdir(), 'realmkeep-docker-'));
  const socket = join(root, 'socket');
  const places = ['--data-root', join(root, 'data'), '--exec-root', join(root, 'exec'), '--pidfile', join(root, 'pid')];
  const network = ['--bridge=none', '--iptables=false', '--ip6tables=false', '--ip-masq=false'];
  const args = [...places, '-H', `unix://${socket}`, ...network];
  const child = spawn('setpriv', ['--pdeathsig', 'TERM', '--', daemon, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (piece: Buffer) => (said = (said + piece.toString()).slice(-2000)));
  const ended = once(child, 'exit');
  const docker = new DockerClient(socket);
  const end = async (): Promise<void> => {
    // What a test that has failed has left would keep its folders.
    const left = await docker.call<{ Id: string }[]>('GET', '/containers/json?all=1').catch(() => []);
    for (const { Id } of left) await docker.call('DELETE', `/containers/${Id}?force=1`).catch(() => null);
    child.kill('SIGTERM');
    await ended;
    await rm(root, { recursive: true, force: true });
  };
  try {
    const deadline = Date.now() + startsWithinMs;
    while (!(await docker.bytes('GET', '/_ping').catch(() => null))) {
      if (child.exitCode !== null) {
        await end();
        return `dockerd does not run here: ${said}`;
      }
      if (Date.now() > deadline) throw new Error(`dockerd does not answer: ${said}`);
      await sleep(20);
    }
    return { socket, docker, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** @returns why there can be none here, for people, otherwise */
export async function startDocker(): Promise<DockerForTest | string> {
  const engine = await startEngine();
  if (typeof engine === 'string') return engine;
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-images-'));
  try {
    const program = fileURLToPath(new URL('../supervisor/src/images.ts', realmServerApp));
    await run(process.execPath, [program, '--realm', '--no-java', '--load', engine.socket, folder]);
    return { ...engine, images: await readRealmImages(folder, fileURLToPath(realmServerApp)) };
  } catch (error) {
    await engine[Symbol.asyncDispose]();
    throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Images {
  forJava: string[];
  nodeFiles(): Promise<Map<string, unknown>>;
  machineFiles(programs: string[], there: Map<string, unknown>): Promise<Map<string, unknown>>;
  realmServerFiles(checkout: string, there: Map<string, unknown>): Promise<Map<string, unknown>>;
  writeImage(folder: string, image: object): Promise<object>;
  loadImage(socket: string, image: object): Promise<boolean>;
}

/** Has it load an image with what starts a server in Java, and no Java, which is 200 MB. @returns its name */
export async function loadImageForJava({ socket }: DockerForTest): Promise<string> {
  const modules = ['contents', 'write-image', 'load-image'].map(async (name) => {
    const { href } = new URL(`../supervisor/src/images/${name}.ts`, realmServerApp);
    return (await import(href)) as Partial<Images>;
  });
  const images = Object.assign({}, ...(await Promise.all(modules))) as Images;
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-image-'));
  try {
    const node = await images.nodeFiles();
    const checkout = fileURLToPath(new URL('../..', realmServerApp));
    const java = await images.machineFiles(images.forJava, node);
    const layers = [node, java, await images.realmServerFiles(checkout, node)];
    const user = { uid: 65_532, gid: 65_532 };
    const plain = { user, entrypoint: [], env: {}, workingDir: '/', labels: {} };
    const image = await images.writeImage(folder, { name: 'realmkeep-realm-java0', layers, ...plain });
    await images.loadImage(socket, image);
    return (image as { reference: string }).reference;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A folder for the realms of a test, to be run by that Docker. */
export interface DockerPlaceForTest extends AsyncDisposable {
  dir: string;
  driver(options?: Partial<DockerRuntimeOptions>): Promise<RealmRuntime>;
  kill(realmId: string): Promise<void>;
}

export async function makeDockerPlace({ socket, images }: DockerForTest): Promise<DockerPlaceForTest> {
  const root = await mkdtemp(join(tmpdir(), 'realmkeep-runtime-'));
  await chmod(root, 0o711);
  const dir = join(root, 'realms');
  return {
    dir,
    driver: (options) => createDockerRuntime({ dir, socket, images, kernels: liveKernels, ...options }),
    kill: async (realmId) => {
      const victim = readRun(realmPaths(dir, realmId))?.pid ?? 0;
      process.kill(victim, 'SIGKILL');
      await gone(() => isAlive(victim));
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
