import { sql } from 'kysely';
import { type Db, now } from '../../../db/pool.ts';

export interface NewProof {
  hash: Buffer;
  userId: string;
  sessionId: string;
  epoch: number;
  expiresAt: Date;
}

/** Nothing for an account that does not want its proofs remembered. */
export async function insertProof(db: Db, { hash, userId, sessionId, epoch, expiresAt }: NewProof): Promise<void> {
  await sql`
    insert into game_proofs (hash, user_id, session_id, epoch, expires_at)
    select ${hash}, id, ${sessionId}, ${epoch}, ${expiresAt} from users where id = ${userId} and game_memory
  `.execute(db);
}

/** Records where valid codes were used: each once, however often it is reported. */
export async function recordUses(db: Db, uses: readonly { hash: Buffer; network: string }[]): Promise<void> {
  const hashes = uses.map(({ hash }) => hash);
  const networks = uses.map(({ network }) => network);
  await sql`
    update game_proofs set network = used.network, expires_at = now() + interval '12 hours'
    from unnest(${hashes}::bytea[], ${networks}::text[]) as used (hash, network)
    where game_proofs.hash = used.hash and game_proofs.network is null and game_proofs.expires_at > now()
  `.execute(db);
}

/** What an account has proved in the network, newest first. */
export function listProofs(db: Db, userId: string, network: string) {
  return db
    .selectFrom('game_proofs as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .select([
      'p.network',
      'p.epoch',
      'p.expires_at as expiresAt',
      's.ip as sessionIp',
      sql<boolean>`s.revoked_at is not null or s.ends_at <= now()`.as('sessionEnded'),
    ])
    .where('p.user_id', '=', userId)
    .where('p.network', '=', network)
    .orderBy('p.expires_at', 'desc')
    .limit(100)
    .execute();
}

export async function deleteEndedProofs(db: Db): Promise<void> {
  await db.deleteFrom('game_proofs').where('expires_at', '<', now).execute();
}

/** Turning it off also ends, once, what game connections have proved to be the account's. */
export async function setGameMemory(db: Db, userId: string, isOn: boolean): Promise<void> {
  await db
    .updateTable('users')
    .set((set) => ({
      game_memory: isOn,
      game_logouts: isOn ? set.ref('game_logouts') : set('game_logouts', '+', 1),
    }))
    .where('id', '=', userId)
    .where('game_memory', '<>', isOn)
    .execute();
}
