import { setTimeout as pause } from 'node:timers/promises';
import { runSql } from '@realmkeep/testkit/sql';
import { BarePod } from './bare-pod.ts';
import type { Installation, RealmOfBench } from './installation.ts';
import { joinOnce, visit } from './players.ts';
import { describeTimes, quantile, type Report } from './report.ts';

const bareEvery = 2;
const [aimMedianMs, aimSlowMs] = [3000, 5000];
/** How many times longer than an idle pod a realm may take, however busy the machine is: it does about four times as much. */
const faultRatio = 10;
const withinMs = 60_000;
const askAgainMs = 100;

/** How long a player who joins a sleeping realm without a pod waits, compared in turn with how long an idle pod of the same shape takes to run. */
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

/** Puts the realm to sleep. Returns when its pod is gone. */
export async function fallAsleep({ cluster, database }: Installation, { id }: RealmOfBench): Promise<void> {
  const signal = AbortSignal.timeout(withinMs);
  while ((await cluster.find('pods', `realm-${id}`)) !== null) {
    // A realm that a player is just leaving does not fall asleep.
    await runSql(database, 'update realms set asleep_at = now() where id = $1 and asleep_at is null', [id]);
    await pause(askAgainMs, undefined, { signal });
  }
}
