import { setTimeout as pause } from 'node:timers/promises';
import { runSql } from '@realmkeep/testkit/sql';
import { BarePod } from './bare-pod.ts';
import type { Installation, RealmOfBench } from './installation.ts';
import { joinOnce, visit } from './players.ts';
import { describeTimes, quantile, type Report } from './report.ts';

const bareEvery = 2;
const [aimMedianMs, aimSlowMs] = [3000, 5000];
/** By how much a realm may take longer than a pod that does nothing, however busy the machine is: it does four times as much. */
const faultRatio = 10;
const withinMs = 60_000;
const askAgainMs = 100;

/** How long a player waits who joins a realm that sleeps and has no pod, beside a pod of the same shape that does nothing until its node says that it runs, in turns. */
export async function proveWake(it: Installation, report: Report, rounds: number): Promise<void> {
  const realm = await it.newRealm();
  await visit(it, realm);
  const idle = await BarePod.like(it, realm);
  const bare: number[] = [];
  const woken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await fallAsleep(it, realm);
    woken.push(await joinOnce(it, realm));
    if (round % bareEvery !== 0) continue;
    bare.push(await idle.start());
    await idle.end();
  }
  report.say(`pod that does nothing, until it runs: ${describeTimes(bare)}`);
  report.say(`wake to joined: ${describeTimes(woken)}; aims: median ${aimMedianMs}, p99 ${aimSlowMs} ms`);
  const ratio = quantile(woken, 0.5) / quantile(bare, 0.5);
  report.say(`ratio of the medians: ${ratio.toFixed(2)}`);
  if (ratio > faultRatio) report.fail(`a wake takes ${ratio.toFixed(1)} times as long as a pod`);
}

/** Returns when it has no pod any more. */
export async function fallAsleep({ cluster, database }: Installation, { id }: RealmOfBench): Promise<void> {
  const signal = AbortSignal.timeout(withinMs);
  while ((await cluster.find('pods', `realm-${id}`)) !== null) {
    // While somebody leaves it is not let to sleep.
    await runSql(database, 'update realms set asleep_at = now() where id = $1 and asleep_at is null', [id]);
    await pause(askAgainMs, undefined, { signal });
  }
}
