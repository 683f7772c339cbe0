import { expect, test } from 'vitest';
import { quota, walls, wayOut } from './realm-limits.ts';

const all = { network: true, processes: true, files: true, calls: true, why: null };

test('missing walls are named with what to install, and what is off for it', () => {
  const why = 'the program bwrap is missing: apt-get install bubblewrap';
  const none = { network: false, processes: false, files: false, calls: false, why };
  expect(walls({ walls: none }, false)).toMatchObject({
    level: 'note',
    words: `Missing: network, processes, files, system calls (${why}). Servers in Java and uploads of plugins are off.`,
  });
  expect(walls({ walls: { ...all, calls: false } }, true).words).toMatch(
    /^Missing: system calls. PROGRAMS_WITHOUT_WALLS is set/,
  );
  expect(walls({ walls: all }, false).level).toBe('good');
});

test('whether the kernel limits what realms write is told, and how it would', () => {
  expect(quota({ disk: 'quota' }).level).toBe('good');
  expect(quota({ disk: 'counted' })).toMatchObject({ level: 'note', words: expect.stringContaining('usrquota') });
});

test('why servers in Java have no internet is told', () => {
  expect(wayOut({ wayOut: 'only root can make networks' })).toMatchObject({
    level: 'note',
    words: 'Servers in Java have none: only root can make networks.',
  });
  expect(wayOut({ wayOut: null }).level).toBe('good');
});
