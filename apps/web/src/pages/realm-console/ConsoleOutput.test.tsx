// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test } from 'vitest';
import { render, type Rendered } from '../../../test/render.ts';
import { I18nProvider } from '../../i18n/I18nProvider.tsx';
import { loadLanguage, loadMessages } from '../../i18n/messages.ts';
import type { HeldLine } from './console-lines.ts';
import { ConsoleOutput } from './ConsoleOutput.tsx';

const height = 240;
const rowHeight = 24;

let rendered: Rendered | undefined;

beforeAll(async () => {
  await Promise.all([loadLanguage('en'), loadMessages('console', 'en')]);
});
afterEach(async () => {
  await rendered?.unmount();
});

/** So many lines, of which the first hundred are three rows high. */
const printed = (count: number): HeldLine[] =>
  Array.from({ length: count }, (_, n) => ({ n, at: 0, missed: 0, text: n < 100 ? 'long\nlong\nlong' : 'short' }));

const output = (count: number) => (
  <I18nProvider language="en" prerendered={false}>
    <ConsoleOutput lines={printed(count)} />
  </I18nProvider>
);

/** Gives the box the sizes that a browser would, which holds its position within its rows; and scrolls it to the end. */
function layOut(box: HTMLElement): void {
  const rows = () => box.textContent.match(/long|short/g)?.length ?? 0;
  const end = () => rows() * rowHeight - height;
  let position = Infinity;
  Object.defineProperties(box, {
    clientHeight: { get: () => height },
    scrollHeight: { get: () => rows() * rowHeight },
    scrollTop: {
      get: () => (position = Math.min(position, end())),
      set: (to: number) => {
        position = Math.min(to, end());
      },
    },
  });
}

async function open() {
  rendered = await render(output(0));
  const { container, rerender } = rendered;
  const box = container.querySelector<HTMLElement>('[role=log]');
  if (!box) throw new Error('there is no log');
  layOut(box);
  await rerender(output(100));
  const end = () => box.scrollHeight - height;
  expect(box.scrollTop).toBe(end());
  return { box, end, come: (count: number) => rerender(output(count)) };
}

test('it follows the end where higher rows make room for lower ones', async () => {
  const { box, end, come } = await open();
  const before = end();
  await come(120);
  expect(end()).toBeLessThan(before);
  expect(box.scrollTop).toBe(end());
});

test('whoever has scrolled up stays where rows go before the browser has told of it', async () => {
  const { box, come } = await open();
  box.scrollTop = 1000;
  await come(120);
  expect(box.scrollTop).toBe(1000);
});
