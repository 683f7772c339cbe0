import { isIPv4 } from 'node:net';

/** systemd-resolved writes there whom it asks itself. */
const behindLoopback = '/run/systemd/resolve/resolv.conf';
const most = 3;

/**
 * Whom realms ask for names: whom the machine asks. Those on its loopback interface a realm cannot reach; what systemd-resolved
 * itself asks stands elsewhere.
 * @returns IPv4 addresses, at most three; none when nobody is known
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
