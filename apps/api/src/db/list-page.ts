import type { PageQuery } from '@realmkeep/contract';
import { unprepared } from './pool.ts';
import { type Expression, type SelectQueryBuilder, sql } from 'kysely';

/**
 * One part of a list in the order asked for, and how many the whole of it has.
 * @param found the list, without an order
 * @param columns what each field is sorted by
 * @param id what settles the order of equals
 */
export async function listPage<DB, TB extends keyof DB, Row, Field extends string>(
  found: SelectQueryBuilder<DB, TB, Row>,
  { page, size, sort }: PageQuery<Field>,
  columns: Record<Field, Expression<unknown>>,
  id: Expression<unknown>,
): Promise<{ items: Row[]; page: number; size: number; total: number }> {
  let part = found;
  for (const order of [sort].flat()) {
    const [field, direction] = order.split(',') as [Field, 'asc' | 'desc'];
    part = part.orderBy(columns[field], direction);
  }
  const [items, { total }] = await Promise.all([
    part
      .orderBy(id)
      .limit(size)
      .offset(page * size)
      .modifyEnd(unprepared)
      .execute(),
    found
      .clearSelect()
      .select(sql<number>`count(*)::int`.as('total'))
      .$castTo<{ total: number }>()
      .executeTakeFirstOrThrow(),
  ]);
  return { items, page, size, total };
}
