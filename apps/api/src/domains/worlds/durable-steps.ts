import {
  FilesError,
  type FilesErrorCode,
  type RealmFiles,
  type RealmRuntime,
  type RealmWorlds,
} from '@realmkeep/runtime';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/pool.ts';
import { ProviderBusy } from '../../integrations/kernels/kernel-provider.ts';
import type { RealmRow } from '../realms/realm-queries.ts';
import { realmPrepare } from '../realms/realm-of-backup.ts';
import { worldStands } from '../realms/realm-world.ts';
import type { Lead } from './job-worker.ts';

/**
 * Backups, restores, kernel changes and installations are rows whose state names the next step. A step has its effect on files or on the realm, and
 * then sets the next state, in one transaction. After a kill in between the row is as it was, and the step is
 * repeated: its effect must be the same the second time.
 * @returns when to repeat it even if nothing happens, in milliseconds since the epoch; null: when the row changes
 * @throws what may be tried again
 */
type Step<Row> = (ctx: Context, row: Row, lead: Lead) => Promise<number | null>;

/** One step for each state in which there is something to do. */
export type Steps<State extends string, Row> = Record<Exclude<State, 'DONE' | 'FAILED'>, Step<Row>>;

/** Takes the step that the row's state names; none where there is no such state or no such row any more. */
export async function takeStep<State extends string, Row extends { state: string }>(
  steps: Steps<State, Row>,
  ctx: Context,
  row: Row | undefined,
  lead: Lead,
): Promise<number | null> {
  if (!row || !Object.hasOwn(steps, row.state)) return null;
  lead.assertLasts();
  return steps[row.state as keyof typeof steps](ctx, row, lead);
}

/** After this many attempts a step is given up. Those that a killed process began count. */
const maxAttempts = 3;

export interface Attempts {
  /** Counts this attempt. @returns how many there were, with this one; null: there is nothing to do any more */
  begin: () => Promise<number | null>;
  /** The attempt that was begun is none. */
  uncount: () => Promise<void>;
  /** Whether an error may pass by itself; every one may where this is missing. */
  mayPass?: (error: unknown) => boolean;
  /** null: tried for ever. */
  giveUp: ((error: unknown) => Promise<void>) | null;
}

/**
 * Does something that may fail: it is tried again, and finally given up. If too many other realms' files are in use, or a provider is asked too often, it does not count as an attempt.
 * @throws what is to be tried again
 */
export async function attempt(
  { begin, uncount, mayPass = () => true, giveUp }: Attempts,
  lead: Lead,
  work: (attempts: number) => Promise<unknown>,
): Promise<void> {
  const attempts = await begin();
  if (attempts === null) return;
  lead.assertLasts();
  try {
    await work(attempts);
  } catch (error) {
    lead.assertLasts();
    const isBusy = error instanceof ProviderBusy || (error instanceof FilesError && error.code === 'busy');
    if (isBusy) await uncount();
    if (isBusy || giveUp === null || (attempts < maxAttempts && mayPass(error))) throw error;
    await giveUp(error);
  }
}

type StepTable = 'restores' | 'kernel_changes' | 'addon_orders' | 'modpack_installs';
type WorkTable = StepTable | 'backups';

/** Notes that the step of a row's state is begun, or begun again. @returns how often, this time counted; null: the row is gone */
async function countStep(tx: Tx, table: StepTable, id: string): Promise<number | null> {
  const { rows } = await sql<{ attempts: number }>`update ${sql.table(table)}
    set attempts = attempts + 1, progress = null where id = ${id} returning attempts`.execute(tx);
  return rows[0]?.attempts ?? null;
}

/** The attempt that was begun is none. */
export async function uncountStep(tx: Tx, table: WorkTable, id: string): Promise<void> {
  await sql`update ${sql.table(table)} set attempts = attempts - 1 where id = ${id}`.execute(tx);
}

/** How the attempts at the step of a row are counted. */
export function attemptsAt(lead: Lead, table: StepTable, id: string): Pick<Attempts, 'begin' | 'uncount'> {
  return {
    begin: () => lead.transaction((tx) => countStep(tx, table, id)),
    uncount: () => lead.transaction((tx) => uncountStep(tx, table, id)),
  };
}

/** Notes how far a step is, as a fraction, while the row is in one of these states. */
export async function setStepProgress(
  db: Db,
  table: WorkTable,
  { id, states, progress }: { id: string; states: readonly string[]; progress: number },
): Promise<void> {
  await sql`update ${sql.table(table)} set progress = ${progress}
    where id = ${id} and state = any(${states}::text[])`.execute(db);
}

/** How often progress is recorded. */
const tellMs = 500;

