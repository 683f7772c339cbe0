import { expect, test } from 'vitest';
import { BlockLedger, savedAfterMs } from './block-ledger.ts';

const start = 1_000_000;

/** A ledger with one block: it was stone and was dug, which the client was shown at `start`. */
function dug(): BlockLedger {
  const ledger = new BlockLedger();
  ledger.know('a', 'stone');
  ledger.ask('a', 'air')(start);
  return ledger;
}

const lost = (ledger: BlockLedger, kind: string, at: number) => ledger.compare(() => kind, at - 1, at).length;

test('without a kill what was shown last is there', () => {
  expect(lost(dug(), 'air', start + 10)).toBe(0);
  expect(lost(dug(), 'stone', start + 10)).toBe(1);
});

test('a kill may take what was shown within the save interval, and nothing older', () => {
  const [early, late] = [dug(), dug()];
  early.killed(start + savedAfterMs - 1);
  late.killed(start + savedAfterMs);
  const now = start + savedAfterMs + 500;
  expect([lost(early, 'stone', now), lost(late, 'stone', now)]).toEqual([0, 1]);
  expect([early.certain, late.certain]).toEqual([0, 1]);
});

test('what was asked for and not shown may be there or not, and what was never asked for may not', () => {
  const ledger = dug();
  ledger.ask('a', 'dirt');
  expect(lost(ledger, 'dirt', start + 10)).toBe(0);
  expect(lost(ledger, 'air', start + 20)).toBe(1);
  expect(lost(ledger, 'gold_block', start + 30)).toBe(1);
});

test('what a kill took once is no loss after the next kill', () => {
  const ledger = dug();
  ledger.killed(start + 100);
  expect(lost(ledger, 'stone', start + 600)).toBe(0);
  ledger.killed(start + 60_000);
  expect(lost(ledger, 'stone', start + 61_000)).toBe(0);
  expect(lost(ledger, 'air', start + 61_500)).toBe(1);
});

test('a kill may leave what was saved before the player last joined', () => {
  const ledger = dug();
  expect(lost(ledger, 'air', start + 100)).toBe(0);
  ledger.killed(start + 200);
  expect(lost(ledger, 'stone', start + 900)).toBe(0);
});

test('a kill while the player joins counts for the next time too', () => {
  const ledger = dug();
  ledger.killed(start + 100);
  // They see the state of a process that was killed in the meantime.
  expect(ledger.compare(() => 'air', start + 50, start + 110)).toEqual([]);
  expect(lost(ledger, 'stone', start + 900)).toBe(0);
});
