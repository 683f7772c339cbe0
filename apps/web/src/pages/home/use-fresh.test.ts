// @vitest-environment happy-dom
import { act, createElement } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from '../../../test/render.ts';
import { useFresh } from './use-fresh.ts';

/** A page that shows the value, and the requests that it made. */
async function shown() {
  const asked: PromiseWithResolvers<string>[] = [];
  const ask = () => {
    const answer = Promise.withResolvers<string>();
    asked.push(answer);
    return answer.promise;
  };
  function Shown() {
    return useFresh(ask) ?? 'unknown';
  }
  return { asked, ...(await render(createElement(Shown))) };
}

test('what was asked for offline is asked for again when the network is back, though that has not failed yet', async () => {
  const { asked, container, unmount } = await shown();
  await act(async () => dispatchEvent(new Event('online')));
  await act(async () => asked[0]?.reject(new Error('offline')));
  await act(async () => asked[1]?.resolve('one'));
  expect(container.textContent).toBe('one');
  await unmount();
  expect(asked).toHaveLength(2);
});

test('what could not be asked for is asked for again ever more seldom, and no more when the page is left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { asked, container, unmount } = await shown();
  await act(async () => asked[0]?.reject(new Error('the network is not quite back')));
  expect(container.textContent).toBe('unknown');
  await act(async () => vi.advanceTimersByTime(1000));
  await act(async () => asked[1]?.reject(new Error('nor is it now')));
  await act(async () => vi.advanceTimersByTime(1999));
  expect(asked).toHaveLength(2);
  await act(async () => vi.advanceTimersByTime(1));
  await act(async () => asked[2]?.resolve('one'));
  expect(container.textContent).toBe('one');
  await act(async () => dispatchEvent(new Event('focus')));
  await act(async () => asked[3]?.reject(new Error('gone again')));
  await unmount();
  vi.advanceTimersByTime(60_000);
  expect(asked).toHaveLength(4);
});
