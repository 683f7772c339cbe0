import type { PageQuery } from '@realmkeep/contract';
import { sql } from 'kysely';
import { listPage } from '../../db/list-page.ts';
import type { Db } from '../../db/pool.ts';

export function listAudit(db: Db, query: PageQuery<'at'>) {
  return listPage(db.selectFrom('audit_log').selectAll(), query, { at: sql.ref('created_at') }, sql.ref('id'));
}
