import { randomUUID } from 'node:crypto';
import {
  createQueryId,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type QueryId,
  type RootOperationNode,
} from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Context } from '../src/context.ts';
import { type Db, openDb, openPool } from '../src/db/pool.ts';
import { exportTables } from '../src/domains/accounts/export-queries.ts';
import { listRealms, listUsers } from '../src/domains/admin/admin-queries.ts';
import { activitySweep, listActivity } from '../src/domains/audit/activity.ts';
import {
  findWaiting,
  listReferrals,
  listRipe,
  lockReferralOf,
  sumAllEarnings,
} from '../src/domains/coins/referrals/referral-queries.ts';
import { checkNext, startOf } from '../src/domains/coins/wallet/ledger-checks.ts';
import {
  findAccrued,
  findShare,
  loadShareState,
  sumGrantedThisMonth,
} from '../src/domains/coins/wallet/share-queries.ts';
import { findBalances, findExpiring, findLines } from '../src/domains/coins/wallet/statement-queries.ts';
import {
  findByKey,
  findDueLots,
  findSpendableLots,
  findTopUp,
  sumTakenBack,
} from '../src/domains/coins/wallet/wallet-queries.ts';
import {
  abandonOrphans,
  findDatabase,
  listOnProduct,
  listReady,
  listServers,
  listUnfinished,
  listUnsetPasswords,
} from '../src/domains/databases/database-queries.ts';
import { insertLink } from '../src/domains/files/file-link-queries.ts';
import { deleteOldWorks, findWork } from '../src/domains/files/file-work-queries.ts';
import { deleteExpiredLinkStates, findAccount, findAccountOwner } from '../src/domains/identity/chat/chat-queries.ts';
import { enlistOtherRoles, findDueRoles } from '../src/domains/identity/chat/chat-role-queries.ts';
import { closeExpiredPrompts, deleteOldPrompts, takeUnsent } from '../src/domains/identity/chat/prompt-queries.ts';
import { deleteEndedProofs, listProofs } from '../src/domains/identity/game/game-proof-queries.ts';
import { listOutstandingPrompts } from '../src/domains/identity/login/challenge-queries.ts';
import {
  deleteEndedSessions,
  listSessionAddresses,
  loadSessionStandings,
  lockRefreshToken,
} from '../src/domains/identity/sessions/auth-queries.ts';
import { deleteOldNetworks } from '../src/domains/identity/sessions/login-networks.ts';
import { sessionsInCommon } from '../src/domains/identity/sessions/session-places.ts';
import { listSessions } from '../src/domains/identity/sessions/session-queries.ts';
import { listUnused } from '../src/domains/identity/users/release-queries.ts';
import { findLogin } from '../src/domains/identity/users/user-login.ts';
import { existingBlobs, findStoredMap, forgetDeletedMaps, listMaps } from '../src/domains/maps/map-queries.ts';
import { takeDueOrders } from '../src/domains/payments/order-queries.ts';
import {
  enlistHosts,
  failedHosts,
  nextDueMs,
  recordCompared,
  takeDueHost,
} from '../src/domains/realms/dns/dns-queries.ts';
import { deleteHost, takenMemory } from '../src/domains/realms/hosts/host-queries.ts';
import { selectActive, selectOfMember } from '../src/domains/realms/live/directory-queries.ts';
import { deleteSamples, loadSamples } from '../src/domains/realms/live/history-queries.ts';
import { turnOffUnplanned } from '../src/domains/realms/plans/plan-kernel-queries.ts';
import { deleteEndedBans, listOperated, listRules } from '../src/domains/realms/players/access-queries.ts';
import { deleteOldVisits, listVisitors, recordVisits } from '../src/domains/realms/players/visitor-queries.ts';
import { listRealmsOf, loadRealmLists } from '../src/domains/realms/realm-list-queries.ts';
import {
  countOwnedRealms,
  deleteOverlimit,
  findRealm,
  isAddressTaken,
  listOwned,
  loadRealms,
  selectRealmsAt,
  takeUnwarned,
} from '../src/domains/realms/realm-queries.ts';
import { selectDue } from '../src/domains/schedules/schedule-queries.ts';
import { deleteUnusedIcons } from '../src/domains/shop/icons/icon-queries.ts';
import { findActive, listDue, listUnwarned } from '../src/domains/subscriptions/subscription-queries.ts';
import {
  bytesToCome,
  deleteExpiredUploads,
  existingPieces,
  listPieces,
} from '../src/domains/uploads/upload-queries.ts';
import { uploadsDelete, uploadsToRealm } from '../src/domains/uploads/uploads.ts';
import { findOrder, listAddonWork } from '../src/domains/worlds/addons/addon-queries.ts';
import {
  beginBackup,
  deleteOldBackups,
  findBackupById,
  listBackupWork,
  listBackups,
  setStored,
} from '../src/domains/worlds/backups/backup-queries.ts';
import { backupsForgetMaker } from '../src/domains/worlds/backups/realm-backups.ts';
import {
  findRestore,
  findRestoreById,
  isBeingRestored,
  listRestoreWork,
} from '../src/domains/worlds/backups/restore-queries.ts';
import {
  countOwnJars,
  findChange,
  listChangeWork,
  listChanges,
  removeUnusedJars,
} from '../src/domains/worlds/kernels/kernel-queries.ts';
import { listModpackWork } from '../src/domains/worlds/modpacks/modpack-queries.ts';
import {
  holdClaim,
  listOthersClaims,
  releaseClaim,
  renewClaims,
  takeClaim,
} from '../src/domains/worlds/work-claim-queries.ts';
import { countAttempt, deleteEndedAttempts, findAttempts } from '../src/limits/rate-limit-queries.ts';
import { createTestDatabase } from './test-database.ts';

