import type { AccountSession } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/implement.ts';
import { listSessions } from './session-queries.ts';

export async function authSessions(ctx: Context, { actor }: CallOf<'authSessions'>): Promise<AccountSession[]> {
  const sessions = await listSessions(ctx.db, actor.userId);
  return sessions.map(({ created_at, last_used_at, ...session }) => ({
    ...session,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    current: session.id === actor.sessionId,
  }));
}
