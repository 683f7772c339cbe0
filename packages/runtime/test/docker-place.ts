import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type DockerEngine, startDockerEngine } from '@realmkeep/testkit/docker-engine';
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

/** A Docker Engine for the tests, with the images that realms run in. */
export interface DockerForTest extends DockerEngine {
  docker: DockerClient;
  images: RealmImages;
}

/** Starts Docker. @returns it, or a sentence that says why it cannot run here */
export async function startDocker(): Promise<DockerForTest | string> {
  const engine = await startDockerEngine();
  if (typeof engine === 'string') return engine;
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-images-'));
  try {
    const program = fileURLToPath(new URL('../supervisor/src/images.ts', realmServerApp));
    await run(process.execPath, [program, '--realm', '--no-java', '--load', engine.socket, folder]);
    const docker = new DockerClient(engine.socket);
    return { ...engine, docker, images: await readRealmImages(folder, fileURLToPath(realmServerApp)) };
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

/** Loads an image with everything that starts a Java server except Java itself, which is 200 MB. @returns its name */
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

/** A folder for a test's realms, which that Docker runs. */
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