/** Every frequent or periodic query of growing tables uses an index, whatever their size. */

/** Tables with a few rows in any installation. */
const small = new Set([
  'dns_zone',
  'installation',
  'realm_numbers',
  'kernel_jars',
  'product_icons',
  'plan_kernels',
  'hosts',
]);

const [id, key, at] = [randomUUID(), Buffer.alloc(32), new Date()];
const page = { page: 0, size: 20, sort: [] as never[] };
const link = { hash: key, userId: id, realmId: id, path: '/' };

const asked: Record<string, (db: Db) => Promise<unknown>> = {
  'standing of sessions': (db) => loadSessionStandings(db, [id]),
  'refresh token': (db) => db.transaction().execute((tx) => lockRefreshToken(tx, key)),
  sessions: (db) => listSessions(db, id),
  'addresses of sessions': (db) => listSessionAddresses(db, id),
  'ended sessions': deleteEndedSessions,
  'old networks': deleteOldNetworks,
  login: (db) => findLogin({ db }, 'Somebody'),
  'unused accounts': (db) => listUnused(db, at, 10),
  'counted attempt': (db) => countAttempt(db, 'key', 60),
  attempts: (db) => findAttempts(db, 'key'),
  'ended attempts': deleteEndedAttempts,
  'chat account': (db) => findAccount(db, 'discord', id),
  'owner of a chat account': (db) => findAccountOwner(db, 'discord', '1'),
  'ended link states': deleteExpiredLinkStates,
  'due roles': (db) => findDueRoles(db, 'discord', 10),
  'unsent prompts': (db) => takeUnsent(db, 'discord', 10),
  'ended prompts': (db) => closeExpiredPrompts(db, 'discord', 10),
  'old prompts': deleteOldPrompts,
  'game proofs': (db) => listProofs(db, id, '203.0.113.7'),
  'ended game proofs': deleteEndedProofs,
  'list of realms': (db) => loadRealmLists(db, [id]),
  'page of realms': (db) => listRealmsOf(db, id, { ...page, as: 'OWNER' }),
  'page of shared realms': (db) => listRealmsOf(db, id, { ...page, as: 'PARTNER' }),
  'realms to run': (db) => selectActive(db, id).execute(),
  'realms of a member': (db) => selectOfMember(db, id).execute(),
  realm: (db) => findRealm(db, id),
  'some realms': (db) => loadRealms(db, [id]),
  'realms at addresses': (db) => selectRealmsAt(db, ['castle']).execute(),
  'whether an address is taken': (db) => isAddressTaken(db, 'castle'),
  'number of realms': (db) => countOwnedRealms(db, id),
  'owned realms': (db) => listOwned(db, id),
  'realms over the limit': deleteOverlimit,
  'who may come in': (db) => listRules(db, id, page),
  'operated realms': (db) => listOperated(db, id, page),
  'ended bans': deleteEndedBans,
  visitors: (db) => listVisitors(db, id, page),
  'old visits': deleteOldVisits,
  activity: (db) => listActivity(db, id, { ...page, kind: undefined }),
  'due schedules': (db) => selectDue(db, 10),
  'due DNS name': takeDueHost,
  'next DNS name': nextDueMs,
  'failed DNS names': (db) => failedHosts(db, 10),
  subscription: (db) => findActive(db, id),
  'due subscriptions': (db) => listDue(db, 10),
  'subscriptions to warn of': (db) => listUnwarned(db, 10),
  referral: (db) => db.transaction().execute((tx) => lockReferralOf(tx, id)),
  'ripe referrals': (db) => listRipe(db, 'discord', at, 10),
  'accrued share': (db) => db.transaction().execute((tx) => findAccrued(tx, id)),
  share: (db) => db.transaction().execute((tx) => findShare(tx, 'payment')),
  balances: (db) => findBalances(db, id),
  'expiring coins': (db) => findExpiring(db, id),
  statement: (db) => findLines(db, id, { from: 'latest', skip: 0, take: 20 }),
  'due lots': (db) => findDueLots(db, 10),
  'lots to spend': (db) => db.transaction().execute((tx) => findSpendableLots(tx, '1')),
  'transaction by its key': (db) => db.transaction().execute((tx) => findByKey(tx, 'key')),
  'top-up': (db) => db.transaction().execute((tx) => findTopUp(tx, 'payment')),
  'due orders': (db) => takeDueOrders(db, 10),
  database: (db) => findDatabase(db, id),
  'unfinished databases': (db) => listUnfinished(db, 'creating', 10),
  databases: (db) => listReady(db, 'guests', id, 10),
  'file work': (db) => findWork(db, id),
  'old file works': deleteOldWorks,
  maps: (db) => listMaps(db, id),
  'pieces of an upload': (db) => listPieces(db, id),
  'ended uploads': deleteExpiredUploads,
  'order of an add-on': (db) => findOrder(db, id),
  'add-ons to install': (db) => listAddonWork(db, []),
  'modpacks to install': (db) => listModpackWork(db, []),
  backups: (db) => listBackups(db, id),
  'backups to make': (db) => listBackupWork(db, []),
  'old backups': (db) => deleteOldBackups(db, 30),
  'restores to make': (db) => listRestoreWork(db, []),
  'changes of kernel': (db) => listChanges(db, id),
  'changes of kernel to make': (db) => listChangeWork(db, []),
  'ledger: transactions': (db) => checkNext(db, startOf('transactions'), 500),
  'ledger: wallets': (db) => checkNext(db, startOf('wallets'), 500),
  'ledger: a large wallet': (db) => checkNext(db, { sweep: 'wallets', after: beforeLarge, carried: {} }, 1),
  'ledger: lots': (db) => checkNext(db, startOf('lots'), 500),
  'ledger: users': (db) => checkNext(db, startOf('users'), 10),
  'state of a share': (db) => db.transaction().execute((tx) => loadShareState(tx, 'payment').catch(() => null)),
  'shares of a month': (db) => sumGrantedThisMonth(db, id),
  'taken back': (db) => db.transaction().execute((tx) => sumTakenBack(tx, '1')),
  referrals: (db) => listReferrals(db, id, page),
  'waiting referrals': (db) => findWaiting(db, 'discord', { userId: id }),
  earnings: (db) => sumAllEarnings(db, id),
  'all of an account': (db) => db.transaction().execute((tx) => exportTables(tx, id)),
  'sweep of activity': (db) => activitySweep({ db }),
  'a search for accounts': (db) => listUsers(db, { ...page, q: 'some' }),
  'a search for realms': (db) => listRealms(db, { ...page, q: 'some' }),
  'comparison with the zone': (db) => recordCompared(db, ['a.example.org'], []),
  'names to enlist': enlistHosts,
  'memory that is taken': takenMemory,
  'a host without realms': (db) => deleteHost(db, 'host'),
  'realms outside a plan': (db) => db.transaction().execute((tx) => turnOffUnplanned(tx)),
  'databases left over': abandonOrphans,
  'servers with databases': listServers,
  'databases on the product': listOnProduct,
  'unset passwords': (db) => listUnsetPasswords(db, 10),
  'old histories': (db) => deleteSamples(db, 5_000),
  'history of a realm': (db) => loadSamples(db, id, { from: 0, to: 9_000 }),
  'ended links': (db) => insertLink(db, link).catch(() => null),
  'other roles': (db) => enlistOtherRoles(db, 'discord', {}),
  'deleted maps': forgetDeletedMaps,
  'archives of maps': (db) => existingBlobs(db, [id]),
  'pieces there are': (db) => existingPieces(db, [id]),
  'bytes to come': (db) => db.transaction().execute((tx) => bytesToCome(tx)),
  'unused icons': deleteUnusedIcons,
  'unused jars': removeUnusedJars,
  'jars of a realm': (db) => db.transaction().execute((tx) => countOwnJars(tx, id, '')),
  'realms to warn of': takeUnwarned,
  'sessions in common': (db) => db.transaction().execute((tx) => sessionsInCommon(tx, id, [id])),
  visits: (db) => recordVisits(db, id, [{ nickname: 'Somebody', guest: false }]),
  'makers of backups': (db) => db.transaction().execute((tx) => backupsForgetMaker(tx, id)),
  'backup that is made': (db) => findBackupById(db, id),
  'attempt at a backup': (db) => db.transaction().execute((tx) => beginBackup(tx, { id, state: 'RUNNING' }, null)),
  'backup that is stored': (db) =>
    db.transaction().execute((tx) => setStored(tx, id, { attempt: 1, bytes: 1, sha256: '' })),
  'change of a kernel': (db) => findChange(db, id),
  'restore that goes on': (db) => findRestoreById(db, id),
  'restore of a realm': (db) => findRestore(db, id),
  'whether a backup is used': (db) => isBeingRestored(db, id),
  'uploads to a realm': (db) => uploadsToRealm({ db } as Context, id),
  'deletion of uploads to a realm': (db) => db.transaction().execute((tx) => uploadsDelete(tx, { realmId: id })),
  'map that a world starts with': (db) => findStoredMap(db, id),
  'claims of others': (db) => listOthersClaims(db, id, 'BACKUP'),
  'claim to take': (db) => takeClaim(db, id, { kind: 'BACKUP', turn: id }, 1),
  'claims to renew': (db) => renewClaims(db, id),
  'claim in a transaction': (db) => db.transaction().execute((tx) => holdClaim(tx, id, { kind: 'BACKUP', turn: id })),
  'claim to give back': (db) => releaseClaim(db, id, { kind: 'BACKUP', turn: id }),
  prompts: (db) => db.transaction().execute((tx) => listOutstandingPrompts(tx, id)),
};

