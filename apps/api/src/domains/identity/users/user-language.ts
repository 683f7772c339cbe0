import type { Language } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { languageOf } from './user-login.ts';

export async function userLanguage(ctx: Context, { actor }: CallOf<'userLanguage'>): Promise<{ language: Language }> {
  return { language: await languageOf(ctx.db, actor.userId) };
}
