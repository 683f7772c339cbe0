import { languages } from '@realmkeep/contract';
import type { Handler } from '../../../http/register-routes.ts';
import { languageOf } from './user-login.ts';
import { AppError } from '../../../http/app-error.ts';
import { updateLanguage } from './user-queries.ts';

export const userLanguage: Handler<'userLanguage'> = async (ctx, { actor }) => ({
  language: await languageOf(ctx.db, actor.userId),
});

/** @throws AppError language_invalid */
export const userLanguageUpdate: Handler<'userLanguageUpdate'> = async (ctx, { actor, body }) => {
  const language = languages.find((known) => known === body.language);
  if (!language) throw new AppError('language_invalid');
  await updateLanguage(ctx.db, actor.userId, language);
  return { language };
};
