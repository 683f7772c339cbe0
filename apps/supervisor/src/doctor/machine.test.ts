import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { checkWorkers, diskFinding } from './machine.ts';

const gib = 1024 ** 3;
const disk = (gibibytes: number, ffree = 1e6) => diskFinding({ bavail: gibibytes, bsize: gib, files: 2e6, ffree });

test('a disk is judged by its room and by how many files it takes', () => {
  expect(disk(20)).toEqual({ level: 'good', topic: 'disk', words: '20.0 GiB free for the data' });
  expect(disk(3)).toMatchObject({ level: 'note', words: '3.0 GiB free for the data: worlds will need more.' });
  expect(disk(0.25)).toMatchObject({
    level: 'problem',
    words: '0.3 GiB free for the data: make room for at least 1 GiB.',
  });
  expect(disk(20, 500)).toMatchObject({ level: 'problem', words: expect.stringContaining('free some inodes') });
  // btrfs counts none.
  expect(diskFinding({ bavail: 20, bsize: gib, files: 0, ffree: 0 }).level).toBe('good');
});

const found = (workers: string, cores: number) => checkWorkers(readConfig([], { API_WORKERS: workers }), cores);

test('more processes of the api than cores are pointed out', () => {
  expect(found('1', 1)).toEqual({ level: 'good', topic: 'api', words: 'one process on one core' });
  expect(found('4', 4)).toMatchObject({ level: 'good' });
  expect(found('4', 2)).toMatchObject({ level: 'note', words: expect.stringContaining('4 processes on 2 cores') });
  expect(() => found('9', 16)).toThrow('API_WORKERS');
});
