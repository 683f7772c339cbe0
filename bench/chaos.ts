import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interrupt, startProduct } from '@realmkeep/testkit/product';
import { freePort } from '@realmkeep/testkit/free-port';
import { createRealm, logIn, manyPlayers, register } from '@realmkeep/testkit/people';
import { runChaos } from './chaos/run-chaos.ts';

/**
 * Checks that worlds, processes and players survive kill -9 of the api, the gateway and realms, in an order derived from a seed:
 * `node bench/chaos.ts [seed] [kills] [mean seconds between them]` after `npm run build`; two minutes by default. Prints figures, and
 * exits with 1 when a block is lost, a realm runs twice, or a realm has no player for more than 10 s. In that case the data folder is
 * kept.
 */

const realmCount = 4;
const [seed = Date.now() % 1_000_000, kills = 40, pause = 3] = process.argv.slice(2).map(Number);

const folder = await mkdtemp(join(tmpdir(), 'realmkeep-chaos-'));
await chmod(folder, 0o711);
const place = { dataDir: join(folder, 'data'), port: await freePort(), gamePort: await freePort() };
const product = startProduct(place, [
  ...manyPlayers,
  '--require-chat-link',
  'false',
  '--max-logins-per-minute',
  '10000',
]);
await product.started;
console.log(`seed ${seed}: ${kills} kills, one every ${pause} s, ${realmCount} realms in ${folder}`);
try {
  const realms = new Map<string, string>();
  for (let index = 0; index < realmCount; index += 1) {
    await register(product.url, `Chaos_owner_${index}`);
    const { token } = await logIn(product.url, `Chaos_owner_${index}`);
    realms.set(await createRealm(product.url, token, `chaos-${index}`), `chaos-${index}.localhost`);
  }
  const how = { seed, kills, killEveryMs: pause * 1_000, backWithinMs: 10_000 };
  const { problems, ...figures } = await runChaos({ ...place, realms }, how);
  console.log(figures);
  for (const problem of problems) console.log(`PROBLEM: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  interrupt(product);
  await product.ended;
}
if (!process.exitCode) await rm(folder, { recursive: true, force: true });
