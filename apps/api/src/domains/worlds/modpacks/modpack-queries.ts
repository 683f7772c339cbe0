import type { ModpackProblem, ModpackState } from '@realmkeep/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import type { ModpackInstalls } from '../../../db/schema.gen.ts';

export type ModpackRow = Selectable<ModpackInstalls>;

interface NewInstall {
  realmId: string;
  userId: string;
  projectId: string;
  versionId: string;
  title: string;
  version: string;
}

const ended = ['DONE', 'FAILED'];

/** Of the account's others those stay whose realms do. */
export async function insertInstall(tx: Tx, install: NewInstall): Promise<void> {
  const { realmId, userId, projectId, versionId, title, version } = install;
  await tx
    .deleteFrom('modpack_installs')
    .where('user_id', '=', userId)
    .where('state', 'in', ended)
    .where(sql<boolean>`not exists (select from realms where realms.id = modpack_installs.id)`)
    .execute();
  await tx
    .insertInto('modpack_installs')
    .values({ id: realmId, user_id: userId, project_id: projectId, version_id: versionId, title, version })
    .execute();
}

export function findInstall(db: Db, realmId: string): Promise<ModpackRow | undefined> {
  return db.selectFrom('modpack_installs').selectAll().where('id', '=', realmId).executeTakeFirst();
}

/** Those that go on, the oldest of each account first, but for the turns that rest. */
export function listModpackWork(db: Db, resting: readonly string[]) {
  return db
    .selectFrom('modpack_installs as m')
    .innerJoin('realms as r', 'r.id', 'm.id')
    .select(['m.id', 'r.owner_id as account'])
    .where('m.state', 'not in', ended)
    .where(sql<boolean>`m.id <> all(${resting}::uuid[])`)
    .orderBy(sql`row_number() over (partition by r.owner_id order by m.created_at, m.id)`)
    .orderBy('m.created_at')
    .limit(100)
    .execute();
}

interface Further {
  state: ModpackState;
  problem?: ModpackProblem;
  subject?: string | null;
  left_out?: string[];
}

/** @returns whether it went on until now */
export async function setInstall(tx: Tx, id: string, further: Further): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('modpack_installs')
    .set({ ...further, attempts: 0, progress: null })
    .where('id', '=', id)
    .where('state', 'not in', ended)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
