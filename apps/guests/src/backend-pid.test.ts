import { expect, test } from 'vitest';
import { BackendPid } from './backend-pid.ts';

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

test.each([1, 4, 9, 1_000])('the number is found behind long settings, however it comes in: %i bytes each', (bytes) => {
  const said = Buffer.concat([
    message('R', Buffer.alloc(4)),
    message('S', Buffer.from('a\0b\0')),
    message('S', Buffer.from(`search_path\0${'K'.repeat(5_000)}\0`)),
    message('K', Buffer.from([0, 1, 2, 3, 9, 9, 9, 9])),
    message('K', Buffer.alloc(8)),
  ]);
  const pid = new BackendPid();
  for (let at = 0; at < said.length; at += bytes) pid.read(said.subarray(at, at + bytes));
  expect(pid.value).toBe(0x010203);
});
