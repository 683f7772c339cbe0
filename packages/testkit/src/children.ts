import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { becomes } from './becomes.ts';
import type { Place } from './product.ts';

/** The processes that the supervisor keeps, by its own account: the api's, the gateway's, and others. */
export async function childrenOf({ dataDir }: Pick<Place, 'dataDir'>): Promise<number[]> {
  const run = JSON.parse(await readFile(join(dataDir, 'run.json'), 'utf8')) as { children: { pid: number }[] };
  return run.children.map(({ pid }) => pid);
}

export async function apiPid(place: Pick<Place, 'dataDir'>): Promise<number> {
  const [pid] = await childrenOf(place);
  if (pid === undefined) throw new Error('there is no api');
  return pid;
}

/** A kill -9. When this has ended another process runs, which may not answer yet. */
export async function killApi(place: Pick<Place, 'dataDir'>): Promise<void> {
  const pid = await apiPid(place);
  process.kill(pid, 'SIGKILL');
  await becomes(() => apiPid(place).catch(() => pid)).not.toBe(pid);
}
