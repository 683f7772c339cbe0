import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { FairTurns } from '../../../limits/fair-turns.ts';
import { drawIcon } from './draw-icon.ts';
import { storeIcon } from './icon-queries.ts';

const turns = new FairTurns({ atOnce: 1, each: 1, waiting: 5, waitMs: 20_000 });

/**
 * Keeps a picture for products, as it will be shown. The same one again has the same name.
 * @throws AppError product_icon_unreadable, product_icon_pixels, unavailable
 */
export async function productIconUpload(
  { db }: Context,
  { actor, bytes }: CallOf<'productIconUpload'>,
): Promise<{ icon: string }> {
  const encoded = await turns.run(actor.userId, () => drawIcon(bytes));
  const icon = createHash('sha256').update(encoded).digest('hex');
  await storeIcon(db, icon, encoded);
  return { icon };
}
