import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'rolldown';
import type { TestProject } from 'vitest/node';
import { programFile } from '../compiled-ahead.ts';
import config from '../rolldown.config.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where realms of the run lie. It goes with the run. */
    realmsFolder: string;
    /** The bundle that the product runs, built from the present sources. */
    realmServer: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'realm-server-test-'));
  const cwd = join(import.meta.dirname, '..');
  await build({ ...config, cwd, logLevel: 'silent', output: { ...config.output, file: join(folder, programFile) } });
  await promisify(execFile)(process.execPath, [join(cwd, 'scripts/compile-ahead.ts'), folder]);
  project.provide('realmsFolder', folder);
  project.provide('realmServer', join(folder, 'realm-server.cjs'));
  return () => rm(folder, { recursive: true, force: true });
}
