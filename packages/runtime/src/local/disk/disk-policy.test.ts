import { describe, expect, test } from 'vitest';
import { type Count, culpritOf, type Grown, isShort, RealmMarks, type Sample } from './disk-policy.ts';

const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;

function one(realmId: string, growthMiB: number, fallenMiB: number, seconds = 1): Grown {
  return { realmId, growth: growthMiB * mebibyte, fallen: fallenMiB * mebibyte, seconds };
}

function at(seconds: number, freeMiB: number): Sample {
  return { at: seconds * 1000, free: freeMiB * mebibyte };
}

function takes(realmId: string, mebibytes: number | null): Count {
  return { realmId, bytes: mebibytes === null ? null : mebibytes * mebibyte };
}

describe('the disk', () => {
  test.each([
    ['has room', [{ at: 0, free: 10 * gibibyte }], false],
    ['has less than is kept', [{ at: 0, free: 2 * gibibyte - 1 }], true],
    ['will be full in two seconds', [10, 9, 8, 6].map((n, s) => ({ at: s * 1000, free: n * gibibyte })), true],
    ['falls slowly', [10, 9.9, 9.8].map((n, s) => ({ at: s * 1000, free: n * gibibyte })), false],
    ['rises', [3, 4].map((n, s) => ({ at: s * 1000, free: n * gibibyte })), false],
  ])('%s', (what, samples, short) => {
    // Six gibibytes at 1.3 a second last 4.5 seconds.
    expect({ what, short: isShort(samples, 100 * gibibyte) }).toEqual({ what, short });
  });
});

describe('who fills it', () => {
  test.each([
    ['who has grown most', [one('quiet', 1, 320), one('writer', 300, 320)], false, 'writer'],
    ['nobody while it falls by what none of them has written', [one('writer', 300, 20_000)], true, null],
    ['nobody for a few blocks', [one('quiet', 2, 2)], true, null],
    [
      'nobody for what a game writes in ten minutes, as long as there is room',
      [one('quiet', 600, 600, 600)],
      false,
      null,
    ],
    ['who has written that, once there is none', [one('quiet', 600, 600, 600)], true, 'quiet'],
    ['one after another of many', ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => one(id, 100, 600)), true, 'a'],
    ['who wrote while somebody else made room', [one('writer', 300, -5000)], true, 'writer'],
  ])('%s', (_, all, isFull, culprit) => {
    expect(culpritOf(all, isFull)).toBe(culprit);
  });
});

describe('marks', () => {
  const both = ['quiet', 'writer'];

  test('the disk becomes full while the culprit is counted for the first time', () => {
    const marks = new RealmMarks();
    marks.look([], at(0, 540));
    marks.look(both, at(1, 540));
    marks.note(takes('quiet', 1), at(1, 540));
    marks.note(takes('writer', 539), at(2, 0));
    // The free space no longer falls, and no realm grows.
    for (const second of [3, 4, 20]) {
      marks.look(both, at(second, 0));
      expect(marks.culprit([takes('quiet', 1), takes('writer', 539)], at(second, 0))).toBe('writer');
    }
  });

  test('it becomes full while one is counted again that has always been large', () => {
    const marks = new RealmMarks();
    marks.look(both, at(0, 540));
    marks.note(takes('quiet', 9000), at(0, 540));
    marks.note(takes('writer', 5000), at(0, 540));
    expect(marks.due(599_000)).toBeNull();
    expect(marks.due(601_000)).toBe('quiet');
    marks.note(takes('quiet', 9001), at(601, 540));
    marks.note(takes('writer', 5539), at(602, 0));
    expect(marks.culprit([takes('quiet', 9001), takes('writer', 5539)], at(603, 0))).toBe('writer');
  });

  test('it is full before anybody was counted: whoever fits, and never one that is too small', () => {
    const marks = new RealmMarks();
    marks.look([], at(0, 540));
    marks.look(both, at(1, 0));
    expect(marks.culprit([takes('quiet', 1), takes('writer', 539)], at(1, 0))).toBe('writer');
  });

  test('one is stopped, and what it wrote stays: the others go on', () => {
    const marks = new RealmMarks();
    marks.look(both, at(0, 540));
    for (const id of both) marks.note(takes(id, 1), at(0, 540));
    expect(marks.culprit([takes('quiet', 1), takes('writer', 539)], at(1, 0))).toBe('writer');
    marks.look(['quiet'], at(2, 0));
    expect(marks.culprit([takes('quiet', 3)], at(2, 0))).toBeNull();
  });

  test('the driver begins on a disk that is short: who is large is not to blame for what others write', () => {
    const marks = new RealmMarks();
    marks.look(both, at(0, 1000));
    expect(marks.culprit([takes('quiet', 9000), takes('writer', 100)], at(0, 1000))).toBeNull();
    expect(marks.allDue(at(1, 1000))).toBe(false);
    expect(marks.allDue(at(1, 900))).toBe(true);
    expect(marks.culprit([takes('quiet', 9001), takes('writer', 200)], at(1, 900))).toBe('writer');
    expect(marks.culprit([takes('quiet', 9001), takes('writer', 200)], at(2, 0))).toBeNull();
  });

  test('who does not let itself be counted, once others have been', () => {
    const marks = new RealmMarks();
    marks.look(both, at(0, 540));
    for (const id of both) marks.note(takes(id, id === 'quiet' ? 1 : null), at(0, 540));
    expect(marks.due(1000)).toBeNull();
    expect(marks.culprit([takes('quiet', 1), takes('writer', null)], at(1, 0))).toBe('writer');
  });

  test('who was never counted comes first', () => {
    const marks = new RealmMarks();
    marks.look(['old'], at(0, 540));
    marks.note(takes('old', 1), at(0, 540));
    marks.look(['old', 'new'], at(700, 540));
    expect(marks.due(700_000)).toBe('new');
    expect(marks.due(-Infinity)).toBe('new');
    marks.note(takes('new', 1), at(700, 540));
    expect(marks.due(-Infinity)).toBeNull();
    expect(marks.due(700_000)).toBe('old');
  });
});
