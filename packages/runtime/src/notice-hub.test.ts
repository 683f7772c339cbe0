import { expect, test } from 'vitest';
import { NoticeHub, watchBuffer } from './notice-hub.ts';
import type { ObservedState } from './runtime.ts';

const exited: ObservedState = {
  realmId: 'b1a7f6d2-6f5e-4a53-9a3e-1c7f0f4f2f10',
  fencingToken: 1,
  phase: 'EXITED',
  startedAt: null,
  silentSince: null,
  lostSince: null,
  endpoint: null,
  state: null,
  exit: { asked: false, code: 1, signal: null, at: 0, tail: '' },
};

const started = (startedAt: number): ObservedState => ({ ...exited, phase: 'STARTING', startedAt, exit: null });

test('an end is kept, however much is told after it to a reader that does not read', async () => {
  const hub = new NoticeHub();
  const signal = new AbortController();
  const watch = hub.watch(signal.signal, []);
  hub.publish(exited);
  for (let at = 1; at <= watchBuffer + 50; at += 1) hub.publish(started(at));
  const read: ObservedState[] = [];
  for await (const notice of watch) {
    read.push(notice);
    if (read.length === watchBuffer + 1) signal.abort();
  }
  expect(read[0]).toEqual(exited);
  expect(read[1]).toEqual(started(51));
  expect(read.at(-1)).toEqual(started(watchBuffer + 50));
});

test('a reader that leaves is forgotten, one that comes is told nothing of before', async () => {
  const hub = new NoticeHub();
  hub.publish(started(1));
  const watch = hub.watch(new AbortController().signal, []);
  hub.publish(started(2));
  for await (const notice of watch) {
    expect(notice).toEqual(started(2));
    break;
  }
  hub.publish(started(3));
  const later: ObservedState[] = [];
  for await (const notice of watch) later.push(notice);
  expect(later).toEqual([]);
});
