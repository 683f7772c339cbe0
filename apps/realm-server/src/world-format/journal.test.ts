import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RegionFile } from './region-file.ts';
import { endJournal, type Images, recoverWorld, regionAt, writeTogether } from './journal.ts';

const [ada, bob] = ['7f3c1b52-6a0e-4a58-9d13-6f5b1c2d3e4f', '1c2d3e4f-6a0e-4a58-9d13-6f5b7f3c1b52'];
const [near, far] = ['r.0.0.mca', 'DIM-1/r.-1.0.mca'];
let world: string;
let lines: string[];

beforeEach(() => {
  world = mkdtempSync(join(tmpdir(), 'journal-'));
  for (const folder of ['region', 'DIM-1/region', 'playerdata']) mkdirSync(join(world, folder), { recursive: true });
  lines = [];
});

afterEach(() => {
  rmSync(world, { recursive: true, force: true });
});

function regions(): (name: string) => RegionFile {
  const open = new Map<string, RegionFile>();
  return (name) => {
    const region = open.get(name) ?? regionAt(world, name);
    open.set(name, region);
    return region;
  };
}

/** Two players and two chunks of each of two regions, all of which say the same. */
function imagesSaying(word: string): Images {
  const chunks = (): Map<number, Buffer> =>
    new Map([
      [3, Buffer.from(word)],
      [1023, Buffer.from(word.repeat(2000))],
    ]);
  return {
    players: new Map([ada, bob].map((uuid) => [uuid, Buffer.from(word)])),
    regions: new Map([near, far].map((name) => [name, chunks()])),
  };
}

function said(): string[] {
  const words = [ada, bob].map((uuid) => readFileSync(join(world, 'playerdata', `${uuid}.dat`), 'utf8'));
  for (const name of [near, far]) {
    const region = regionAt(world, name);
    words.push(String(region.read(3)), String(region.read(1023)?.subarray(0, 3)));
  }
  return [...new Set(words)];
}

const recover = (): Promise<void> =>
  recoverWorld(
    world,
    () => undefined,
    (line) => lines.push(line),
  );

test('whenever a process is killed, all that it wrote together is there or nothing of it', async () => {
  const region = regions();
  await writeTogether(world, imagesSaying('old'), region, () => undefined);
  const outcomes: string[] = [];
  for (let steps = 0; outcomes.at(-1) !== 'whole'; steps += 1) {
    let left = steps;
    const written = writeTogether(world, imagesSaying('new'), regions(), () => {
      left -= 1;
      if (left < 0) throw new Error('killed');
    });
    const wasKilled = await written.then(
      () => false,
      () => true,
    );
    await recover();
    expect(said()).toEqual([steps === 0 ? 'old' : 'new']);
    outcomes.push(wasKilled ? 'killed' : 'whole');
    await writeTogether(world, imagesSaying('old'), regions(), () => undefined);
    expect(said()).toEqual(['old']);
  }
  expect(outcomes.length).toBeGreaterThan(6);
  expect(lines).toEqual([]);
});

test('an old journal does not undo what was written later', async () => {
  await writeTogether(world, imagesSaying('old'), regions(), () => undefined);
  const alone: Images = { regions: new Map(), players: new Map([[ada, Buffer.from('new')]]) };
  await writeTogether(world, alone, regions(), () => undefined);
  await recover();
  expect(readFileSync(join(world, 'playerdata', `${ada}.dat`), 'utf8')).toBe('new');
  await writeTogether(world, imagesSaying('old'), regions(), () => undefined);
  await endJournal(world);
  expect(existsSync(join(world, 'journal'))).toBe(false);
  await endJournal(world);
});

test('a journal that is damaged, or names other files, is passed over', async () => {
  await writeTogether(world, imagesSaying('old'), regions(), () => undefined);
  const path = join(world, 'journal');
  const whole = readFileSync(path);
  whole[whole.length - 1] = 0;
  for (const bytes of [whole, whole.subarray(0, 40), Buffer.alloc(0), Buffer.alloc(8)]) {
    writeFileSync(path, bytes);
    await recover();
  }
  expect(existsSync(path)).toBe(false);
  expect(lines).toHaveLength(4);
  const outside: Images = {
    regions: new Map(),
    players: new Map([ada, '../lease'].map((id) => [id, Buffer.from('x')])),
  };
  await writeTogether(world, outside, regions(), () => undefined);
  const foreign = readFileSync(path);
  rmSync(join(world, 'lease.dat'));
  writeFileSync(path, foreign);
  await recover();
  expect(existsSync(join(world, 'lease.dat'))).toBe(false);
  expect(lines).toHaveLength(5);
});
