import { DatabaseSync } from 'node:sqlite';

/** What the stand-ins remember. Its calls are not awaited: what lies between two awaits is done alone. */
export type Database = DatabaseSync;

/** Times are milliseconds since the epoch; ids of the chat platform are texts, as they are larger than a number is exact. */
const schema = `
create table if not exists accounts (
  id text primary key,
  name text not null,
  -- The name in lower case.
  name_key text not null unique,
  channel_id text not null unique,
  allows_messages integer not null default 1,
  is_member integer not null default 0,
  address_verified integer not null
) strict;

-- Roles in the community.
create table if not exists member_roles (
  account_id text not null references accounts on delete cascade,
  role_id text not null,
  primary key (account_id, role_id)
) strict;

-- Every other id is taken for that of a role.
create table if not exists deleted_roles (
  id text primary key
) strict;

-- Consents that nobody has exchanged yet.
create table if not exists codes (
  hash blob primary key,
  account_id text not null references accounts on delete cascade,
  redirect_uri text not null,
  scope text not null,
  expires_at integer not null
) strict;

-- The tokens of one consent, as hashes.
create table if not exists grants (
  access_hash blob primary key,
  refresh_hash blob not null unique,
  account_id text not null references accounts on delete cascade,
  scope text not null,
  expires_at integer not null
) strict;

create table if not exists messages (
  id text primary key,
  account_id text not null references accounts on delete cascade,
  content text not null,
  components text not null,
  -- A message that is sent twice under one nonce is one.
  nonce text,
  edited_at integer,
  created_at integer not null,
  unique (account_id, nonce)
) strict;

create table if not exists payments (
  -- As the card provider writes the ids of its checkouts, or of the rouble provider's invoice.
  id text primary key,
  provider text not null,
  invoice integer unique,
  currency text not null,
  -- Minor units.
  amount integer not null,
  description text not null,
  -- What else it was begun with, as the provider knows it.
  request text not null,
  -- OPEN: nobody has paid yet; PENDING: the money is on its way; FAILED: it did not come; CLOSED: nobody can pay any more.
  status text not null default 'OPEN',
  payment_intent text unique,
  charge text unique,
  refunded integer not null default 0,
  dispute text unique,
  -- OPEN, WITHDRAWN, WON or LOST.
  dispute_state text,
  disputed integer,
  created_at integer not null,
  expires_at integer not null
) strict;
create index if not exists payments_created_at on payments (created_at desc, id desc);
create index if not exists payments_open on payments (expires_at) where status = 'OPEN';

-- What the product is told: when next, and what came of it so far.
create table if not exists deliveries (
  id integer primary key autoincrement,
  payment_id text not null references payments on delete cascade,
  event text not null,
  method text not null,
  body text not null,
  -- null: not by itself.
  due_at integer,
  attempts integer not null default 0,
  -- The last answer, in short.
  answer text,
  delivered_at integer
) strict;
create index if not exists deliveries_payment on deliveries (payment_id, id);
create index if not exists deliveries_due on deliveries (due_at) where due_at is not null;

-- Requests under an idempotency key: the first answer is given again.
create table if not exists requests (
  key text primary key,
  params_hash blob not null,
  answer text not null,
  created_at integer not null
) strict;
`;

/**
 * Opens a file, and creates it if missing. Committed data survives kill -9 and a power cut.
 * @param file `:memory:` for a temporary one
 */
export function openDatabase(file: string): Database {
  const db = new DatabaseSync(file, { timeout: 5_000 });
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  db.exec(schema);
  return db;
}

/** All or nothing, even if the process ends in the middle. */
export function inTransaction<Result>(db: Database, work: () => Result): Result {
  db.exec('begin immediate');
  try {
    const result = work();
    db.exec('commit');
    return result;
  } catch (error) {
    db.exec('rollback');
    throw error;
  }
}
