import type { AdminMachine } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { countHosts, type DnsCounts, failedHosts, zoneRow } from './dns-queries.ts';

/** Names that are shown to an operator at most. */
const shown = 20;

/** How realms' DNS records are doing; null: a wildcard serves all. */
export async function dnsView({ db, dns }: Context): Promise<AdminMachine['dns']> {
  if (!dns) return null;
  const [zone, counts, hosts] = await Promise.all([zoneRow(db), countHosts(db), failedHosts(db, shown)]);
  return { place: dns.place, problem: zone?.problem ?? null, ...counts, hosts };
}

/** For the metrics: names by what came of them, and how often in a row the provider could not be used. */
export async function dnsFigures({ db }: Context): Promise<{ counts: DnsCounts; failures: number }> {
  const [zone, counts] = await Promise.all([zoneRow(db), countHosts(db)]);
  return { counts, failures: zone?.failures ?? 0 };
}
