/** A record's type and content: an address in its shortest form, a name without the last dot, of an SRV record `0 0 <port> <name>`. */
export interface DnsRecord {
  type: 'A' | 'AAAA' | 'CNAME' | 'SRV';
  content: string;
}

/**
 * Keeps records in one zone, each marked as this installation's. Others are never changed or removed.
 * Every call ends within its signal's time or with a DnsFailure.
 */
export interface DnsProvider {
  /** Which zone of which provider. Records of another place are another's. */
  place: string;
  /** Milliseconds between two realms, to stay within the provider's rate limit. */
  pauseMs: number;

  /** @returns the zone's name, if the credentials are good for it */
  zone(signal: AbortSignal): Promise<string>;

  /**
   * Makes these our only records at a name; none: removes ours. Idempotent, even after an interruption at any point.
   * @returns an id by which the provider finds the first; null: there is none
   * @throws DnsFailure `taken` if somebody else has a record at the name
   */
  set(name: string, records: readonly DnsRecord[], signal: AbortSignal): Promise<string | null>;

  /** All of our records, by name. */
  own(signal: AbortSignal): Promise<Map<string, DnsRecord[]>>;
}

/**
 * `taken` and `refused` concern one name. The others concern the whole zone: `away` may pass by itself, `login` and `zone` (there is no such
 * zone) want the operator.
 */
export type DnsReason = 'away' | 'login' | 'zone' | 'taken' | 'refused';

/** The provider did not do it. The message is for the operator, and has no secret in it. */
export class DnsFailure extends Error {
  override readonly name = 'DnsFailure';
  readonly reason: DnsReason;
  /** How long the provider wants to be left alone, in milliseconds. */
  readonly retryAfterMs: number;
  constructor(
    reason: DnsReason,
    message: string,
    { retryAfterMs = 0, cause }: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Of the mark, the same in every record of an installation. */
export function markOf(installationId: string): string {
  return `realmkeep ${installationId}`;
}

export function isSameRecord(one: DnsRecord, other: DnsRecord): boolean {
  return one.type === other.type && one.content === other.content;
}

/**
 * Whether somebody else's record at a name rules out ours: an alias must be the only record, a delegation hides names below it, and addresses of
 * two owners would send players to either.
 */
export function isInTheWay(type: string, wanted: readonly DnsRecord[]): boolean {
  if (type === 'CNAME' || wanted.some((record) => record.type === 'CNAME')) return true;
  return wanted.some((record) => record.type === 'SRV') ? type === 'SRV' : ['A', 'AAAA', 'NS'].includes(type);
}
