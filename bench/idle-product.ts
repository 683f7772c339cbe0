import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { interrupt, startProduct } from '@realmkeep/testkit/product';
import { freePort } from '@realmkeep/testkit/free-port';
import { cpuSeconds, median, privateMegabytes } from './realm/measure.ts';

/**
 * What the idle product costs: `node bench/idle-product.ts` after `npm run build`, about three minutes. Prints for each of its processes the private
 * memory half a minute after it reports that it is running, the processor time it has used until then, and how much of a core it uses
 * afterwards; PostgreSQL is not counted.
 */

const starts = 5;
const idleAfterMs = 30_000;
const programs = ['supervisor', 'api', 'gateway', 'fake-providers'] as const;

const folder = await mkdtemp(join(tmpdir(), 'idle-bench-'));
await chmod(folder, 0o711);
await using cleanup = new AsyncDisposableStack();
cleanup.defer(() => rm(folder, { recursive: true, force: true }));
const place = { dataDir: join(folder, 'data'), port: await freePort(), gamePort: await freePort() };

const figures = new Map(
  programs.map((name) => [name, { megabytes: [] as number[], seconds: [] as number[], share: [] as number[] }]),
);
// The first start creates the database and does not count.
for (let start = 0; start <= starts; start += 1) {
  const product = startProduct(place);
  await product.started;
  if (start > 0) {
    const processes = await processesOf(product.process.pid ?? 0);
    const begun = processes.map(([, pid]) => cpuSeconds([pid]));
    await sleep(idleAfterMs);
    for (const [n, [name, pid]] of processes.entries()) {
      const until = begun[n] ?? 0;
      figures.get(name)?.megabytes.push(privateMegabytes([pid]));
      figures.get(name)?.seconds.push(until);
      figures.get(name)?.share.push((cpuSeconds([pid]) - until) / (idleAfterMs / 1000));
    }
  }
  interrupt(product);
  await product.ended;
}
const of = (name: (typeof programs)[number]): number => median(figures.get(name)?.megabytes ?? []);
for (const [name, { seconds, share }] of figures) {
  const used = `${median(seconds).toFixed(2)} s of processor to start, then ${(median(share) * 100).toFixed(2)} % of a core`;
  console.log(`${name.padEnd(14)} ${of(name).toFixed(1).padStart(6)} MB private   ${used}`);
}
const together = of('supervisor') + of('api') + of('gateway');
console.log(`supervisor, api and gateway together ${together.toFixed(0)} MB; aim 180; median of ${starts} starts`);

/** The supervisor, and those of the product's programs that it has started. */
async function processesOf(supervisor: number): Promise<[(typeof programs)[number], number][]> {
  const children = await readFile(`/proc/${supervisor}/task/${supervisor}/children`, 'utf8');
  const found: [(typeof programs)[number], number][] = [];
  for (const pid of [supervisor, ...children.trim().split(' ').map(Number)]) {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    const name = programs.find((each) => words.includes(`/apps/${each}/dist/main.js`));
    if (name) found.push([name, pid]);
  }
  return found;
}
