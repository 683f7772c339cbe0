import { sql } from 'kysely';

/** Of the records of the realm's host name. */
export interface DnsRow {
  recordId: string | null;
  toIp: string | null;
  /** Whether all its records lead where they should. */
  isPublished: boolean;
  /** Why they do not is known. */
  hasFailed: boolean;
}

/** Of `r`, a realm; null where no zone was ever set up. */
export const dnsOfRealm = sql<DnsRow | null>`(select json_build_object('recordId', d.record_id, 'toIp', d.to_ip,
    'isPublished', d.published is not distinct from z.target, 'hasFailed', coalesce(d.problem, z.problem) is not null)
  from dns_zone z left join dns_records d on d.host = lower(r.address) || '.' || z.base_domain)`.as('dns');
