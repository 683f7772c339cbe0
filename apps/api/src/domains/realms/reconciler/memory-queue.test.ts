import { expect, test } from 'vitest';
import type { RealmDirectory } from '../live/realm-directory.ts';
import type { RealmRow } from '../realm-queries.ts';
import { MemoryQueue } from './memory-queue.ts';

const count = 5000;

/** All that are on, none of which runs. */
const rows = Array.from(
  { length: count },
  (_, n) =>
    ({
      id: `realm ${n}`,
      owner_id: `owner ${n}`,
      host_id: null,
      memoryMiB: 1,
      power: 'ON',
      deleted_at: null,
      blocked_at: null,
      world_held: false,
      inPlan: true,
      asleep_at: null,
      next_attempt_at: null,
      wanted_at: new Date(n),
    }) as RealmRow,
);

test('realms that start one after another do not each have all the others looked at', async () => {
  let looks = 0;
  const live = new Set<string>();
  const listeners: Parameters<RealmDirectory['onChange']>[0][] = [];
  const directory: Pick<RealmDirectory, 'onChange' | 'row' | 'rows' | 'observed' | 'isLive' | 'touch'> = {
    onChange: (listener) => {
      listeners.push(listener);
      return () => true;
    },
    row: (id) => rows[Number(id.slice(6))] ?? null,
    rows: () => {
      looks += 1;
      return rows;
    },
    observed: (id) => (live.has(id) ? ({ phase: 'READY' } as ReturnType<RealmDirectory['observed']>) : null),
    isLive: (id) => live.has(id),
    touch: () => undefined,
  };
  const queue = new MemoryQueue(directory as RealmDirectory, () => count - 1);
  const started: boolean[] = [];
  for (const row of rows) {
    started.push(
      await queue.start(row, async () => {
        live.add(row.id);
        for (const tell of listeners) tell({ id: row.id, of: 'observed', row, before: row });
      }),
    );
  }
  expect(started.filter(Boolean)).toHaveLength(count - 1);
  expect(started.at(-1)).toBe(false);
  expect(queue.place(`realm ${count - 1}`)).toBe(1);
  expect(looks).toBeLessThan(count / 10);
});