/** Records from time to time how much of a total has arrived, while the row is in that state. @returns a function to call with the bytes of each piece */
export function byteTeller(
  { db, log }: Context,
  table: StepTable,
  { id, state, all }: { id: string; state: string; all: number },
): (bytes: number) => void {
  let come = 0;
  let toldAt = 0;
  return (bytes) => {
    come += bytes;
    if (Date.now() - toldAt < tellMs) return;
    toldAt = Date.now();
    setStepProgress(db, table, { id, states: [state], progress: Math.min(1, come / all) }).catch((error: unknown) =>
      log.warn({ err: error }, 'failed to note how far a download is'),
    );
  };
}

type NewRealmTable = 'restores' | 'modpack_installs';

/**
 * Makes the folder of a new realm. Meanwhile the realm's row stays, even if it is deleted.
 * @returns false if the realm is deleted: then only its row is left, and the work on it is gone
 */
export async function makeRealmFolder(
  ctx: Context,
  table: NewRealmTable,
  { id, realmId }: { id: string; realmId: string },
  lead: Lead,
): Promise<boolean> {
  await lead.transaction((tx) => sql`update ${sql.table(table)} set preparing = true where id = ${id}`.execute(tx));
  lead.assertLasts();
  await realmPrepare(ctx, realmId);
  const { numAffectedRows = 0n } = await lead.transaction((tx) =>
    sql`update ${sql.table(table)} set preparing = false where id = ${id}
      and exists (select from realms where realms.id = ${realmId} and deleted_at is null)`.execute(tx),
  );
  if (numAffectedRows > 0n) return true;
  lead.assertLasts();
  await ctx.runtime.destroy(realmId);
  await lead.transaction((tx) => sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx));
  return false;
}

/** The ends of realms and backups are announced; this is in case an announcement is missed, and while a deleted realm is not gone yet. */
export function soon(): number {
  return Date.now() + 1000;
}

/** @returns undefined where it is so already */
export async function unlessSo<T>(code: FilesErrorCode, asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof FilesError && error.code === code) return undefined;
    throw error;
  }
}

/** The realm's world: a process that was stopped since it had the turn does nothing more with it. */
export function worldsIn(runtime: RealmRuntime, realmId: string, lead: Lead): RealmWorlds {
  return asking(runtime.worlds(realmId), lead);
}

/** The same of its files. */
export function filesIn(runtime: RealmRuntime, realmId: string, lead: Lead): RealmFiles {
  return asking(runtime.files(realmId), lead);
}

/** Asks before each call whether it may still be made. */
function asking<Port extends object>(port: Port, lead: Lead): Port {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...words: unknown[]) => {
        lead.assertLasts();
        return Reflect.apply(member, target, words) as unknown;
      };
    },
  });
}

/** For a stream to where another process may be writing by now: checks with each piece, and before the result is committed. */
export async function* whileItLasts<Piece>(
  pieces: AsyncIterable<Piece>,
  lead: Pick<Lead, 'assertLasts'>,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    lead.assertLasts();
    yield piece;
  }
  lead.assertLasts();
}

/**
 * Exchanges the world for the other one in its scratch folder once the realm has stopped.
 * @returns as {@link whenStopped}; undefined: the other world was lost, with the realm's folder or alone
 */
export function exchangeWhenStopped(worlds: RealmWorlds, id: string): Promise<number | null | undefined> {
  const exchanged = whenStopped(() => worlds.exchange(id));
  return unlessSo('not_found', unlessSo('absent', exchanged));
}

/**
 * Swaps worlds once the realm has stopped, which the reconciler sees to while the world is frozen.
 * @returns when to look again where it has not; null: done
 */
export async function whenStopped(swap: () => Promise<void>): Promise<number | null> {
  try {
    await swap();
    return null;
  } catch (error) {
    if (error instanceof FilesError && error.code === 'realm_running') return soon();
    throw error;
  }
}

/** While a realm waits for memory. */
const memoryWaitMs = 10_000;

interface Start {
  /** How long ago the worlds were swapped, by the database's clock, in milliseconds. */
  forMs: number;
  /** Of the realm's last run before. */
  lastToken: number;
  withinMs: number;
  /** Restarts the clock: a realm that waits for memory has not begun to start. */
  restart: () => Promise<void>;
}

/**
 * Watches a realm that runs with another world.
 * @returns whether it works, or must be undone; when to look again if that is not known yet
 */
export async function watchStart(
  ctx: Context,
  realm: RealmRow,
  { forMs, lastToken, withinMs, restart }: Start,
  lead: Lead,
): Promise<'STANDS' | 'FAILED' | number> {
  const stands = worldStands(ctx, realm, lastToken);
  if (stands !== null) return stands ? 'STANDS' : 'FAILED';
  if (ctx.memory.place(realm.id) !== null) {
    await restart();
    return Date.now() + memoryWaitMs;
  }
  // Without a leader nothing starts it.
  const deadline = Math.max(Date.now() - forMs, lead.since) + withinMs;
  return deadline > Date.now() ? deadline : 'FAILED';
}
