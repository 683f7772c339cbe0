import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { echoTimes, flood, pingTimes } from './gateway/measure.ts';
import { report } from './gateway/report.ts';
import type { Result } from './gateway/report.ts';
import { startGateway, startHaproxy, startPipe, startRealm } from './gateway/targets.ts';
import type { Target } from './gateway/targets.ts';

/**
 * The gateway compared with no proxy at all, a bare pipe in Node, and haproxy, all in one run: `node bench/gateway.ts [port]`,
 * where four ports from `port` on are free. All processes share the machine's cores; the rounds are interleaved,
 * so that other load on the machine affects all alike.
 */

const rounds = 5;
const pings = 2000;
const echoes = 4000;

const firstPort = Number(process.argv[2] ?? 22_100);
const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-'));
await using cleanup = new AsyncDisposableStack();
cleanup.defer(() => rm(folder, { recursive: true }));

const direct = await startRealm(firstPort, cleanup);
const targets = [
  direct,
  await startGateway(firstPort + 1, firstPort, folder, cleanup),
  await startPipe(firstPort + 2, firstPort, cleanup),
  await startHaproxy(firstPort + 3, firstPort, folder, cleanup),
].filter((target) => target !== undefined);

for (const target of targets) await measure(target, emptyResult(target));
const results = targets.map(emptyResult);
for (let round = 0; round < rounds; round++) {
  for (const [index, target] of targets.entries()) await measure(target, results[index]);
}
console.log(report(results));

/** One round, added to the target's result. */
async function measure(target: Target, result: Result | undefined): Promise<void> {
  if (!result) return;
  result.ping.push(...(await pingTimes(target, pings)));
  result.echo.push(...(await echoTimes(target, echoes)));
  const { seconds, cpuSeconds, bytes } = await flood(target);
  result.floodSeconds += seconds;
  result.floodBytes += bytes;
  if (result.cpuSeconds !== null) result.cpuSeconds += cpuSeconds;
}

function emptyResult({ name, pid }: Target): Result {
  const cpuSeconds = pid === undefined ? null : 0;
  return { name, ping: [], echo: [], floodSeconds: 0, cpuSeconds, floodBytes: 0 };
}
