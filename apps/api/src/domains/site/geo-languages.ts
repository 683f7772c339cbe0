import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';

export async function geoLanguages(ctx: Context, { caller }: CallOf<'geoLanguages'>): Promise<{ languages: string }> {
  return { languages: await ctx.geo.languagesOf(caller.ip) };
}
