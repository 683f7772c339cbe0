import { type Language, languages } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { languageOf } from './user-login.ts';
import { AppError } from '../../../http/app-error.ts';
import { updateLanguage } from './user-queries.ts';

export async function userLanguage(ctx: Context, { actor }: CallOf<'userLanguage'>): Promise<{ language: Language }> {
  return { language: await languageOf(ctx.db, actor.userId) };
}

/** @throws AppError language_invalid */
export async function userLanguageUpdate(
  ctx: Context,
  { actor, body }: CallOf<'userLanguageUpdate'>,
): Promise<{ language: Language }> {
  const language = languages.find((known) => known === body.language);
  if (!language) throw new AppError('language_invalid');
  await updateLanguage(ctx.db, actor.userId, language);
  return { language };
}
