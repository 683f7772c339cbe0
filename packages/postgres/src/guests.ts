import { ownerGrants, guest, hba, ownerRole } from './cluster.ts';
import { guestProgramsOf, makeGuestPrograms } from './guest-programs.ts';
import type { PostgresOptions } from './postgres.ts';

/**
 * A cluster for databases of strangers' programs. Of what bounds them a role can raise nothing: each is set for the server, for a
 * process, or only by a superuser. What a role sets for itself (timeouts, work_mem) are courtesies; who watches the server holds those.
 */
export const guestCluster = {
  systemUser: 'realmkeep-guests',
  programs: { place: guestProgramsOf, make: makeGuestPrograms },
  tcp: false,
  hba: [...hba, `local sameuser ${guest} scram-sha-256`],
  // In addition to its usual privileges it sees what guests do, ends their sessions, and copies the running cluster.
  grants: [
    ...ownerGrants,
    `grant pg_signal_backend, pg_read_all_stats to ${ownerRole}`,
    `alter role ${ownerRole} replication`,
    `grant connect on database postgres to ${ownerRole}`,
    `grant execute on function pg_backup_start(text, boolean), pg_backup_stop(boolean) to ${ownerRole}`,
  ],
  // They write to the write-ahead log, and no table grows.
  templateGrants: ['text', 'bytea'].map(
    (type) => `revoke execute on function pg_logical_emit_message(boolean, text, ${type}, boolean) from public`,
  ),
  settings: {
    max_connections: 100,
    // For the watcher, so that it can always connect, and end sessions.
    reserved_connections: 10,
    authentication_timeout: '5s',
    // A table of some 38,000 locks for all: one session may fill it, until that is seen.
    max_locks_per_transaction: 384,
    // No helpers: a statement computes in one process.
    max_worker_processes: 0,
    autovacuum_worker_slots: 2,
    autovacuum_max_workers: 2,
    // Unread notifications: 32 MB.
    max_notify_queue_pages: 4096,
    // Files of multixacts lie outside every database's size: some 500 MB of them at most.
    autovacuum_multixact_freeze_max_age: 10_000_000,
    temp_file_limit: '64MB',
    max_wal_size: '128MB',
    // What a copy of a running cluster wants to be made whole by.
    wal_level: 'replica',
    statement_timeout: '60s',
    transaction_timeout: '120s',
    idle_in_transaction_session_timeout: '60s',
    // Guests can write lines into the log, up to the level LOG, and failed statements would reveal their data.
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
  },
  // A session within a function that looks for no interrupts does not end.
  patienceMs: 3_000,
  // Of one process: more is an error of the statement. Its sessions die before itself, and both before the product.
  bounds: { dataBytes: 96 * 1024 ** 2, oomScore: 500 },
} satisfies Partial<PostgresOptions>;
