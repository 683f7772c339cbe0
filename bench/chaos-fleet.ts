import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFleet } from './chaos/fleet/fleet.ts';
import { runFleet } from './chaos/fleet/run-fleet.ts';

/**
 * Checks that a fleet loses nothing: `node bench/chaos-fleet.ts [seed]` as root after `npm run build`, with Debian's haproxy and PostgreSQL;
 * about two minutes. Three apis and two gateways, each in its own network namespace, share one PostgreSQL while people build, buy coins and upload
 * files in pieces. Every process is killed, stopped and black-holed in turn, PostgreSQL is restarted twice, realms are killed, and finally
 * everything is restarted one by one. Prints figures, and exits with 1 when coins, blocks or uploads are lost or duplicated, or a bound is exceeded;
 * each is named. In that case the folder with all logs is kept.
 */

const [seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const begun = Date.now();
const seconds = () => Math.round((Date.now() - begun) / 1_000);

const folder = await mkdtemp(join(tmpdir(), 'realmkeep-fleet-'));
await chmod(folder, 0o711);
{
  await using fleet = await startFleet(folder);
  console.log(`seed ${seed}: ${fleet.apis.length} apis, ${fleet.gateways.length} gateways in ${folder}`);
  const { lines, problems } = await runFleet(fleet, seed, (words) => console.log(`${seconds()} s: ${words}`));
  for (const line of lines) console.log(line);
  for (const problem of problems) console.log(`PROBLEM: ${problem}`);
  console.log(`${problems.length === 0 ? 'All held' : `${problems.length} problems`}, in ${seconds()} s.`);
  if (problems.length > 0) process.exitCode = 1;
}
if (!process.exitCode) await rm(folder, { recursive: true, force: true });
