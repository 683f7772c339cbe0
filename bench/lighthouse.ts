import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Flags } from 'lighthouse';
import { freePort, interrupt, startProduct } from '../apps/supervisor/test/product.ts';
import { measuredPages, startLighthouse } from '../e2e/lighthouse.ts';
import { manyPlayers } from '../e2e/people.ts';
import { median } from './realm/measure.ts';

/**
 * How fast the pages are on a phone with a slow network, as Lighthouse reckons it: the median of five for each. It counts what the
 * processor does, so nothing else may run beside it, and the product, in life on another machine, stands back for the browser:
 * `node bench/lighthouse.ts` after `npm run build`, about five minutes.
 */

const ROUNDS = 5;
const AIM = 98;
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
if (product.process.pid !== undefined) setPriority(product.process.pid, constants.priority.PRIORITY_LOW);
await product.started;
const measure = cleanup.use(await startLighthouse(product.url));

for (const path of Object.keys(measuredPages) as (keyof typeof measuredPages)[]) {
  const scores: number[] = [];
  while (scores.length < ROUNDS) {
    // Now and then Lighthouse misses the beginning of a page, and has measured nothing.
    const measured = await measure(path, settings).catch((fault: unknown) => console.error(String(fault)));
    if (measured) scores.push(measured.scores['performance'] ?? 0);
  }
  console.log(`${path}: ${median(scores)} (${scores.join(', ')}); aim ${AIM}`);
}
