import type { PageQuery } from '@realmkeep/contract';
import { type Db, unprepared } from './pool.ts';
import { type Expression, type SelectQueryBuilder, sql } from 'kysely';

/**
 * One page of a list in the requested order, and the length of the whole list.
 * @param found the list, unordered
 * @param columns the column that each field is sorted by
 * @param id the tie-breaker
 * @param cut for a list that may have millions: treats it as if it had only the first `most` in its order
 */
export async function listPage<DB, TB extends keyof DB, Row, Field extends string>(
  found: SelectQueryBuilder<DB, TB, Row>,
  { page, size, sort }: PageQuery<Field>,
  columns: Record<Field, Expression<unknown>>,
  id: Expression<unknown>,
  cut?: { db: Db; most: number },
): Promise<{ items: Row[]; page: number; size: number; total: number }> {
  let part = found;
  for (const order of [sort].flat()) {
    const [field, direction] = order.split(',') as [Field, 'asc' | 'desc'];
    part = part.orderBy(columns[field], direction);
  }
  const counted = found.clearSelect();
  const [items, { total }] = await Promise.all([
    part
      .orderBy(id)
      .limit(cut ? Math.max(0, Math.min(size, cut.most - page * size)) : size)
      .offset(page * size)
      .modifyEnd(unprepared)
      .execute(),
    cut
      ? cut.db
          .selectFrom(
            counted
              .select(sql`1`.as('one'))
              .limit(cut.most)
              .as('first'),
          )
          .select(sql<number>`count(*)::int`.as('total'))
          .executeTakeFirstOrThrow()
      : counted
          .select(sql<number>`count(*)::int`.as('total'))
          .$castTo<{ total: number }>()
          .executeTakeFirstOrThrow(),
  ]);
  return { items, page, size, total };
}
