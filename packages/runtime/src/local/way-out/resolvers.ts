import { isIPv4 } from 'node:net';

/** systemd-resolved writes there whom it asks itself. */
const behindLoopback = '/run/systemd/resolve/resolv.conf';
const most = 3;

/**
 * The name servers for realms: those of the machine. A realm cannot reach ones on the loopback interface; those that systemd-resolved
 * uses are in another file.
 * @returns at most three IPv4 addresses; none if none are known
 */
export async function machineResolvers(read: (path: string) => Promise<string>): Promise<string[]> {
  for (const path of ['/etc/resolv.conf', behindLoopback]) {
    const found = nameservers(await read(path));
    if (found.length > 0) return found;
  }
  return [];
}

function nameservers(text: string): string[] {
  const named = [...text.matchAll(/^\s*nameserver\s+(\S+)/gm)].map(([, address = '']) => address);
  const reachable = named.filter((address) => isIPv4(address) && !/^(127|0)\./.test(address));
  return [...new Set(reachable)].slice(0, most);
}

/** What a realm finds as its resolv.conf. */
export function resolvConf(resolvers: readonly string[]): string {
  return resolvers.map((address) => `nameserver ${address}\n`).join('');
}
