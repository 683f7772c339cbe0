import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, joinOnce, median, privateMegabytes } from './realm/measure.ts';
import { bareNode, realmServer, stockSquid, type Target } from './realm/targets.ts';

/**
 * What a realm costs, compared with bare Node and stock flying-squid in the same run: `node bench/realm.ts`, about four
 * minutes. Cold start is from the start of the process until a real client is in the game; processor until ready is the processor time that the
 * process has used by the time clients may join; memory is private memory (Node's own binary is
 * shared by all its processes, this one included); idle is without players, from 30 s after the start.
 */

const startCount = 5;
const idleAfterMs = 30_000;
const idleMs = 30_000;

const aim = { coldStartMs: 1500, privateMegabytes: 30, idleCpuPercent: 0.1 };

const folder = await mkdtemp(join(tmpdir(), 'realm-bench-'));
await using cleanup = new AsyncDisposableStack();
cleanup.defer(() => rm(folder, { recursive: true, force: true }));

const targets = [bareNode, stockSquid, realmServer];
const starts = new Map(targets.map((target) => [target, [] as number[]]));
const processor = new Map(targets.map((target) => [target, [] as number[]]));
// The first client compiles code that all clients need.
await coldStart(realmServer);
for (let round = 0; round < startCount; round += 1) {
  for (const target of targets) starts.get(target)?.push(await coldStart(target));
}
for (const target of targets) {
  const milliseconds = median(starts.get(target) ?? []);
  const idle = await idleCosts(target);
  console.log(
    `${target.name.padEnd(20)} start ${target === bareNode ? '         ' : 'to joined'} ${milliseconds.toFixed(0).padStart(5)} ms   ` +
      `processor until ready ${(median(processor.get(target) ?? []) * 1_000).toFixed(0).padStart(3)} ms   ` +
      `idle ${idle.privateMegabytes.toFixed(1).padStart(5)} MB private   ${idle.cpuPercent.toFixed(3)} % of a core` +
      (idle.afterPlayMegabytes === null
        ? ''
        : `   ${idle.afterPlayMegabytes.toFixed(1)} MB after a player has been on`),
  );
}
console.log(
  `aims for realm-server: ${aim.coldStartMs} ms, ${aim.privateMegabytes} MB, ${aim.idleCpuPercent} % of a core; median of ${startCount} starts`,
);

/** Milliseconds from the start of the process to a client in the game. */
async function coldStart(target: Target): Promise<number> {
  const began = performance.now();
  const started = await target.start(folder);
  const startMs = performance.now() - began;
  processor.get(target)?.push(cpuSeconds(started.pids));
  const joinMs = started.where === null ? 0 : await joinOnce(started.where, started.behindProxy);
  await started.end();
  return startMs + joinMs;
}

async function idleCosts(
  target: Target,
): Promise<{ privateMegabytes: number; cpuPercent: number; afterPlayMegabytes: number | null }> {
  const started = await target.start(folder);
  const { pids, where, behindProxy } = started;
  await sleep(idleAfterMs);
  const idle = privateMegabytes(pids);
  const before = cpuSeconds(pids);
  await sleep(idleMs);
  const cpuPercent = ((cpuSeconds(pids) - before) * 100_000) / idleMs;
  let afterPlayMegabytes: number | null = null;
  if (where !== null) {
    await joinOnce(where, behindProxy);
    await sleep(idleAfterMs);
    afterPlayMegabytes = privateMegabytes(pids);
  }
  await started.end();
  return { privateMegabytes: idle, cpuPercent, afterPlayMegabytes };
}
