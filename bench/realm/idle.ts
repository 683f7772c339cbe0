import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, privateMegabytes } from './measure.ts';
import type { Started, Target } from './targets.ts';

/** How many are started at a time. */
const atOnce = 4;

export interface Times {
  /** Milliseconds between the last start and the measurement. */
  settleMs: number;
  /** Milliseconds over which processor time is measured. */
  idleMs: number;
}

/** What one of many costs without players: private memory in MB, processor time in percent of a core. */
export interface IdleCosts {
  meanMegabytes: number;
  mostMegabytes: number;
  meanCpuPercent: number;
  mostCpuPercent: number;
}

/** Starts this many side by side, each in its own folder below `folder`, measures each, and ends them all. */
export async function idleCosts(
  target: Target,
  { folder, count, settleMs, idleMs }: Times & { folder: string; count: number },
): Promise<IdleCosts> {
  const started: Started[] = [];
  try {
    while (started.length < count) {
      const batch = Array.from({ length: Math.min(atOnce, count - started.length) }, () => target.start(folder));
      started.push(...(await Promise.all(batch)));
    }
    await sleep(settleMs);
    const processes = started.map(({ pids }) => pids);
    const before = processes.map(cpuSeconds);
    const began = performance.now();
    await sleep(idleMs);
    const seconds = (performance.now() - began) / 1_000;
    const cpu = processes.map((pids, index) => ((cpuSeconds(pids) - (before[index] ?? 0)) * 100) / seconds);
    const memory = processes.map(privateMegabytes);
    return {
      meanMegabytes: mean(memory),
      mostMegabytes: Math.max(...memory),
      meanCpuPercent: mean(cpu),
      mostCpuPercent: Math.max(...cpu),
    };
  } finally {
    await Promise.all(started.map((each) => each.end()));
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
