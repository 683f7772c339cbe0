import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { kernelTimes } from './kernel-memory-guard.ts';

/** Has the kernel work for some tenths of a second. */
const busy = ['-c', 'dd if=/dev/zero of=/dev/null bs=64 count=1000000 2>/dev/null'];

test('the kernel’s time for a realm is that of its first process and what comes of it, also when that has ended', () => {
  const running = [{ realmId: 'this', first: process.pid, owner: null }];
  const before = kernelTimes(running).get('this') ?? 0;
  execFileSync('sh', busy);
  expect(kernelTimes(running).get('this')).toBeGreaterThan(before + 5);
});
