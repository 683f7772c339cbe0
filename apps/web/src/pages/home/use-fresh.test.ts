// @vitest-environment happy-dom
import { act, createElement } from 'react';
import { expect, test } from 'vitest';
import { render } from '../../../test/render.ts';
import { useFresh } from './use-fresh.ts';

test('what was asked for offline is asked for again when the network is back, though that has not failed yet', async () => {
  const asked: PromiseWithResolvers<string>[] = [];
  const ask = () => {
    const answer = Promise.withResolvers<string>();
    asked.push(answer);
    return answer.promise;
  };
  function Shown() {
    return useFresh(ask) ?? 'unknown';
  }
  const { container, unmount } = await render(createElement(Shown));
  await act(async () => dispatchEvent(new Event('online')));
  await act(async () => asked[0]?.reject(new Error('offline')));
  await act(async () => asked[1]?.resolve('one'));
  expect(container.textContent).toBe('one');
  await unmount();
  expect(asked).toHaveLength(2);
});
