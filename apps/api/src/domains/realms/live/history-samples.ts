import { historyStepMs, type RealmSample } from '@realmkeep/contract';

/** What a sample takes: players and one more, ticks in hundredths, processor in ten-thousandths of a core, bytes of memory. */
export const sampleBytes = 16;
const noTps = 0xff_ff;

export function stepOf(at: number): number {
  return Math.floor(at / historyStepMs);
}

/** Writes what was so in a step to its place among others; a place of zeros has nothing. */
export function writeSample(
  samples: Buffer,
  place: number,
  { players, tps, cpu, memoryBytes }: Omit<RealmSample, 'at'>,
): void {
  const at = place * sampleBytes;
  samples.writeUInt16LE(Math.min(players + 1, 0xff_ff), at);
  samples.writeUInt16LE(tps === null ? noTps : Math.min(Math.round(tps * 100), noTps - 1), at + 2);
  samples.writeUInt32LE(Math.min(Math.round(cpu * 10_000), 0xff_ff_ff_ff), at + 4);
  samples.writeDoubleLE(memoryBytes, at + 8);
}

/** What was so in a step; null where that is not known. */
export function readSample(samples: Buffer, place: number, step: number): RealmSample | null {
  const at = place * sampleBytes;
  const players = samples.readUInt16LE(at);
  if (players === 0) return null;
  const tps = samples.readUInt16LE(at + 2);
  return {
    at: step * historyStepMs,
    players: players - 1,
    tps: tps === noTps ? null : tps / 100,
    cpu: samples.readUInt32LE(at + 4) / 10_000,
    memoryBytes: samples.readDoubleLE(at + 8),
  };
}
