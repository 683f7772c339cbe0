import { sql } from 'kysely';

/** The ids as a table `asked`. Of an array that is selected the planner does not see how long it is: it would plan the statement anew each time. */
export const askedIds = (ids: readonly string[]) =>
  sql<{ id: string }>`unnest((select ${ids}::uuid[]))`.as<'asked'>(sql`asked (id)`);
