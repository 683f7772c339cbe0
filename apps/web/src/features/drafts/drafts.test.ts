// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { draftOf, dropDraft, forgetDrafts, keepDraft, leaveDrafts, unfinished } from './drafts.ts';

afterEach(forgetDrafts);

test('a draft waits for its author, where they typed last', () => {
  keepDraft('a', 1);
  keepDraft('b', 'two');
  history.replaceState(null, '', '/realm/settings?id=7');
  keepDraft('a', 3);
  leaveDrafts('steve');
  expect(unfinished.get()).toEqual({ owner: 'steve', href: '/realm/settings?id=7' });
  expect(draftOf('a')).toBeUndefined();
  unfinished.set(null);
  expect([draftOf('a'), draftOf('b')]).toEqual([3, 'two']);
});

test('nothing waits where nothing was typed, or nobody knows whose it was', () => {
  keepDraft('a', 1);
  dropDraft('a');
  leaveDrafts('steve');
  expect(unfinished.get()).toBeNull();
  keepDraft('a', 1);
  leaveDrafts(undefined);
  expect(unfinished.get()).toBeNull();
  expect(draftOf('a')).toBeUndefined();
});
