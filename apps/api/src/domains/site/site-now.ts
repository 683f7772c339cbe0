import type { SiteNow } from '@realmkeep/contract';
import type { Context } from '../../context.ts';

export async function siteNow({ census }: Context): Promise<SiteNow> {
  return census.now();
}
