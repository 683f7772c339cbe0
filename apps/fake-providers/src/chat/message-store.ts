import type { Database } from '../database.ts';
import { Components } from './message-shapes.ts';
import { newSnowflake } from './snowflake.ts';

/** Messages that are kept for an account: the oldest beyond them go. */
const maxMessages = 100;
const keptMs = 24 * 3_600_000;

export interface FakeMessage {
  id: string;
  accountId: string;
  content: string;
  components: Components;
  createdAt: Date;
  editedAt: Date | null;
}

interface Row {
  id: string;
  account_id: string;
  content: string;
  components: string;
  created_at: number;
  edited_at: number | null;
}

const columns = 'id, account_id, content, components, created_at, edited_at';

/** An earlier message with this nonce stays as it is. */
export function insertMessage(
  db: Database,
  message: { accountId: string; content: string; components: Components; nonce: string | null },
): FakeMessage {
  const { accountId, content, components, nonce } = message;
  const row = db
    .prepare(
      // Something is set, for otherwise nothing is returned.
      `insert into messages (id, account_id, content, components, nonce, created_at) values (?, ?, ?, ?, ?, ?)
       on conflict (account_id, nonce) do update set nonce = excluded.nonce returning ${columns}`,
    )
    .get(newSnowflake(), accountId, content, JSON.stringify(components), nonce, Date.now());
  db.prepare(
    `delete from messages where account_id = ?1 and id <
     (select id from messages where account_id = ?1 order by id desc limit 1 offset ${maxMessages - 1})`,
  ).run(accountId);
  return parsed(row);
}

/** Replaces the given parts. @returns null if there is no such message */
export function updateMessage(
  db: Database,
  { id, accountId }: { id: string; accountId: string },
  { content, components }: { content?: string | undefined; components?: Components | undefined },
): FakeMessage | null {
  const row = db
    .prepare(
      `update messages set edited_at = ?, content = coalesce(?, content), components = coalesce(?, components)
       where id = ? and account_id = ? returning ${columns}`,
    )
    .get(Date.now(), content ?? null, components ? JSON.stringify(components) : null, id, accountId);
  return row ? parsed(row) : null;
}

export function findMessage(db: Database, id: string, accountId: string): FakeMessage | null {
  const row = db.prepare(`select ${columns} from messages where id = ? and account_id = ?`).get(id, accountId);
  return row ? parsed(row) : null;
}

/** The latest first. */
export function listMessages(db: Database, accountId: string): FakeMessage[] {
  return db
    .prepare(`select ${columns} from messages where account_id = ? order by id desc limit ${maxMessages}`)
    .all(accountId)
    .map(parsed);
}

export function deleteOldMessages(db: Database): void {
  db.prepare('delete from messages where created_at < ?').run(Date.now() - keptMs);
}

function parsed(found: Record<string, unknown> | undefined): FakeMessage {
  const row = found as unknown as Row;
  return {
    id: row.id,
    accountId: row.account_id,
    content: row.content,
    components: Components.parse(JSON.parse(row.components)),
    createdAt: new Date(row.created_at),
    editedAt: row.edited_at === null ? null : new Date(row.edited_at),
  };
}
