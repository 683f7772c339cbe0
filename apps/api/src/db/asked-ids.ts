import { sql } from 'kysely';

/** The ids as a table `asked`. Not by `unnest`: the planner would see how many there are, and plan the statement anew each time. */
export const askedIds = (ids: readonly string[]) =>
  sql<{ id: string }>`(select value::uuid as id from json_array_elements_text(${JSON.stringify(ids)}))`.as<'asked'>(
    sql`asked`,
  );
