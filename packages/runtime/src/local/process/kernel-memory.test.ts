import { expect, test } from 'vitest';
import { KernelGrowth, readKernelMemory } from './kernel-memory.ts';

const total = 8000;
const none = new Map<string, number>();

/** Whom each second’s look ends, of what is available, what the kernel uses, and how long it has worked for each realm. */
function looks(...seconds: [available: number, kernel: number, times: Record<string, number>][]) {
  const growth = new KernelGrowth();
  return seconds.map(([available, kernel, times], n) =>
    growth.look(n * 1000, { total, available, kernel }, () => new Map(Object.entries(times))),
  );
}

test('while memory is scarce and the kernel’s has grown, whoever has it work most is ended', () => {
  const second = [1500, 1700, { quiet: 901, busy: 60 }] as const;
  expect(looks([4000, 500, {}], [1700, 1500, { quiet: 900, busy: 10 }], [...second])).toEqual([null, null, 'busy']);
});

test('then it is seen first whether that has helped', () => {
  const seconds = [1, 2, 3, 4, 5, 6].map((busy): Parameters<typeof looks>[0] => [1500, 1700, { busy }]);
  expect(looks([4000, 500, {}], ...seconds)).toEqual([null, null, 'busy', null, null, 'busy', null]);
});

test.each([
  ['memory is left', 4000, 3000],
  ['the kernel has grown by little', 500, 1400],
])('nobody is while %s', (_, available, kernel) => {
  expect(looks([4000, 500, { a: 0 }], [1000, 500, { a: 1 }], [available, kernel, { a: 100 }])[2]).toBeNull();
});

test('what has grown ten minutes ago has grown by itself', () => {
  const growth = new KernelGrowth();
  growth.look(0, { total, available: 4000, kernel: 500 }, () => none);
  growth.look(700_000, { total, available: 1000, kernel: 1700 }, () => new Map([['a', 1]]));
  expect(growth.look(701_000, { total, available: 1000, kernel: 1700 }, () => new Map([['a', 9]]))).toBeNull();
});

test('the kernel’s own is what is neither free nor a program’s nor a file’s', () => {
  const meminfo = `MemTotal:        1000 kB
MemFree:          100 kB
MemAvailable:     250 kB
Buffers:           10 kB
Cached:           200 kB
SwapCached:         0 kB
AnonPages:        300 kB
SReclaimable:      50 kB
Hugetlb:           40 kB
`;
  expect(readKernelMemory(meminfo, '')).toEqual({ total: 1_024_000, available: 256_000, kernel: 300 * 1024 });
  const arcstats = `hits                            4    120\nsize                            4    102400\n`;
  expect(readKernelMemory(meminfo, arcstats).kernel).toBe(200 * 1024);
});
