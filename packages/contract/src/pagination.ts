import { z } from 'zod';

const directions = ['asc', 'desc'] as const;
/** `field,asc` or `field,desc`. */
export type Sort<Field extends string> = `${Field},${(typeof directions)[number]}`;

/** The page of a list to return (counted from 0), and the fields to sort by, the most important first. */
export interface PageQuery<Field extends string> {
  page: number;
  size: number;
  sort: Sort<Field> | Sort<Field>[];
}

/**
 * The query of a paged list. `sort` may be given several times; other fields are refused.
 * @param fields what the list can be sorted by
 * @param sort the default order
 */
export function pageQuery<const Field extends string>(fields: readonly Field[], ...sort: Sort<Field>[]) {
  const order = z.enum(fields.flatMap((field) => directions.map((direction): Sort<Field> => `${field},${direction}`)));
  const orders: z.ZodType<Sort<Field>[] | Sort<Field>, Sort<Field>[] | Sort<Field>> = z.union([
    order,
    z.array(order).min(1).max(fields.length),
  ]);
  return z.object({
    page: z.coerce.number().int().min(0).max(1_000_000).default(0),
    size: z.coerce.number().int().min(1).max(100).default(20),
    sort: orders.default(sort),
  });
}

/** One page of a list; `total` counts the whole list. */
export function paginated<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), page: z.int(), size: z.int(), total: z.int() });
}
