import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { signalProcess } from './signal-process.ts';

test('a process gets the signal, and one that has ended is no error', async () => {
  const child = spawn('sleep', ['1000']);
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  const exit = once(child, 'exit');
  signalProcess(pid, 'SIGINT');
  expect(await exit).toEqual([null, 'SIGINT']);
  expect(() => signalProcess(pid, 'SIGINT')).not.toThrow();
});