/** Records each statement before it is compiled. */
class Captured implements KyselyPlugin {
  readonly #built = new WeakMap<QueryId, RootOperationNode>();
  /** Those that were executed: parts of them are built by themselves as well. What fails is not among them. */
  readonly nodes: RootOperationNode[] = [];
  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    this.#built.set(queryId, node);
    return node;
  }
  transformResult: NonNullable<KyselyPlugin['transformResult']> = async ({ result, queryId }) => {
    const node = this.#built.get(queryId);
    if (node) this.nodes.push(node);
    return result;
  };
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

let db: Db;
/** Partial indexes of pending work. */
let partial: Set<string>;
/** The first column of each index: a condition on other columns alone would scan all of it. */
let firstColumns: Map<string, string>;
/** The account just before the COINS account of a wallet with many entries. */
let beforeLarge: string;
beforeAll(async () => {
  const pool = openPool(await createTestDatabase(), 1);
  db = openDb(pool);
  // There are far more realms than jobs; the planner assumes some rows in empty tables that were never analysed.
  await pool.query(`alter table realms disable trigger user;
    insert into users (nickname, game_uuid, password_hash, language, reg_ip, reg_date, login_date)
      select 'user_' || n, gen_random_uuid(), '', 'en', '127.0.0.1', now() - n * interval '1 hour', now() - n * interval '1 minute'
      from generate_series(1, 5000) n;
    insert into realms (number, owner_id, name, address, world_type, map, border_diameter, power)
      select row_number() over (), id, 'Realm', 'r-' || substr(md5(id::text), 1, 12), 'OFFICIAL', 'meadow', 500, 'OFF' from users;
    insert into realm_access (realm_id, kind, key, subject) select id, 'BAN', 'somebody', 'Somebody' from realms;
    analyze users, realms, realm_access`);
  await pool.query(`alter table accounts disable trigger user;
    update accounts set lines = 10 where id = (select min(id) from accounts where kind = 'COINS')`);
  const wallets = await pool.query<{ before: string }>(
    "select min(id) - 1 as before from accounts where kind = 'COINS'",
  );
  beforeLarge = wallets.rows[0]?.before ?? '';
  // Scans a table only where there is no other way, however small it is.
  await pool.query('set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off');
  const { rows } = await pool.query<{ name: string; is_partial: boolean; first: string }>(
    `select indexrelid::regclass::text as name, indpred is not null as is_partial, pg_get_indexdef(indexrelid, 1, true) as first
      from pg_index`,
  );
  partial = new Set(rows.filter((row) => row.is_partial).map(({ name }) => name));
  firstColumns = new Map(rows.map(({ name, first }) => [name, first]));
});
afterAll(() => db.destroy());

