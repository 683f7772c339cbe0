import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  addRegion,
  clearToasts,
  currentToasts,
  dismissToast,
  holdToast,
  onToasts,
  releaseToast,
  showToast,
  toastLifetime,
  topRegion,
} from './toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  vi.useRealTimers();
});

const messages = () => currentToasts().map(({ message }) => message);

test('a toast goes after 3 s', () => {
  expect(toastLifetime).toBe(3000);
  showToast('success', 'one');
  vi.advanceTimersByTime(1000);
  showToast('error', 'two');
  vi.advanceTimersByTime(1999);
  expect(messages()).toEqual(['one', 'two']);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual(['two']);
  vi.advanceTimersByTime(1000);
  expect(messages()).toEqual([]);
});

test('one that is held stays, and has its 3 s again when released', () => {
  showToast('info', 'held');
  const id = currentToasts()[0]?.id ?? 0;
  holdToast(id);
  vi.advanceTimersByTime(60_000);
  expect(messages()).toEqual(['held']);
  releaseToast(id);
  vi.advanceTimersByTime(3000);
  expect(messages()).toEqual([]);
});

test('the sixth takes the place of the first', () => {
  for (const message of ['1', '2', '3', '4', '5', '6']) showToast('warn', message);
  expect(messages()).toEqual(['2', '3', '4', '5', '6']);
  vi.advanceTimersByTime(3000);
  expect(messages()).toEqual([]);
});

test('one of a group takes the place of the others of it, and they go when the group is tried again', () => {
  showToast('info', 'of nothing');
  showToast('error', 'login refused', 'login');
  showToast('error', 'power refused', 'power');
  showToast('error', 'login refused again', 'login');
  expect(messages()).toEqual(['of nothing', 'power refused', 'login refused again']);
  clearToasts('login');
  expect(messages()).toEqual(['of nothing', 'power refused']);
});

test('listeners hear of each change until they leave', () => {
  let heard = 0;
  const leave = onToasts(() => {
    heard += 1;
  });
  showToast('info', 'one');
  dismissToast(currentToasts()[0]?.id ?? 0);
  expect(heard).toBe(2);
  leave();
  showToast('info', 'two');
  expect(heard).toBe(2);
});

test('the region that came last shows them, and its predecessor when it has gone', () => {
  const leavePage = addRegion('page');
  const leaveDialog = addRegion('dialog');
  expect(topRegion()).toBe('dialog');
  leaveDialog();
  expect(topRegion()).toBe('page');
  leavePage();
  expect(topRegion()).toBeUndefined();
});
