import { describe, expect, test } from 'vitest';
import {
  backupObstacle,
  type BackupRequest,
  mayBackUp,
  mayUseBackups,
  nextBackupAt,
  tooMany,
} from './backup-policy.ts';

const limits = { count: 2, bytes: 1000, pauseMinutes: 60 };
const now = new Date('2026-05-01T12:00:00Z');
const manual = { origin: 'MANUAL', state: 'READY', bytes: 100 };
const scheduled = { origin: 'SCHEDULED', state: 'READY', bytes: 100 };
const changed = { origin: 'KERNEL_CHANGE', state: 'READY', bytes: 1000 };
const request: BackupRequest = {
  origin: 'MANUAL',
  limits,
  kept: [],
  hasWorld: true,
  isRestoring: false,
  isChanging: false,
  nextAt: null,
  now,
};

describe('a backup can be made', () => {
  test.each<[string, Partial<BackupRequest>, ReturnType<typeof backupObstacle>]>([
    ['where there is none yet', {}, null],
    ['beside another', { kept: [manual] }, null],
    ['not before the realm has run', { hasWorld: false }, 'backup_no_world'],
    ['not while the kernel is changed', { isChanging: true }, 'kernel_changing'],
    ['not counting those before a change of kernel', { kept: [changed, changed, manual] }, null],
    ['not while one is restored', { isRestoring: true }, 'restore_running'],
    ['not while another is made', { kept: [{ ...manual, state: 'VERIFYING' }] }, 'backup_running'],
    ['not above the number', { kept: [manual, manual] }, 'backup_limit'],
    ['not above the number, scheduled ones too', { kept: [manual, scheduled] }, 'backup_limit'],
    ['by a schedule in the place of its last', { origin: 'SCHEDULED', kept: [manual, scheduled] }, null],
    ['by a schedule not in the place of a hand’s', { origin: 'SCHEDULED', kept: [manual, manual] }, 'backup_limit'],
    [
      'by a schedule not where a smaller tier has left too many',
      { origin: 'SCHEDULED', kept: [manual, manual, scheduled] },
      'backup_limit',
    ],
    ['not without space', { kept: [{ ...manual, bytes: 1000 }] }, 'backup_space'],
    ['not within the pause', { nextAt: new Date(now.getTime() + 1) }, 'backup_cooldown'],
    ['at the end of the pause', { nextAt: now }, null],
  ])('%s', (_, change, obstacle) => {
    expect(backupObstacle({ ...request, ...change })).toBe(obstacle);
  });
});

test('the pause counts from the last', () => {
  expect(nextBackupAt(limits, null)).toBeNull();
  expect(nextBackupAt(limits, now)).toEqual(new Date('2026-05-01T13:00:00Z'));
});

describe('of those above the limits', () => {
  const a = { ...scheduled, id: 'a' };
  const b = { ...scheduled, id: 'b' };
  const c = { ...manual, id: 'c' };

  test('the oldest that a schedule made goes', () => {
    expect(tooMany(limits, [c, a, b])).toEqual([a]);
  });
  test('none that a hand made goes, nor the schedule’s newest', () => {
    expect(tooMany(limits, [c, c, c, b])).toEqual([]);
  });
  test('none that was made before a change of kernel counts', () => {
    expect(tooMany(limits, [{ ...changed, id: 'd' }, a, b])).toEqual([]);
  });
  test('so many go that there is space', () => {
    expect(tooMany(limits, [a, { ...b, bytes: 950 }])).toEqual([a]);
    expect(tooMany(limits, [a, b])).toEqual([]);
  });
});

test('a partner makes backups, and the owner alone uses them', () => {
  const realm = { owner_id: 'owner', partnerIds: ['partner'] };
  expect(['owner', 'partner', 'stranger'].map((user) => mayBackUp(user, realm))).toEqual([true, true, false]);
  expect(['owner', 'partner', 'stranger'].map((user) => mayUseBackups(user, realm))).toEqual([true, false, false]);
});
