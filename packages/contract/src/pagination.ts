import { z } from 'zod';

/** Which part of a list is wanted: pages count from 0. */
export const PageQuery = z.object({
  page: z.coerce.number().int().min(0).max(1_000_000).default(0),
  size: z.coerce.number().int().min(1).max(100).default(20),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** One part of a list; `total` counts the whole of it. */
export function paginated<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), page: z.int(), size: z.int(), total: z.int() });
}
