import { cp, mkdir, copyFile, chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { pod } from '../../../../rolldown.config.ts';
import type { Image } from './nodes.ts';

const realmServer = fileURLToPath(new URL('../../../../apps/realm-server', import.meta.url));

/** What the image `realmkeep-realm` holds (docs/decisions/089-images.md), in a folder, with the first process of pods from its present sources. */
export async function makeImage(folder: string): Promise<Image> {
  const program = join(folder, 'realm-server');
  await mkdir(program, { recursive: true });
  await cp(join(realmServer, 'dist'), join(program, 'dist'), { recursive: true });
  await copyFile(join(realmServer, 'launch.json'), join(program, 'launch.json'));
  await build({ ...pod, logLevel: 'silent', output: { ...pod.output, dir: join(folder, 'host') } });
  const node = join(folder, 'node');
  await copyFile(process.execPath, node);
  for (const name of ['.', ...(await readdir(folder, { recursive: true }))]) await chmod(join(folder, name), 0o755);
  const entry = join(folder, 'host', 'pod.js');
  return { entrypoint: [node, '--disable-sigusr1', entry], env: { NODE_ENV: 'production', REALM_SERVER_DIR: program } };
}
