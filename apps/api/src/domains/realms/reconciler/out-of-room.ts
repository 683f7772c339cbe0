import type { Db } from '../../../db/pool.ts';

/** Turns off a realm that was filling the disk. That end is no crash. */
export async function recordOutOfRoom(db: Db, id: string, at: Date): Promise<void> {
  await db
    .updateTable('realms')
    .set({ power: 'OFF', asleep_at: null, crash_count: 0, crashed_at: at, next_attempt_at: null, out_of_room_at: at })
    .where('id', '=', id)
    .execute();
}
