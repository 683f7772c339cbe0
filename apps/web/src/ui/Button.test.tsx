// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render, type Rendered } from '../../test/render.ts';
import { Button } from './Button.tsx';

let rendered: Rendered | undefined;
let events: string[] = [];

beforeEach(() => {
  events = [];
  vi.useFakeTimers();
});
afterEach(async () => {
  await rendered?.unmount();
  vi.useRealTimers();
});

const note = (event: string) => () => {
  events.push(event);
};
async function show(node: React.ReactNode): Promise<HTMLButtonElement> {
  rendered = await render(node);
  rendered.container.addEventListener('preclick', note('preclick'));
  const button = rendered.container.querySelector('button');
  if (!button) throw new Error('There is no button');
  return button;
}
const click = (button: HTMLButtonElement) => act(async () => button.click());
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

test('the action comes 200 ms after the preclick event', async () => {
  const button = await show(<Button onAction={note('action')}>Go</Button>);
  await click(button);
  expect(events).toEqual(['preclick']);
  expect(button.dataset['pressed']).toBe('true');
  await pass(199);
  expect(events).toEqual(['preclick']);
  await pass(1);
  expect(events).toEqual(['preclick', 'action']);
  expect(button.dataset['pressed']).toBeUndefined();
});

test('clicks meanwhile count as one, later ones anew', async () => {
  const button = await show(<Button onAction={note('action')}>Go</Button>);
  await click(button);
  await pass(100);
  await click(button);
  await pass(1000);
  expect(events).toEqual(['preclick', 'action']);
  await click(button);
  await pass(200);
  expect(events).toEqual(['preclick', 'action', 'preclick', 'action']);
});

test('a button that is gone or disabled by then does nothing', async () => {
  const button = await show(<Button onAction={note('action')}>Go</Button>);
  await click(button);
  await rendered?.rerender(
    <Button onAction={note('action')} disabled>
      Go
    </Button>,
  );
  await pass(1000);
  await rendered?.rerender(<Button onAction={note('action')}>Go</Button>);
  await click(button);
  await rendered?.rerender(null);
  await pass(1000);
  expect(events).toEqual(['preclick', 'preclick']);
});

test('the action is the one of the moment when it comes', async () => {
  const button = await show(<Button onAction={note('old')}>Go</Button>);
  await click(button);
  await rendered?.rerender(<Button onAction={note('new')}>Go</Button>);
  await pass(200);
  expect(events).toEqual(['preclick', 'new']);
});

test('a submit button submits its form after the delay, once', async () => {
  const submitted = (event: React.FormEvent) => {
    event.preventDefault();
    events.push('submit');
  };
  const button = await show(
    <form onSubmit={submitted}>
      <Button type="submit">Go</Button>
    </form>,
  );
  await click(button);
  expect(events).toEqual(['preclick']);
  await pass(200);
  expect(events).toEqual(['preclick', 'submit']);
  await pass(1000);
  expect(events).toHaveLength(2);
});
