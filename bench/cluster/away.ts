import { setTimeout as pause } from 'node:timers/promises';
import { signalApiServer, startApiServer } from '@realmkeep/testkit/cluster/real-cluster';
import { BarePod } from './bare-pod.ts';
import type { Installation } from './installation.ts';
import { joinable, podsOf } from './partition.ts';
import { Builders, visit } from './players.ts';
import { describeTimes, quantile, type Report } from './report.ts';
import { fallAsleep } from './wake.ts';

const realmCount = 4;
const besideMs = 15_000;
const lookEveryMs = 20;
/** No busy machine explains a block that is shown later than this. */
const faultMs = 30_000;
const playWithinMs = 180_000;

const ways: Record<string, { leave: () => Promise<void>; comeBack: () => Promise<void> }> = {
  stopped: { leave: () => signalApiServer('SIGSTOP'), comeBack: () => signalApiServer('SIGCONT') },
  killed: { leave: () => signalApiServer('SIGKILL'), comeBack: startApiServer },
};

/** The API server is down for this long, once silent and once gone, while somebody builds in each realm: they build on, nothing is restarted, and its state is known afterwards. */
export async function proveAway(it: Installation, report: Report, seconds: number): Promise<void> {
  const first = await it.newRealm();
  const realms = [first];
  while (realms.length < realmCount) realms.push(await it.newRealm());
  for (const realm of realms) await visit(it, realm);
  const bare = await BarePod.like(it, first);
  await using builders = new Builders(it, realms);
  await builders.play(realms, playWithinMs);
  for (const [how, { leave, comeBack }] of Object.entries(ways)) {
    const before = await podsOf(it, realms);
    const joins = builders.joins();
    const beside = await longestPauses(builders, besideMs);
    const changes = builders.changes();
    await leave();
    const during = await longestPauses(builders, seconds * 1000);
    const changed = builders.changes() - changes;
    await comeBack();
    const backAt = performance.now();
    const since = (): number => performance.now() - backAt;
    const [bareMs, late] = await Promise.all([bare.start().then(since), it.newRealm()]);
    await joinable(it, realms.length + 1);
    const lateMs = since();
    await visit(it, late);
    await bare.end();
    await fallAsleep(it, late);
    await joinable(it, realms.length);
    await builders.play(realms, playWithinMs);
    const after = await podsOf(it, realms);
    for (const realm of realms)
      if (after.get(realm)?.uid !== before.get(realm)?.uid) report.fail(`${realm.host} has another pod than before`);
    if (builders.joins() !== joins) report.fail(`players joined again: ${builders.joins() - joins} times`);
    report.say(`${how} for ${seconds} s: ${changed} blocks changed by ${realms.length} players, 0 joined again`);
    report.say(
      `longest wait for a block: ${describeTimes(during)}; in ${besideMs / 1000} s before: ${describeTimes(beside)}`,
    );
    report.say(
      `once it is back a pod that does nothing runs after ${bareMs.toFixed(0)} ms, a new realm can be joined after ${lateMs.toFixed(0)} ms`,
    );
    if (quantile(during, 1) > faultMs) report.fail('players did not play on');
  }
  for (const lost of await builders.end()) report.fail(lost);
}

/** @returns for each player the longest time without a block being shown to them */
export async function longestPauses(builders: Builders, forMs: number): Promise<number[]> {
  const end = performance.now() + forMs;
  const each = [...builders.all.values()].map((builder) => ({
    builder,
    changes: builder.changes,
    since: performance.now(),
    longest: 0,
  }));
  while (performance.now() < end) {
    for (const one of each) {
      const now = performance.now();
      one.longest = Math.max(one.longest, now - one.since);
      if (one.builder.changes === one.changes) continue;
      one.changes = one.builder.changes;
      one.since = now;
    }
    await pause(lookEveryMs);
  }
  return each.map(({ longest }) => longest);
}
