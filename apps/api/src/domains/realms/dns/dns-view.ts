import type { AdminMachine } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/pool.ts';
import { PacedAnswer } from '../../../limits/paced-answer.ts';
import { countHosts, type DnsCounts, failedHosts, zoneRow } from './dns-queries.ts';

/** Names that are shown to an operator at most. */
const shown = 20;

/** What came of all names, as often as a monitor may ask. */
export function dnsCounts(db: Db) {
  return new PacedAnswer(() => countHosts(db));
}

/** How realms' DNS records are doing; null: a wildcard serves all. */
export async function dnsView({ db, dns, dnsCounts: counted }: Context): Promise<AdminMachine['dns']> {
  if (!dns) return null;
  const [zone, counts, hosts] = await Promise.all([zoneRow(db), counted.get(), failedHosts(db, shown)]);
  return { place: dns.place, problem: zone?.problem ?? null, ...counts, hosts };
}

/** For the metrics: names by what came of them, and how often in a row the provider could not be used. */
export async function dnsFigures({
  db,
  dnsCounts: counted,
}: Context): Promise<{ counts: DnsCounts; failures: number }> {
  const [zone, counts] = await Promise.all([zoneRow(db), counted.get()]);
  return { counts, failures: zone?.failures ?? 0 };
}
