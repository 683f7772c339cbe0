import { kubectl, setLink } from '@realmkeep/testkit/cluster/real-cluster';
import type { Installation, RealmOfBench } from './installation.ts';
import { joinable, podsOf } from './partition.ts';
import { joinOnce, visit } from './players.ts';
import { describeTimes, quantile, type Report } from './report.ts';
import { fallAsleep } from './wake.ts';

const lostCount = 20;
const aimMs = 1000;
/** On a busy machine the two medians can differ by this much. */
const faultMs = 5000;

/** Twenty realms are lost with their node: how long it then takes to wake one on the other node, compared with a wake while all is well. */
export async function proveLost(it: Installation, report: Report, rounds: number): Promise<void> {
  const lost: RealmOfBench[] = [];
  await kubectl('cordon', 'node-2');
  for (let index = 0; index < lostCount; index += 1) lost.push(await it.newRealm());
  for (const realm of lost) await visit(it, realm);
  await kubectl('cordon', 'node-1');
  await kubectl('uncordon', 'node-2');
  const other = await it.newRealm();
  await visit(it, other);
  const before = await podsOf(it, lost);

  const well = await wakes(it, other, rounds);
  await setLink('node-1', 'down');
  await joinable(it, 1);
  const beside = await wakes(it, other, rounds);
  for (const [realm, { uid }] of await podsOf(it, lost))
    if (before.get(realm)?.uid !== uid) report.fail(`${realm.host} has another pod than before`);
  await setLink('node-1', 'up');
  await joinable(it, lostCount + 1);
  await kubectl('uncordon', 'node-1');

  report.say(`wake to joined with ${lostCount} realms running elsewhere: ${describeTimes(well)}`);
  report.say(`with these lost: ${describeTimes(beside)}`);
  const delayMs = quantile(beside, 0.5) - quantile(well, 0.5);
  report.say(`delay of the median: ${delayMs.toFixed(0)} ms; aim ${aimMs} ms`);
  if (delayMs > faultMs) report.fail('lost realms delay others');
}

/** @returns how long a player who joined the sleeping realm waited, each time */
export async function wakes(it: Installation, realm: RealmOfBench, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await fallAsleep(it, realm);
    times.push(await joinOnce(it, realm));
  }
  return times;
}
