import { describe, expect, it } from 'vitest';
import { TokenBuckets } from './token-buckets.ts';

describe('TokenBuckets', () => {
  it('gives a minute of tokens at once, then one each share of a minute, to each key its own', () => {
    const buckets = new TokenBuckets(2);
    const taken = [0, 0, 0, 29_000, 31_000, 31_000].map((now) => buckets.take('a', now));
    expect(taken).toEqual([true, true, false, false, true, false]);
    expect(buckets.take('b', 31_000)).toBe(true);
  });

  it('never saves up more than a minute', () => {
    const buckets = new TokenBuckets(1);
    expect([0, 3_600_000, 3_600_000].map((now) => buckets.take('a', now))).toEqual([true, true, false]);
  });

  it('forgets the key unseen for longest when there are too many', () => {
    const buckets = new TokenBuckets(1);
    buckets.take('first', 0);
    for (let index = 0; index < 20_000; index++) buckets.take(`other ${index}`, 0);
    expect(buckets.take('other 19999', 0)).toBe(false);
    expect(buckets.take('first', 0)).toBe(true);
  });
});