test.each(Object.entries(asked))('%s', async (_name, ask) => {
  const captured = new Captured();
  await ask(db.withPlugin(captured));
  const executor = db.getExecutor();
  expect(captured.nodes).not.toEqual([]);
  const whole: string[] = [];
  for (const node of captured.nodes) {
    const compiled = executor.compileQuery(node, createQueryId());
    const explained = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
      ...compiled,
      sql: `explain (format json) ${compiled.sql} -- unprepared`,
    });
    for (const step of stepsOf(explained.rows.map((row) => row['QUERY PLAN'][0].Plan))) {
      if (isWhole(step))
        whole.push(
          `${step['Node Type']} ${step['Relation Name'] ?? ''} ${step['Index Name'] ?? ''} ${step['Index Cond'] ?? ''}: ${compiled.sql}`,
        );
    }
  }
  expect(whole).toEqual([]);
});

function stepsOf(plans: readonly Plan[]): Plan[] {
  return plans.flatMap((plan) => [plan, ...stepsOf(plan.Plans ?? [])]);
}

/** Whether a step scans all of a growing table, directly or through an index. */
function isWhole(step: Plan): boolean {
  const type = step['Node Type'];
  if (type === 'Seq Scan') return !small.has(step['Relation Name'] ?? '');
  const isIndex = type === 'Index Scan' || type === 'Index Only Scan' || type === 'Bitmap Index Scan';
  if (!isIndex || small.has(step['Relation Name'] ?? '')) return false;
  const name = step['Index Name'] ?? '';
  return !partial.has(name) && !(step['Index Cond'] ?? '').includes(firstColumns.get(name) ?? name);
}
