import { setTimeout as pause } from 'node:timers/promises';
import { kubectl } from '@realmkeep/testkit/cluster/real-cluster';
import { BarePod } from './bare-pod.ts';
import type { Installation, RealmOfBench } from './installation.ts';
import { podsOf } from './partition.ts';
import { Builders, visit } from './players.ts';
import { describeTimes, type Report } from './report.ts';

const realmCount = 4;
const aimMs = 10_000;
const faultMs = 60_000;
const drainedWithin = '180s';
const playWithinMs = 180_000;
const lookEveryMs = 20;

/** Drains the nodes in turn while somebody builds in each realm there: how long the players are out, and whether their blocks survive. */
export async function proveDrain(it: Installation, report: Report, rounds: number): Promise<void> {
  const first = await it.newRealm();
  const realms = [first];
  while (realms.length < realmCount) realms.push(await it.newRealm());
  for (const realm of realms) await visit(it, realm);
  await using builders = new Builders(it, realms);
  const bare = await BarePod.like(it, first);
  const replaced: number[] = [];
  const out: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await builders.play(realms, playWithinMs);
    const before = await podsOf(it, realms);
    const node = round % 2 === 0 ? 'node-1' : 'node-2';
    const moved = realms.filter((realm) => before.get(realm)?.node === node);
    const drained = kubectl(
      'drain',
      node,
      '--force',
      '--ignore-daemonsets',
      '--delete-emptydir-data',
      `--timeout=${drainedWithin}`,
    );
    out.push(...(await Promise.all(moved.map((realm) => outOf(builders, realm)))));
    await drained;
    for (const [realm, { node: now }] of await podsOf(it, moved))
      if (now === node) report.fail(`${realm.host} is on the node that has been drained`);
    await kubectl('uncordon', node);
    await bare.start();
    replaced.push((await bare.end()) + (await bare.start()));
    await bare.end();
  }
  for (const lost of await builders.end()) report.fail(lost);
  report.say(`${rounds} drains, ${out.length} realms moved under play; ${builders.changes()} blocks changed`);
  report.say(`pod that does nothing, from its deletion until another in its place runs: ${describeTimes(replaced)}`);
  report.time('a player is out', out, aimMs, faultMs);
}

/** @returns for how long the realm's player, who is about to be dropped, is out */
async function outOf(builders: Builders, realm: RealmOfBench): Promise<number> {
  const builder = builders.of(realm);
  const signal = AbortSignal.timeout(playWithinMs);
  while (builder.isIn) await pause(lookEveryMs, undefined, { signal });
  const began = performance.now();
  while (!builder.isIn) await pause(lookEveryMs, undefined, { signal });
  return performance.now() - began;
}
