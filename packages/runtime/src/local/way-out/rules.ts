import { closedRanges } from '@realmkeep/sockets';

/** The rules of the way out, in the syntax of nft(8): docs/decisions/048-way-out.md. They contain only data of the machine itself. */

/** To mail servers, which would take it for the machine's own. */
const mailPorts = [25, 465, 587];

/** Of one realm, in either direction. For bytes the kernel's bucket holds the rate's and the burst's together: 16 at once (nft_limit.c). */
const bytes = { aSecond: '8 mbytes', burst: '8 mbytes' };
const connections = { aSecond: 20, atOnce: 200, open: 1024 };

interface Known {
  /** IPv4 addresses, where realms ask for names. */
  resolvers: readonly string[];
  /** IPv4 networks that the machine is in, with its own address in each: 192.0.2.7/24. */
  host: readonly string[];
}

const elements = (addresses: readonly string[]): string =>
  addresses.length === 0 ? '' : `elements = { ${addresses.join(', ')} };`;

/** Replaces a table in one step: nothing passes meanwhile that may not. */
const replaced = (table: string, body: string): string =>
  `table ${table}\ndelete table ${table}\ntable ${table} {\n${body}\n}\n`;

const refused = 'reject with icmpx admin-prohibited';
const limited = (set: string, key: string): string =>
  `update @${set} { ip ${key} limit rate over ${bytes.aSecond}/second burst ${bytes.burst} } drop`;

/** For the installation's own network namespace, where each realm's link is `r…` and `way` leads to the machine. */
export function routerRules({ resolvers, host }: Known): string {
  return replaced(
    'inet realms',
    `
  set resolvers { type ipv4_addr; ${elements(resolvers)} }
  set host { type ipv4_addr; flags interval; auto-merge; ${elements(host)} }
  set closed { type ipv4_addr; flags interval; ${elements(closedRanges)} }
  set sent { type ipv4_addr; size 65536; flags dynamic, timeout; timeout 1m; }
  set received { type ipv4_addr; size 65536; flags dynamic, timeout; timeout 1m; }
  set begun { type ipv4_addr; size 65536; flags dynamic, timeout; timeout 1m; }
  set open { type ipv4_addr; size 65536; flags dynamic; }
  chain forward {
    type filter hook forward priority filter; policy drop;
    meta nfproto != ipv4 drop
    ct state invalid drop
    iifname "r*" ${limited('sent', 'saddr')}
    oifname "r*" ${limited('received', 'daddr')}
    ct state established, related accept
    iifname != "r*" drop
    ip daddr @resolvers meta l4proto { tcp, udp } th dport 53 goto begin
    ip daddr @host ${refused}
    ip daddr @closed ${refused}
    tcp dport { ${mailPorts.join(', ')} } ${refused}
    goto begin
  }
  chain begin {
    update @begun { ip saddr limit rate over ${connections.aSecond}/second burst ${connections.atOnce} packets } drop
    add @open { ip saddr ct count over ${connections.open} } drop
    meta l4proto { tcp, udp, icmp } accept
    drop
  }
  chain input { type filter hook input priority filter; policy drop; }
  chain out { type nat hook postrouting priority srcnat; oifname "way" masquerade; }`,
  );
}

/**
 * For a realm's own namespace, its loopback interface included: limits concurrent connections, so that the data in their sockets
 * stays within the memory that all TCP of the machine shares.
 */
export function realmRules(): string {
  return replaced(
    'inet realm',
    `chain out { type filter hook output priority filter; ct state new ct count over ${connections.open} ${refused}; }`,
  );
}

/** For the machine's own namespace: masquerades traffic from the installation's namespace, and keeps it from the machine itself. */
export function hostRules(
  table: string,
  link: string,
  address: string,
  { resolvers }: Pick<Known, 'resolvers'>,
): string {
  return replaced(
    `ip ${table}`,
    `
  set resolvers { type ipv4_addr; ${elements(resolvers)} }
  chain input {
    type filter hook input priority filter; policy accept;
    iifname "${link}" ip daddr @resolvers meta l4proto { tcp, udp } th dport 53 accept
    iifname "${link}" ct state != { established, related } drop
  }
  chain forward {
    type filter hook forward priority filter; policy accept;
    oifname "${link}" ct state != { established, related } drop
  }
  chain out { type nat hook postrouting priority srcnat; ip saddr ${address} oifname != "${link}" masquerade; }`,
  );
}
