import { connectionTo, DatabaseClient } from '../src/db/client.ts';

/** One statement, past the api. */
export async function runSql(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new DatabaseClient(connectionTo(url));
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}
