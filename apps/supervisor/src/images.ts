// `node images.ts FOLDER`: writes the images of this checkout, as built, to the folder. bin/images, bin/start and tests run it.
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findJavaRuntimes } from '@realmkeep/runtime/local';
import { smallYoungGeneration } from './children/keep-child.ts';
import {
  builtFile,
  forFolders,
  forPod,
  forPostgres,
  inImage,
  javaFiles,
  machineFiles,
  nobody,
  nodeFiles,
  packageFiles,
  postgresFiles,
  productFiles,
  realmServerFiles,
} from './images/contents.ts';
import type { ImageFiles } from './images/image-files.ts';
import { loadImage } from './images/load-image.ts';
import { sbomOf } from './images/sbom.ts';
import { type WrittenImage, writeImage } from './images/write-image.ts';

const usage = `Usage: bin/images [--realm | --compose] [--no-java] [--load SOCKET] FOLDER
Writes the images of this checkout to FOLDER, each as NAME.tar for docker load or ctr images import, with its parts in NAME.cdx.json:
realmkeep, the product's programs; realmkeep-realm, what runs realms; and that again with each Java that is installed here.
  --realm        only those that run realms
  --compose      in place of realmkeep those of deploy/compose.yaml: realmkeep-api, realmkeep-gateway, realmkeep-postgres,
                 realmkeep-guests
  --no-java      none with a Java
  --load SOCKET  has Docker load what it has not yet, by its socket, and keeps no archives
`;

const apps = ['apps/api', 'apps/gateway', 'apps/guests', 'apps/host', 'apps/fake-providers', 'apps/supervisor'];
const checkout = resolve(import.meta.dirname, '../../..');
const { values, positionals } = readArguments();
const folder = resolve(positionals[0] ?? '');
await mkdir(folder, { recursive: true });
const lockFile = await readFile(join(checkout, 'package-lock.json'), 'utf8');

const node = await nodeFiles();
const realmServer = await realmServerFiles(checkout, node);
/** The default entry point is a pod's. */
const pod = { entrypoint: forPod, env: { REALM_SERVER_DIR: inImage.realmServer } };
/** As the supervisor starts them. */
const forServers = { NODE_OPTIONS: smallYoungGeneration };
const realmParts = ['apps/realm-server', 'apps/host'];
const realm = await write('realmkeep-realm', [node, realmServer], realmParts, pod);
const java: Record<string, string> = {};
for (const { path, major } of values['no-java'] ? [] : await findJavaRuntimes()) {
  const layers = [node, await javaFiles(path, node), realmServer];
  java[path] = (await write(`realmkeep-realm-java${major}`, layers, realmParts, pod)).reference;
}
const compose = values.compose ? await writeForCompose() : undefined;
if (!values.realm && !values.compose) await writeProduct('realmkeep', []);
const list = { realm: realm.reference, java, node: inImage.node, realmServer: inImage.realmServer, compose };
await writeFile(join(folder, 'images.json.new'), `${JSON.stringify(list, null, 2)}\n`);
await rename(join(folder, 'images.json.new'), join(folder, 'images.json'));

async function writeProduct(name: string, programs: readonly string[]): Promise<string> {
  const machine = programs.length > 0 ? [await machineFiles(programs, node)] : [];
  const layers = [node, ...machine, await packageFiles(checkout, node), await productFiles(checkout)];
  return (await write(name, layers, apps, { entrypoint: [inImage.node], env: forServers })).reference;
}

/** One for each service: what changes in one of them leaves the others as they are. */
async function writeForCompose() {
  const gateway = { entrypoint: [inImage.node, inImage.gateway], env: forServers };
  const database = { entrypoint: [inImage.node, inImage.database], env: {} };
  const guests = { entrypoint: [inImage.node, inImage.guestsCluster], env: {} };
  const server = [node, await machineFiles(forPostgres, node), await postgresFiles(checkout, node)];
  const postgres = [...server, await builtFile(checkout, inImage.database)];
  const doors = [inImage.guestsCluster, inImage.guests].map((path) => builtFile(checkout, path));
  const realms = [...server, ...(await Promise.all(doors))];
  const player = [node, await builtFile(checkout, inImage.gateway)];
  return {
    api: await writeProduct('realmkeep-api', forFolders),
    gateway: (await write('realmkeep-gateway', player, ['apps/gateway'], gateway)).reference,
    guests: (await write('realmkeep-guests', realms, ['packages/postgres', 'apps/guests'], guests)).reference,
    postgres: (await write('realmkeep-postgres', postgres, ['packages/postgres'], database)).reference,
  };
}

async function write(
  name: string,
  layers: ImageFiles[],
  parts: readonly string[],
  { entrypoint, env }: { entrypoint: string[]; env: Record<string, string> },
): Promise<WrittenImage> {
  const labels = { 'org.opencontainers.image.title': name };
  const image = await writeImage(folder, {
    name,
    layers,
    user: nobody,
    entrypoint,
    env: { NODE_ENV: 'production', ...env },
    workingDir: inImage.app,
    labels,
  });
  const sbom = sbomOf({ name, reference: image.reference }, lockFile, parts, process.versions.node);
  await writeFile(join(folder, `${name}.cdx.json`), sbom);
  const loaded = values.load !== undefined && (await loadImage(values.load, image));
  if (values.load !== undefined) await rm(image.archive);
  process.stdout.write(`${image.reference}${loaded ? ' (loaded)' : ''}\n`);
  return image;
}

function readArguments() {
  const options = {
    realm: { type: 'boolean' },
    compose: { type: 'boolean' },
    'no-java': { type: 'boolean' },
    load: { type: 'string' },
  } as const;
  try {
    const read = parseArgs({ options, allowPositionals: true });
    if (read.positionals.length !== 1) throw new Error('one folder is needed');
    return read;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return process.exit(2);
  }
}
