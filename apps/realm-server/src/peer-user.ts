import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';

/** The ids that realms run as begin here (docs/decisions/012-local-driver.md); everybody else's are below. */
const FIRST_REALM_USER = 0x7000_0000;

/**
 * Whether a connection that has come over this machine's own network is of a realm's process, be it a plugin of its owner's. False
 * when it is over already. Source: https://docs.kernel.org/networking/proc_net_tcp.html
 */
export function isOfRealm({ remoteAddress, remotePort, localAddress, localPort }: Socket): boolean {
  if (remoteAddress === undefined || localAddress === undefined) return false;
  const ends = [endOf(remoteAddress, remotePort), endOf(localAddress, localPort)] as const;
  const mapped = ends.map((end) => `${MAPPED}${end}`).join(' ');
  const user = userOf('/proc/net/tcp', ends.join(' ')) ?? userOf('/proc/net/tcp6', mapped);
  return user !== null && user >= FIRST_REALM_USER;
}

/** Words of 32 bits as the machine has them, as is the address behind. */
const MAPPED = `0000000000000000${endianness() === 'LE' ? 'FFFF0000' : '0000FFFF'}`;

function endOf(address: string, port = 0): string {
  const bytes = Buffer.from(address.split('.').map(Number));
  if (endianness() === 'LE') bytes.reverse();
  return `${bytes.toString('hex')}:${port.toString(16).padStart(4, '0')}`.toUpperCase();
}

/** Of the socket with these ends: its own, then the other. */
function userOf(table: string, ends: string): number | null {
  let text: string;
  try {
    text = readFileSync(table, 'latin1');
  } catch {
    // Without IPv6 there is no second one.
    return null;
  }
  const at = text.indexOf(` ${ends} `);
  if (at === -1) return null;
  // After it: state, queues, timer, retransmissions, user.
  const [, , , , user] = text.slice(at + ends.length + 2, at + ends.length + 120).split(/ +/);
  return Number(user);
}
