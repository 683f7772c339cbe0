import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Config } from '../config.ts';
import { StartError } from '../start-error.ts';

const run = promisify(execFile);

/** Has Docker load the images that realms run in, of what runs here. The api finds their names in the data folder. @throws StartError */
export async function loadRealmImages({ app, values }: Config, say: (line: string) => void): Promise<void> {
  say('Making the images that realms run in …');
  const program = join(app, 'apps/supervisor/src/images.ts');
  const folder = join(values.DATA_DIR, 'images');
  try {
    await run(process.execPath, [program, '--realm', '--load', values.DOCKER_SOCKET, folder]);
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new StartError(
      `RUNTIME=docker, and Docker at ${values.DOCKER_SOCKET} does not take the images: ${said.slice(-600)}`,
    );
  }
}
