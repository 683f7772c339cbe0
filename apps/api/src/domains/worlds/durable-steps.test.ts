import type { RealmFiles, RealmRuntime } from '@realmkeep/runtime';
import { expect, test } from 'vitest';
import { filesIn, whileItLasts } from './durable-steps.ts';
import type { Lead } from './job-worker.ts';

/** Of a process that is stopped when it says so. */
function leadUntilStopped() {
  let lasts = true;
  const assertLasts = () => {
    if (!lasts) throw new Error('stopped meanwhile');
  };
  return { lead: { assertLasts } as Lead, stop: () => void (lasts = false) };
}

test('whoever was stopped does nothing more with files that it has had before', async () => {
  const removed: string[] = [];
  const all: Partial<RealmFiles> = { remove: async (path) => void removed.push(path) };
  const { lead, stop } = leadUntilStopped();
  const files = filesIn({ files: () => all } as unknown as RealmRuntime, 'realm', lead);
  await files.remove('one');
  stop();
  expect(() => files.remove('another')).toThrow('stopped meanwhile');
  expect(removed).toEqual(['one']);
});

test.each(['between two pieces', 'after the last'])(
  'what is on its way is none once it was stopped %s',
  async (when) => {
    const { lead, stop } = leadUntilStopped();
    const come: string[] = [];
    async function* pieces() {
      yield 'one';
      if (when === 'between two pieces') stop();
      yield 'another';
      stop();
    }
    const take = async () => {
      for await (const piece of whileItLasts(pieces(), lead)) come.push(piece);
    };
    await expect(take()).rejects.toThrow('stopped meanwhile');
    expect(come).toEqual(when === 'between two pieces' ? ['one'] : ['one', 'another']);
  },
);
