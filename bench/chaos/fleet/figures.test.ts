import { expect, test } from 'vitest';
import { Figures } from './figures.ts';

test('names each bound that did not hold or was never tried, with its worst figure', () => {
  const figures = new Figures({ routes: 1_000, sockets: 2_000, lead: 15_000, 'the database': null });
  figures.note('routes', 1_000);
  figures.note('sockets', 2_400.6);
  figures.note('sockets', 300);
  figures.note('the database', 60_000);
  expect(figures.violations()).toEqual([
    'sockets took 2401 ms, and at most 2000 ms are allowed',
    'lead was never measured',
  ]);
  expect(figures.lines()).toContain('sockets: 2401, 300 ms, at most 2000 ms');
});
