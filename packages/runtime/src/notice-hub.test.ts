import { expect, test } from 'vitest';
import { NoticeHub, WATCH_BUFFER } from './notice-hub.ts';
import type { RealmFacts, RuntimeNotice } from './runtime.ts';

const exited: RealmFacts = {
  realmId: 'b1a7f6d2-6f5e-4a53-9a3e-1c7f0f4f2f10',
  lease: 1,
  phase: 'EXITED',
  startedAt: null,
  silentSince: null,
  endpoint: null,
  state: null,
  exit: { asked: false, code: 1, signal: null, at: 0, tail: '' },
};

const line = (at: number): RuntimeNotice => ({ type: 'console', realmId: exited.realmId, at, line: 'x' });

test('an end is kept, however much is told after it to a reader that does not read', async () => {
  const hub = new NoticeHub();
  const signal = new AbortController();
  const watch = hub.watch(signal.signal, []);
  hub.publish({ type: 'facts', facts: exited });
  for (let at = 1; at <= WATCH_BUFFER + 50; at += 1) hub.publish(line(at));
  const read: RuntimeNotice[] = [];
  for await (const notice of watch) {
    read.push(notice);
    if (read.length === WATCH_BUFFER + 1) signal.abort();
  }
  expect(read[0]).toEqual({ type: 'facts', facts: exited });
  expect(read[1]).toEqual(line(51));
  expect(read.at(-1)).toEqual(line(WATCH_BUFFER + 50));
});

test('a reader that leaves is forgotten, one that comes is told nothing of before', async () => {
  const hub = new NoticeHub();
  hub.publish(line(1));
  const watch = hub.watch(new AbortController().signal, []);
  hub.publish(line(2));
  for await (const notice of watch) {
    expect(notice).toEqual(line(2));
    break;
  }
  hub.publish(line(3));
  const later: RuntimeNotice[] = [];
  for await (const notice of watch) later.push(notice);
  expect(later).toEqual([]);
});
