import { consoleCommandsPerMinute } from '@realmkeep/contract';
import { RuntimeError } from '@realmkeep/runtime';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { consumeRateLimit } from '../../limits/rate-limit.ts';
import { noteActivity } from '../audit/activity.ts';
import { visibleRealm } from '../realms/realm-access.ts';
import { withoutSecrets } from './without-secrets.ts';

/**
 * Carries out one command; the console tells everybody who looks at it who has sent it.
 * @throws AppError realm_unknown, forbidden, rate_limited, realm_not_running, invalid_request
 */
export async function realmConsoleCommand(
  ctx: Context,
  { actor, params, body }: CallOf<'realmConsoleCommand'>,
): Promise<null> {
  const row = await visibleRealm(ctx, actor.userId, params.id);
  const manager = row.managers.find(({ userId }) => userId === actor.userId);
  if (!manager) throw new AppError('forbidden');
  await consumeRateLimit(ctx.db, {
    key: `console:${actor.userId}:${row.id}`,
    max: consoleCommandsPerMinute,
    seconds: 60,
  });
  try {
    await ctx.runtime.command(row.id, body.command, manager.nickname);
  } catch (error) {
    throw refusal(error);
  }
  await noteActivity(ctx, { realmId: row.id, actor, action: 'command', what: withoutSecrets(body.command) });
  return null;
}

/** What the caller is told of it. */
export function refusal(error: unknown): unknown {
  if (!(error instanceof RuntimeError)) return error;
  if (error.code === 'not_running') return new AppError('realm_not_running');
  return error.code === 'command_refused' ? new AppError('invalid_request', { problem: 'the command' }) : error;
}
