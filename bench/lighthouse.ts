import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Flags } from 'lighthouse';
import { interrupt, startProduct } from '@realmkeep/testkit/product';
import { freePort } from '@realmkeep/testkit/free-port';
import { measuredPages, startLighthouse } from '../e2e/lighthouse.ts';
import { manyPlayers } from '@realmkeep/testkit/people';
import { median } from './realm/measure.ts';

/**
 * How fast the pages are on a phone with a slow network according to Lighthouse: the median of five runs each. It measures how long the
 * page keeps the processor busy, so nothing else may run on the machine, and what runs on other machines in real life gets a lower priority:
 * `node bench/lighthouse.ts` after `npm run build`, about five minutes.
 */

const rounds = 5;
const aim = 98;
const settings: Flags = { onlyCategories: ['performance'] };

const folder = await mkdtemp(join(tmpdir(), 'lighthouse-bench-'));
await chmod(folder, 0o711);
await using cleanup = new AsyncDisposableStack();
cleanup.defer(() => rm(folder, { recursive: true, force: true }));
const place = { dataDir: join(folder, 'data'), port: await freePort(), gamePort: await freePort() };
const product = startProduct(place, manyPlayers);
cleanup.defer(async () => {
  interrupt(product);
  await product.ended;
});
await product.started;
const measure = cleanup.use(await startLighthouse(product.url));
standBack();

for (const path of Object.keys(measuredPages) as (keyof typeof measuredPages)[]) {
  const scores: number[] = [];
  while (scores.length < rounds) {
    // Now and then Lighthouse misses the start of a page load, and measures nothing.
    const measured = await measure(path, settings).catch((error: unknown) => console.error(String(error)));
    if (measured) scores.push(measured.scores['performance'] ?? 0);
  }
  console.log(`${path}: ${median(scores)} (${scores.join(', ')}); aim ${aim}`);
}

/**
 * Lowers the priority of everything but the pages: of the product, which runs on another machine in real life; of Lighthouse, which runs on the
 * computer that the phone is plugged into; and of the browsers' graphics and network processes, for which a phone has other cores. Pages are forked
 * from the zygotes, which keep their priority.
 */
function standBack(): void {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(pids.map((pid) => [pid, parentOf(pid)]));
  const isOurs = (pid: number | undefined): boolean =>
    pid === process.pid || (pid !== undefined && isOurs(parents.get(pid)));
  for (const pid of pids) {
    if (!isOurs(pid) || /--type=(?:zygote|renderer)/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) continue;
    // On Linux each thread has its own priority.
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), constants.priority.PRIORITY_LOW);
  }
}

/** @returns undefined for the first process, and for one that has ended in the meantime */
function parentOf(pid: number): number | undefined {
  try {
    const [, parent] = /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return parent === undefined || parent === '0' ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}
