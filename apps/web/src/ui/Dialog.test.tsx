// @vitest-environment happy-dom
import { act, Suspense, use } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from '../../test/render.ts';
import { Dialog } from './Dialog.tsx';

function Loading({ text }: { text: Promise<string> }) {
  return <p>{use(text)}</p>;
}

test('a dialog stays open when something in it is loaded', async () => {
  let closed = 0;
  const told = Promise.withResolvers<void>();
  vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function close(this: HTMLDialogElement) {
    this.removeAttribute('open');
    // A browser says so in the next frame.
    setTimeout(() => {
      this.dispatchEvent(new Event('close'));
      told.resolve();
    });
  });
  const page = (content: React.ReactNode) => (
    <Suspense fallback="…">
      <Dialog title="A question" closeLabel="Close" onClose={() => (closed += 1)}>
        {content}
      </Dialog>
    </Suspense>
  );
  const { container, rerender, unmount } = await render(page('at once'));
  const { promise, resolve } = Promise.withResolvers<string>();
  await rerender(page(<Loading text={promise} />));
  expect(container.textContent).toContain('…');
  await act(() => told.promise);
  await act(async () => resolve('in the end'));
  expect(container.textContent).toContain('in the end');
  expect([container.querySelector('dialog')?.open, closed]).toEqual([true, 0]);
  await unmount();
  vi.restoreAllMocks();
});
