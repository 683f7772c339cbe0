import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFleet } from './chaos/fleet/fleet.ts';
import { runFleet } from './chaos/fleet/run-fleet.ts';

/**
 * Whether a fleet loses anything: `node bench/chaos-fleet.ts [seed]` as root after `npm run build`, with Debian's haproxy and PostgreSQL;
 * some six minutes. Three apis and two gateways, each in a network namespace of its own, one PostgreSQL, and people who build, buy coins and send files
 * piece by piece: each process is killed, stopped and put into a black hole in turn, PostgreSQL restarted twice, realms are killed, and at last
 * everything is restarted one by one. Prints figures, and ends with 1 when coins, blocks or uploads are lost or twice, or a bound is not held,
 * each of which it names. Then the folder is left, with all logs.
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
