import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';
import { Components } from './message-shapes.ts';
import { newSnowflake } from './snowflake.ts';

/** Messages that are kept for an account: the oldest beyond them go. */
const maxMessages = 100;

export interface SandboxMessage {
  id: string;
  accountId: string;
  content: string;
  components: Components;
  createdAt: Date;
  editedAt: Date | null;
}

const columns = [
  'id',
  'account_id as accountId',
  'content',
  'components',
  'created_at as createdAt',
  'edited_at as editedAt',
] as const;

/** One that came under this nonce already stays as it is. */
export async function insertMessage(
  db: Db,
  message: { accountId: string; content: string; components: Components; nonce: string | null },
): Promise<SandboxMessage> {
  const row = await db
    .insertInto('chat_sandbox.messages')
    .values({
      id: newSnowflake(),
      account_id: message.accountId,
      content: message.content,
      components: JSON.stringify(message.components),
      nonce: message.nonce,
    })
    // Something is set, for otherwise nothing is returned.
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'nonce']).doUpdateSet({ nonce: (row) => row.ref('excluded.nonce') }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom('chat_sandbox.messages')
    .where('account_id', '=', message.accountId)
    .where('id', '<', (query) =>
      query
        .selectFrom('chat_sandbox.messages')
        .select('id')
        .where('account_id', '=', message.accountId)
        .orderBy('id', 'desc')
        .offset(maxMessages - 1)
        .limit(1),
    )
    .execute();
  return parsed(row);
}

/** What is given takes the place of what was. @returns null when there is no such message */
export async function updateMessage(
  db: Db,
  { id, accountId }: { id: string; accountId: string },
  set: { content?: string | undefined; components?: Components | undefined },
): Promise<SandboxMessage | null> {
  const row = await db
    .updateTable('chat_sandbox.messages')
    .set({
      edited_at: sql<Date>`now()`,
      ...(set.content === undefined ? {} : { content: set.content }),
      ...(set.components === undefined ? {} : { components: JSON.stringify(set.components) }),
    })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning(columns)
    .executeTakeFirst();
  return row ? parsed(row) : null;
}

export async function findMessage(db: Db, id: string, accountId: string): Promise<SandboxMessage | null> {
  const row = await db
    .selectFrom('chat_sandbox.messages')
    .select(columns)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ? parsed(row) : null;
}

/** The latest first. */
export async function listMessages(db: Db, accountId: string): Promise<SandboxMessage[]> {
  const rows = await db
    .selectFrom('chat_sandbox.messages')
    .select(columns)
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(maxMessages)
    .execute();
  return rows.map(parsed);
}

export async function deleteOldMessages(db: Db): Promise<void> {
  await db
    .deleteFrom('chat_sandbox.messages')
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}

function parsed<Row extends { components: unknown }>(row: Row): Omit<Row, 'components'> & { components: Components } {
  return { ...row, components: Components.parse(row.components) };
}
