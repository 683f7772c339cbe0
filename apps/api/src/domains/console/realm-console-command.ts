import { consoleCommandsPerMinute } from '@realmkeep/contract';
import { AppError } from '../../http/app-error.ts';
import type { Handler } from '../../http/register-routes.ts';
import { consumeRateLimit } from '../../limits/rate-limit.ts';
import { noteActivity } from '../audit/activity.ts';
import { answerOfRealm } from '../realms/answer-of-realm.ts';
import { visibleRealm } from '../realms/realm-access.ts';
import { withoutSecrets } from './without-secrets.ts';

/**
 * Runs one command; the console tells everybody watching who sent it.
 * @throws AppError realm_unknown, forbidden, rate_limited, realm_not_running, invalid_request
 */
export const realmConsoleCommand: Handler<'realmConsoleCommand'> = async (ctx, { actor, params, body }) => {
  const row = await visibleRealm(ctx, actor.userId, params.id);
  const manager = row.managers.find(({ userId }) => userId === actor.userId);
  if (!manager) throw new AppError('forbidden');
  await consumeRateLimit(ctx.db, {
    key: `console:${actor.userId}:${row.id}`,
    max: consoleCommandsPerMinute,
    seconds: 60,
  });
  await answerOfRealm(ctx.runtime.command(row.id, body.command, manager.nickname));
  await noteActivity(ctx, { realmId: row.id, actor, action: 'command', what: withoutSecrets(body.command) });
  return null;
};

/** As the realm's kernel completes them. @throws AppError realm_unknown, realm_not_running */
export const realmConsoleCommands: Handler<'realmConsoleCommands'> = async (ctx, { actor, params }) => {
  const row = await visibleRealm(ctx, actor.userId, params.id);
  return { commands: await answerOfRealm(ctx.runtime.commands(row.id)) };
};
