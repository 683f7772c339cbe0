import { randomBytes } from 'node:crypto';
import { type RealmDatabase, type Tier, tierLimits } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { Handler } from '../../http/register-routes.ts';
import { consumeRateLimit } from '../../limits/rate-limit.ts';
import { AppError } from '../../http/app-error.ts';
import { visibleRealm, lockVisibleRealm } from '../realms/realm-access.ts';
import { seal, unseal } from '../identity/chat/sealed.ts';
import { recordActivity } from '../audit/activity.ts';
import { addressOf } from './database-connect.ts';
import { connectionsMax, type DatabaseAccess, databaseName, mayOwnDatabase } from './database-policy.ts';
import { type DatabaseRow, findDatabase, insertDatabase, updatePassword, moveState } from './database-queries.ts';
import type { ServerName } from './database-servers.ts';
import { sealOwner, databaseBuild, databaseDrop } from './database-build.ts';
import { databasePasswordSet } from './database-password-set.ts';

/** @throws AppError realm_unknown */
export const realmDatabase: Handler<'realmDatabase'> = async (ctx, { actor, params }) =>
  databaseView(ctx, await visibleRealm(ctx, actor.userId, params.id));

/** The address at which a sandboxed realm finds its database. */
const inRealm = { host: '127.0.0.1', port: 5432 };

/** What a realm has, without the password. */
async function databaseView(
  ctx: Context,
  { id, ownerTier }: { id: string; ownerTier: string },
): Promise<RealmDatabase> {
  const row = await findDatabase(ctx.db, id);
  return {
    available: row !== undefined || (await ctx.databaseServers.trials.problem()) === null,
    limitBytes: tierLimits[ownerTier as Tier].databaseBytes,
    connections: connectionsMax,
    database: row ? rowView(ctx, row) : null,
  };
}

function rowView({ config, hosts }: Context, row: DatabaseRow): NonNullable<RealmDatabase['database']> {
  const name = databaseName(row.realm_id);
  const server = row.server as ServerName;
  const { tcpPort } = config.guests;
  // On hosts realms are sandboxed, whatever this machine has.
  const through = tcpPort === null || hosts !== null ? inRealm : { ...inRealm, port: tcpPort };
  const { host, port } = server === 'product' ? addressOf(config.databaseUrl) : through;
  return {
    state: row.state as 'creating' | 'ready' | 'deleting',
    server,
    access: row.access as DatabaseAccess,
    bytes: Number(row.bytes),
    host,
    port,
    name,
    user: name,
    jdbcUrl: `jdbc:postgresql://${host}:${port}/${name}`,
  };
}

/** Views of the password and changes, each of which is in the realm's activity. */
const maxChanges = 20;
const windowSeconds = 10 * 60;

/** Consumes one of the account's allowance. @throws AppError rate_limited */
async function consumeDatabaseChangeLimit(ctx: Context, userId: string): Promise<void> {
  await consumeRateLimit(ctx.db, { key: `database:${userId}`, max: maxChanges, seconds: windowSeconds });
}

/** A new password of 192 bits, in plain text and as stored. */
function newPassword(ctx: Context, realmId: string): { password: string; sealed: Buffer } {
  const password = randomBytes(24).toString('base64url');
  return { password, sealed: seal(ctx.config.secrets.tokenKey, sealOwner(realmId), password) };
}

/** @throws AppError realm_unknown, database_exists, database_unavailable, rate_limited */
export const realmDatabaseCreate: Handler<'realmDatabaseCreate'> = async (ctx, { actor, params }) => {
  await consumeDatabaseChangeLimit(ctx, actor.userId);
  const server = ctx.databaseServers.forNew;
  const { id } = await visibleRealm(ctx, actor.userId, params.id);
  if ((await ctx.databaseServers.trials.problem()) !== null) throw new AppError('database_unavailable');
  const { sealed } = newPassword(ctx, id);
  const realm = await ctx.db.transaction().execute(async (tx) => {
    const row = await lockVisibleRealm(tx, actor.userId, params.id);
    if (!(await insertDatabase(tx, { realmId: row.id, server, password: sealed })))
      throw new AppError('database_exists');
    await recordActivity(tx, { realmId: row.id, actor, action: 'databaseCreate' });
    return row;
  });
  await databaseBuild(ctx, realm.id);
  return databaseView(ctx, realm);
};

/** Each view is in the realm's activity. @throws AppError realm_unknown, forbidden, database_unknown, rate_limited */
export const realmDatabasePassword: Handler<'realmDatabasePassword'> = async (ctx, { actor, params }) => {
  const realm = await visibleRealm(ctx, actor.userId, params.id);
  if (!mayOwnDatabase(actor.userId, realm)) throw new AppError('forbidden');
  await consumeDatabaseChangeLimit(ctx, actor.userId);
  const row = await findDatabase(ctx.db, realm.id);
  if (row?.state !== 'ready') throw new AppError('database_unknown');
  await ctx.db.transaction().execute(async (tx) => {
    await recordActivity(tx, { realmId: realm.id, actor, action: 'databasePassword' });
  });
  return { password: unseal(ctx.config.secrets.tokenKey, sealOwner(realm.id), row.password) };
};

/**
 * Changes the stored password first, then the server's: if that fails or is interrupted, the watch repeats it. Sessions that used the old
 * password are disconnected.
 * @throws AppError realm_unknown, forbidden, database_unknown, rate_limited
 */
export const realmDatabaseRotate: Handler<'realmDatabaseRotate'> = async (ctx, { actor, params }) => {
  await consumeDatabaseChangeLimit(ctx, actor.userId);
  const realm = await ctx.db.transaction().execute(async (tx) => {
    const row = await lockVisibleRealm(tx, actor.userId, params.id);
    if (!mayOwnDatabase(actor.userId, row)) throw new AppError('forbidden');
    if (!(await updatePassword(tx, row.id, newPassword(ctx, row.id).sealed))) throw new AppError('database_unknown');
    await recordActivity(tx, { realmId: row.id, actor, action: 'databaseRotate' });
    return row;
  });
  await databasePasswordSet(ctx, realm.id);
  return databaseView(ctx, realm);
};

/** @throws AppError realm_unknown, forbidden, database_unknown, rate_limited */
export const realmDatabaseDelete: Handler<'realmDatabaseDelete'> = async (ctx, { actor, params }) => {
  await consumeDatabaseChangeLimit(ctx, actor.userId);
  const realm = await ctx.db.transaction().execute(async (tx) => {
    const row = await lockVisibleRealm(tx, actor.userId, params.id);
    if (!mayOwnDatabase(actor.userId, row)) throw new AppError('forbidden');
    if (!(await moveState(tx, row.id, 'ready', 'deleting'))) throw new AppError('database_unknown');
    await recordActivity(tx, { realmId: row.id, actor, action: 'databaseDelete' });
    return row;
  });
  await databaseDrop(ctx, realm.id);
  return databaseView(ctx, realm);
};
