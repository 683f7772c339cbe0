import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/implement.ts';

export async function geoLanguages(ctx: Context, { caller }: CallOf<'geoLanguages'>): Promise<{ languages: string }> {
  return { languages: await ctx.geo.languagesOf(caller.ip) };
}
