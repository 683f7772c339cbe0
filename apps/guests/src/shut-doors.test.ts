import { expect, test } from 'vitest';
import { ShutDoors } from './shut-doors.ts';

test('a door is shut for longer each time, for an hour at most, and after an hour of peace as at first', () => {
  const doors = new ShutDoors();
  expect(doors.leftMs('a', 0)).toBe(0);
  const waits: number[] = [];
  let now = 0;
  for (let time = 0; time < 10; time++) {
    doors.shut('a', now);
    // Seen once more, in another session of the same.
    doors.shut('a', now + 1);
    waits.push(doors.leftMs('a', now) / 1000);
    now += doors.leftMs('a', now) + 1;
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
  expect(doors.leftMs('b', now)).toBe(0);
  now += 3_600_001;
  doors.shut('a', now);
  expect(doors.leftMs('a', now)).toBe(30_000);
});
