import { setTimeout as pause } from 'node:timers/promises';
import { kubectl, setLink } from '@realmkeep/testkit/cluster/real-cluster';
import type { Installation, RealmOfBench } from './installation.ts';
import { Builders, visit } from './players.ts';
import { describeTimes, type Report } from './report.ts';
import { WorldWriters } from './world-writers.ts';

const outOfService = 'node.kubernetes.io/out-of-service';
/** In every seventh round the cluster is told that the node is off, although it runs on. */
const goneEvery = 7;
const realmCount = 4;
const aimElsewhereMs = 30_000;
const faultElsewhereMs = 120_000;
/** A client leaves a server that has been silent for half a minute, and only then can it come back. */
const backWithinMs = 180_000;
const toldWithinMs = 120_000;
const lookEveryMs = 100;

/**
 * A node is cut off from the network together with its realms and their players, again and again. Either it comes back, or the cluster is told that
 * it is off although it runs on, so that its realms start elsewhere beside the unreachable ones. No block is lost, and no run writes a world that
 * another has claimed.
 */
export async function provePartition(it: Installation, report: Report, rounds: number): Promise<void> {
  const realms: RealmOfBench[] = [];
  for (let index = 0; index < realmCount; index += 1) realms.push(await it.newRealm());
  for (const realm of realms) await visit(it, realm);
  const folders = new Map<RealmOfBench, string>();
  for (const realm of realms) folders.set(realm, await it.folderOf(realm));
  using writers = new WorldWriters(folders);
  await using builders = new Builders(it, realms);
  await builders.play(realms, backWithinMs);

  const elsewhere: number[] = [];
  const back: number[] = [];
  let cut = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const before = await podsOf(it, realms);
    const nodes = realms.map((realm) => before.get(realm)?.node ?? '');
    const node = nodes[round % realmCount] ?? '';
    const away = realms.filter((realm) => before.get(realm)?.node === node);
    const others = realms.filter((realm) => !away.includes(realm));
    await setLink(node, 'down');
    cut += away.length;
    await joinable(it, others.length);
    await builders.play(others, backWithinMs);
    if (round % goneEvery === 0) {
      await kubectl('wait', '--for=condition=Ready=Unknown', `node/${node}`, `--timeout=${toldWithinMs / 1000}s`);
      const began = performance.now();
      await kubectl('taint', 'node', node, `${outOfService}=nodeshutdown:NoExecute`);
      for (const realm of away) await startedElsewhere(it, realm, node);
      await joinable(it, realms.length);
      elsewhere.push(performance.now() - began);
      await builders.play(realms, backWithinMs);
      await setLink(node, 'up');
      await kubectl('taint', 'node', node, `${outOfService}-`);
      await kubectl('wait', '--for=condition=Ready', `node/${node}`, `--timeout=${toldWithinMs / 1000}s`);
    } else {
      for (const [realm, { uid }] of before) {
        const present = (await podsOf(it, [realm])).get(realm);
        if (present?.uid !== uid) report.fail(`${realm.host} was given another pod while its node was cut off`);
      }
      const began = performance.now();
      await setLink(node, 'up');
      await joinable(it, realms.length);
      await builders.play(realms, backWithinMs);
      back.push(performance.now() - began);
    }
    for (const lost of builders.lost()) report.fail(lost);
    if (!report.isWell) break;
  }
  await builders.end();
  // A new run shows what each world has on disk.
  const last = await podsOf(it, realms);
  for (const { id } of realms) await it.cluster.remove('pods', `realm-${id}`);
  for (const [{ id }, { uid }] of last) {
    const signal = AbortSignal.timeout(toldWithinMs);
    await it.cluster.podBecomes(`realm-${id}`, (pod) => pod?.metadata.uid !== uid, signal);
  }
  for (const lost of await builders.look(backWithinMs)) report.fail(lost);
  const seen = writers.end();
  for (const problem of writers.problems) report.fail(problem);
  report.say(
    `${rounds} partitions, realms cut off ${cut} times with a player each; ${builders.changes()} blocks changed`,
  );
  report.say(`fencing tokens that worlds have seen: ${seen.join(', ')}; looks at two runs of one: ${writers.together}`);
  report.say(`back with their nodes, players playing: ${describeTimes(back)}`);
  report.time('all elsewhere after the node was declared gone', elsewhere, aimElsewhereMs, faultElsewhereMs);
}

async function startedElsewhere({ cluster }: Installation, { id }: RealmOfBench, node: string): Promise<void> {
  const signal = AbortSignal.timeout(toldWithinMs);
  const isElsewhere = (name?: string): boolean => name !== undefined && name !== node;
  await cluster.podBecomes(`realm-${id}`, (pod) => isElsewhere(pod?.spec.nodeName), signal);
}

/** Waits until the product says that this many realms can be joined: lost ones cannot. */
export async function joinable({ url }: Installation, count: number, withinMs = toldWithinMs): Promise<void> {
  const signal = AbortSignal.timeout(withinMs);
  for (;;) {
    const { data } = (await (await fetch(`${url}/api/site/now`)).json()) as { data: { realms: number } };
    if (data.realms === count) return;
    await pause(lookEveryMs, undefined, { signal });
  }
}

export async function podsOf(
  { cluster }: Installation,
  realms: readonly RealmOfBench[],
): Promise<Map<RealmOfBench, { uid: string; node: string }>> {
  const found = new Map<RealmOfBench, { uid: string; node: string }>();
  for (const realm of realms) {
    const pod = await cluster.find('pods', `realm-${realm.id}`);
    if (pod) found.set(realm, { uid: pod.metadata.uid, node: pod.spec.nodeName });
  }
  return found;
}
