import type { RealmConsoleCommands } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { visibleRealm } from '../realms/realm-access.ts';
import { refusal } from './realm-console-command.ts';

/** As the realm's kernel tells them. @throws AppError realm_unknown, realm_not_running */
export async function realmConsoleCommands(
  ctx: Context,
  { actor, params }: CallOf<'realmConsoleCommands'>,
): Promise<RealmConsoleCommands> {
  const row = await visibleRealm(ctx, actor.userId, params.id);
  try {
    return { commands: await ctx.runtime.commands(row.id) };
  } catch (error) {
    throw refusal(error);
  }
}
