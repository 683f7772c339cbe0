import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where realms of the run lie. It goes with the run. */
    realmsFolder: string;
    /** The bundle that the product runs, built from the present sources. */
    realmServer: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const app = join(import.meta.dirname, '..');
  // Built again if the sources have changed since the last build, and not with a test's environment.
  execFileSync('bash', ['-c', 'unset NODE_ENV; source bin/bootstrap.sh; build_programs'], {
    cwd: join(app, '../..'),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const folder = await mkdtemp(join(tmpdir(), 'realm-server-test-'));
  project.provide('realmsFolder', folder);
  project.provide('realmServer', join(app, 'dist/realm-server.cjs'));
  return () => rm(folder, { recursive: true, force: true });
}
