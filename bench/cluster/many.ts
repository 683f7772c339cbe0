import { setTimeout as pause } from 'node:timers/promises';
import { apiPid } from '@realmkeep/testkit/children';
import { testCluster } from '@realmkeep/testkit/cluster/config';
import { cpuSeconds, privateMegabytes, residentMegabytes } from '../realm/measure.ts';
import type { Installation } from './installation.ts';
import { wakes } from './lost.ts';
import { joinable } from './partition.ts';
import { visit } from './players.ts';
import type { Report } from './report.ts';

const madeAtOnce = 8;
const aimMegabytes = 250;
const restMs = 30_000;
const runWithinMs = 30 * 60_000;
const wakeRounds = 10;
const [aimWakeMs, faultWakeMs] = [5000, 60_000];

/** So many realms run on two nodes, and do nothing: what the api takes, how soon another finds them, and how long one more takes to wake, which is whole. */
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
}

/** What the api takes while nobody does anything. */
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

/** By their ids. */
async function podsByNode({ cluster }: Installation): Promise<Map<string, string>> {
  return new Map((await cluster.all('pods')).map(({ metadata, spec }) => [metadata.uid, spec.nodeName]));
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0);
}
