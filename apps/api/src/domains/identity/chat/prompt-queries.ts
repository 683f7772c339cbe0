import type { ChatButton, ChatPromptStatus, Language } from '@realmkeep/contract';
import { sql } from 'kysely';
import { type Db, type Tx, now } from '../../../db/pool.ts';
import type { ChatPress, SentMessage } from '../../../integrations/chat/chat-platform.ts';
import type { PromptPayload } from './prompt.ts';

export interface NewPrompt {
  id: string;
  userId: string;
  platform: string;
  accountId: string;
  content: string;
  buttons: readonly ChatButton[];
  payload: PromptPayload;
  /** How long it can be answered. */
  seconds: number;
  /** Whether `takeUnsent` should find it; otherwise its creator sends it. */
  isQueued?: boolean;
}

/** @returns until when it can be answered */
export async function insertPrompt(tx: Db | Tx, prompt: NewPrompt): Promise<Date> {
  const row = await tx
    .insertInto('chat_prompts')
    .values({
      id: prompt.id,
      user_id: prompt.userId,
      platform: prompt.platform,
      external_id: prompt.accountId,
      content: prompt.content,
      buttons: JSON.stringify(prompt.buttons),
      payload: JSON.stringify(prompt.payload),
      timeout_at: sql<Date>`now() + make_interval(secs => ${prompt.seconds})`,
      next_send_at: prompt.isQueued ? now : null,
    })
    .returning('timeout_at')
    .executeTakeFirstOrThrow();
  return row.timeout_at;
}

/** Records where the message is. @returns the prompt's state by then */
export async function updatePromptMessage(db: Db, id: string, sent: SentMessage): Promise<ChatPromptStatus> {
  const row = await db
    .updateTable('chat_prompts')
    .set({ channel_id: sent.channelId, message_id: sent.messageId, next_send_at: null })
    .where('id', '=', id)
    .returning('status')
    .$narrowType<{ status: ChatPromptStatus }>()
    .executeTakeFirstOrThrow();
  return row.status;
}

/**
 * Queued prompts that are due, of accounts that are still linked: reserved for this caller for five minutes, after which they are retried.
 */
export async function takeUnsent(db: Db, platform: string, limit: number) {
  const due = db
    .selectFrom('chat_prompts as p')
    .innerJoin('chat_accounts as c', (join) =>
      join
        .onRef('c.user_id', '=', 'p.user_id')
        .onRef('c.external_id', '=', 'p.external_id')
        .onRef('c.platform', '=', 'p.platform'),
    )
    .select('p.id')
    .where('p.next_send_at', '<=', now)
    .where('p.status', '=', 'WAITING')
    .where('p.timeout_at', '>', now)
    .where('p.platform', '=', platform)
    .orderBy('p.next_send_at')
    .limit(limit)
    .forUpdate('p')
    .skipLocked();
  return db
    .updateTable('chat_prompts')
    .set({ next_send_at: sql<Date>`now() + interval '5 minutes'` })
    .where('id', 'in', due)
    .returning(['id', 'external_id as accountId', 'content', 'buttons'])
    .$narrowType<{ buttons: ChatButton[] }>()
    .execute();
}

/** WAITING to SELECTED, if the press is valid in every respect. The message is unknown until the platform's answer to its sending is stored. */
export function selectButton(tx: Tx, platform: string, promptId: string, press: ChatPress) {
  return (
    tx
      .updateTable('chat_prompts')
      .set({ status: 'SELECTED', selected: press.buttonId })
      .where('id', '=', promptId)
      .where('platform', '=', platform)
      .where('external_id', '=', press.accountId)
      .where((where) => where.or([where('message_id', '=', press.messageId), where('message_id', 'is', null)]))
      .where('status', '=', 'WAITING')
      .where('timeout_at', '>', now)
      .where('buttons', '@>', JSON.stringify([{ id: press.buttonId }]))
      // Only while the account that was asked is still the player's.
      .where(sql<boolean>`exists (select from chat_accounts c where c.user_id = chat_prompts.user_id
      and c.platform = chat_prompts.platform and c.external_id = chat_prompts.external_id)`)
      .where(sql<boolean>`not buttons @> ${JSON.stringify([{ id: press.buttonId, button_type: 'LINK' }])}::jsonb`)
      .returning(['payload', 'user_id as userId'])
      .executeTakeFirst()
  );
}

export async function findPromptStatus(
  db: Db,
  platform: string,
  id: string,
  accountId: string,
): Promise<ChatPromptStatus | null> {
  const row = await db
    .selectFrom('chat_prompts')
    .select('status')
    .$narrowType<{ status: ChatPromptStatus }>()
    .where('id', '=', id)
    .where('platform', '=', platform)
    .where('external_id', '=', accountId)
    .executeTakeFirst();
  return row?.status ?? null;
}

/** WAITING to TIMEOUT. @returns the messages of those that were waiting and have been sent */
export async function closePrompts(db: Db | Tx, ids: readonly string[]): Promise<SentMessage[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .updateTable('chat_prompts')
    .set({ status: 'TIMEOUT' })
    .where('id', 'in', ids)
    .where('status', '=', 'WAITING')
    .returning(['channel_id', 'message_id'])
    .execute();
  return rows.flatMap(sentMessage);
}

/** The same for expired ones on this platform. @param limit at most so many */
export async function closeExpiredPrompts(db: Db, platform: string, limit: number) {
  const expired = db
    .selectFrom('chat_prompts')
    .select('id')
    .where('status', '=', 'WAITING')
    .where('timeout_at', '<=', now)
    .where('platform', '=', platform)
    .orderBy('timeout_at')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const rows = await db
    .updateTable('chat_prompts as p')
    .from('users as u')
    .set({ status: 'TIMEOUT' })
    .whereRef('u.id', '=', 'p.user_id')
    .where('p.id', 'in', expired)
    .returning([
      'p.channel_id',
      'p.message_id',
      'p.content',
      'u.language',
      sql<boolean>`p.payload ->> 'kind' = 'login'`.as('isLogin'),
    ])
    .$narrowType<{ language: Language }>()
    .execute();
  return rows.map((row) => ({
    language: row.language,
    content: row.content,
    isLogin: row.isLogin,
    messages: sentMessage(row),
  }));
}

/** Deletes prompts that expired over a day ago, and the logins that depended on them. */
export async function deleteOldPrompts(db: Db): Promise<void> {
  await db
    .deleteFrom('chat_prompts')
    .where('timeout_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}

function sentMessage(row: { channel_id: string | null; message_id: string | null }): SentMessage[] {
  return row.channel_id !== null && row.message_id !== null
    ? [{ channelId: row.channel_id, messageId: row.message_id }]
    : [];
}
