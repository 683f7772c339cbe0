import { setTimeout as pause } from 'node:timers/promises';
import { apiPid } from '@realmkeep/testkit/children';
import { testCluster } from '@realmkeep/testkit/cluster/config';
import { cpuSeconds, privateMegabytes, residentMegabytes } from '../realm/measure.ts';
import { longestPauses } from './away.ts';
import type { Installation, RealmOfBench } from './installation.ts';
import { wakes } from './lost.ts';
import { joinable } from './partition.ts';
import { Builders, visit } from './players.ts';
import { describeTimes, type Report } from './report.ts';

const madeAtOnce = 8;
const aimMegabytes = 250;
const restMs = 30_000;
const runWithinMs = 30 * 60_000;
const wakeRounds = 10;
const watchedMs = 20_000;
const playWithinMs = 180_000;
const [aimWakeMs, faultWakeMs] = [5000, 60_000];

/** This many idle realms run on two nodes: what the api costs, how soon a new one finds them all, and how long one more, a real one, takes to wake. */
export async function proveMany(it: Installation, report: Report, count: number): Promise<void> {
  const began = performance.now();
  for (let made = 0; made < count; made += madeAtOnce)
    await Promise.all(Array.from({ length: Math.min(madeAtOnce, count - made) }, () => it.newRealm()));
  await joinable(it, count, runWithinMs);
  report.say(`${count} realms, made ${madeAtOnce} at a time, run after ${seconds(began)} s`);
  await sayCost(it, report);

  const before = await podsByNode(it);
  const killedAt = performance.now();
  await it.startAnew(testCluster.image);
  await joinable(it, count);
  report.say(`killed with its supervisor and started anew, the product finds all after ${seconds(killedAt)} s`);
  const last = await it.newRealm();
  await visit(it, last);
  const woken = await wakes(it, last, wakeRounds);
  await sayCost(it, report);
  const after = await podsByNode(it);
  const lost = [...before].filter(([uid]) => !after.has(uid));
  if (before.size !== count || lost.length > 0) report.fail(`of ${before.size} pods ${lost.length} are gone`);
  const onNode = Map.groupBy(before.values(), (node) => node);
  report.say(`by their nodes: ${[...onNode].map(([node, those]) => `${node} ${those.length}`).join(', ')}`);
  report.time('wake to joined of one more', woken, aimWakeMs, faultWakeMs);
  await killUnderPlay(it, report, last);
}

/** Players notice nothing when the api is killed. */
async function killUnderPlay(it: Installation, report: Report, realm: RealmOfBench): Promise<void> {
  await using builders = new Builders(it, [realm]);
  await builders.play([realm], playWithinMs);
  const joins = builders.joins();
  const beside = await longestPauses(builders, watchedMs);
  const watched = longestPauses(builders, watchedMs);
  process.kill(await apiPid(it.place), 'SIGKILL');
  report.say(
    `api killed under play, longest wait for a block: ${describeTimes(await watched)}; before: ${describeTimes(beside)}`,
  );
  await builders.play([realm], playWithinMs);
  if (builders.joins() !== joins) report.fail('the player was cut off');
  for (const lost of await builders.end()) report.fail(lost);
}

/** Reports what the api costs while everything is idle. */
async function sayCost({ place }: Installation, report: Report): Promise<void> {
  const pid = await apiPid(place);
  const before = cpuSeconds([pid]);
  await pause(restMs);
  const cores = ((cpuSeconds([pid]) - before) * 1000) / restMs;
  const { now, most } = residentMegabytes(pid);
  const own = privateMegabytes([pid]);
  report.say(
    `api: ${now.toFixed(0)} MB resident, ${own.toFixed(0)} of them its own, ${most.toFixed(0)} at most; ${(cores * 100).toFixed(1)} % of a core; aim ${aimMegabytes} MB`,
  );
  if (now > aimMegabytes) report.fail(`the api takes ${now.toFixed(0)} MB`);
}

/** The node of each pod, by the pod's uid. */
async function podsByNode({ cluster }: Installation): Promise<Map<string, string>> {
  return new Map((await cluster.all('pods')).map(({ metadata, spec }) => [metadata.uid, spec.nodeName]));
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0);
}
