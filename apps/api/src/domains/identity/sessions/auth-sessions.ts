import type { AccountSession } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { listSessions } from './session-queries.ts';

export async function authSessions(ctx: Context, { actor }: CallOf<'authSessions'>): Promise<AccountSession[]> {
  const sessions = await listSessions(ctx.db, actor.userId);
  return sessions.map(({ id, token_name, ip, user_agent, created_at, last_used_at }) => ({
    id,
    token_name,
    ip,
    user_agent,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    current: id === actor.sessionId,
  }));
}
