import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Machine } from './machine.ts';
import { hostRules, realmRules, routerRules } from './rules.ts';

const namespaces = '/run/netns';
const uplinks = 2 ** 14;
const tries = 64;
/** Links of realms in the router. */
const slots = 2 ** 18;

/**
 * Realms' way to the public internet. All realms of an installation are connected to its own network namespace, the router, which
 * has the rules, so that flushing the machine's does not affect them; from there one link leads to the machine.
 */
export interface WayOut {
  /**
   * Makes the network of a realm, in place of an earlier one.
   * @param number as in its spec
   * @param within a process whose network becomes it, and has nothing but loopback; without one it is a new network
   * @returns the path of its network namespace
   */
  open(realmId: string, number: number, within?: NetworkOfProcess): Promise<string>;
  /** Takes it away; the last one takes everything along. To be called when no process of the realm is left. */
  close(realmId: string): Promise<void>;
  isOpen(realmId: string): boolean;
  /** The realms that have one. */
  list(): Promise<string[]>;
}

/** The network of a process that another program created. */
export interface NetworkOfProcess {
  pid: number;
  /** Whether that is still the process that is meant. */
  lives: () => boolean;
}

/** @param resolvers IPv4 addresses of whom realms ask for names */
export function createWayOut(dir: string, resolvers: readonly string[], machine: Machine): WayOut {
  const key = createHash('sha256').update(dir).digest('hex').slice(0, 8);
  const router = `realmkeep-${key}`;
  const link = `rk${key}`;
  const table = `realmkeep_${key}`;
  const prefix = `${router}-`;
  const name = (realmId: string): string => `${prefix}${realmId}`;
  const isOpen = (realmId: string): boolean => machine.exists(join(namespaces, name(realmId)));
  /** By one at a time: the first makes what the last one removes. */
  let turn: Promise<unknown> = Promise.resolve();
  let isRouted = false;

  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = turn.then(task);
    turn = done.catch(() => undefined);
    return done;
  }

  async function list(): Promise<string[]> {
    const names = await machine.names(namespaces);
    return names.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length));
  }

  /** The rules are there before the link. */
  async function route(): Promise<void> {
    if (!machine.exists(join(namespaces, router))) {
      await machine.script(makeNamespace, [router]);
      await machine.script(
        'sysctl -qw net.ipv4.ip_forward=1 net.ipv4.conf.all.rp_filter=1',
        [],
        join(namespaces, router),
      );
    }
    const host = await machineNetworks(machine);
    await machine.nft(routerRules({ resolvers, host }), join(namespaces, router));
    const address = (await uplinkOf(machine, router)) ?? (await freeUplink(machine, key));
    const [theirs, ours] = address;
    await machine.nft(hostRules(table, link, ours, { resolvers }));
    await machine.script(makeUplink, [router, link, theirs, ours]);
    await machine.script(passDocker, [link]);
    isRouted = true;
  }

  return {
    list,
    isOpen,
    open: (realmId, number, within) =>
      inTurn(async () => {
        const end = name(realmId);
        await machine.script(removeNamespace, [end]);
        if (!isRouted || !machine.exists(join(namespaces, router))) await route();
        else await machine.nft(newNetworks(await machineNetworks(machine)), join(namespaces, router));
        if (within === undefined) await machine.script(makeNamespace, [end]);
        else await nameNetwork(machine, end, within);
        await machine.nft(realmRules(), join(namespaces, end));
        await machine.script(lowerBuffers, [], join(namespaces, end));
        const slot = await freeSlot(machine, router, realmId, number);
        const [router31, realm31] = [realmAddress(2 * slot), realmAddress(2 * slot + 1)];
        await machine.script(makeLink, [router, end, `r${slot}`, router31, realm31, realmId]);
        return join(namespaces, end);
      }),
    close: (realmId) =>
      inTurn(async () => {
        await machine.script(removeNamespace, [name(realmId)]);
        if ((await list()).length > 0) return;
        isRouted = false;
        await machine.script(removeRouter, [router, link, table]);
      }),
  };
}

/** Why there can be no way out on this machine, for people; null when there can, which has been tried. */
export async function wayOutObstacle(dir: string, machine: Machine): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'only root can make networks';
  const probe = `realmkeep-probe-${createHash('sha256').update(`${dir} ${process.pid}`).digest('hex').slice(0, 8)}`;
  try {
    await machine.script(probeScript, [probe]);
    await machine.nft(routerRules({ resolvers: [], host: [] }), join(namespaces, probe));
    await machine.nft(realmRules(), join(namespaces, probe));
    await machine.nft(hostRules('realmkeep_probe', 'way', '100.127.0.2', { resolvers: [] }), join(namespaces, probe));
    return null;
  } catch (error) {
    const missing = await missingProgram(machine);
    if (missing !== null) return missing;
    const message = error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : String(error);
    return `the kernel refuses it: ${message.slice(0, 200)}`;
  } finally {
    await machine.script(removeNamespace, [probe]).catch(() => undefined);
  }
}

/** A message; null if all are installed. */
async function missingProgram(machine: Machine): Promise<string | null> {
  for (const [program, option, debian] of [
    ['ip', '-V', 'iproute2'],
    ['nft', '-v', 'nftables'],
    ['nsenter', '-V', 'util-linux'],
    ['sysctl', '-V', 'procps'],
  ] as const) {
    const works = await machine.run(program, [option]).then(Boolean, () => false);
    if (!works) return `the program ${program} is missing: apt-get install ${debian}`;
  }
  return null;
}

/** IPv6 is off inside. */
const off = 'echo 1 >/proc/sys/net/ipv6/conf/$each/disable_ipv6';
const settle = `test ! -d /proc/sys/net/ipv6 || nsenter --net=/run/netns/"$1" sh -c 'for each in all default; do ${off}; done'
ip -n "$1" link set lo up`;
const makeNamespace = `ip netns add "$1"
${settle}`;

/** Socket buffers of one end of a connection, initially and at most: enough for 8 MB/s over 15 ms. */
const lowerBuffers = `sysctl -qw net.ipv4.tcp_rmem='4096 65536 131072' net.ipv4.tcp_wmem='4096 16384 131072'`;

/** Its links go with it, in their own time. */
const removeNamespace = 'test ! -e /run/netns/"$1" || ip netns del "$1"';

const makeLink = `ip -n "$1" link del "$3" 2>/dev/null || true
ip link add "$3" netns "$1" type veth peer name eth0 netns "$2"
ip -n "$1" addr add "$4"/31 dev "$3"
ip -n "$1" link set "$3" alias "$6" up
ip -n "$2" addr add "$5"/31 dev eth0
ip -n "$2" link set eth0 up
ip -n "$2" route add default via "$4"`;

const makeUplink = `! ip -n "$1" link show dev way >/dev/null 2>&1 || exit 0
ip link del "$2" 2>/dev/null || true
ip link add "$2" type veth peer name way netns "$1"
test ! -d /proc/sys/net/ipv6 || echo 1 >/proc/sys/net/ipv6/conf/"$2"/disable_ipv6
ip addr add "$3"/30 dev "$2"
ip link set "$2" up
ip -n "$1" addr add "$4"/30 dev way
ip -n "$1" link set dev way up
ip -n "$1" route add default via "$3"
test "$(cat /proc/sys/net/ipv4/ip_forward)" = 1 || echo 1 >/proc/sys/net/ipv4/ip_forward`;

/** Docker drops forwarded packets, except by this chain, which it leaves to others. Flushing it closes the way out. */
const passDocker = `iptables -w -n -L DOCKER-USER >/dev/null 2>&1 || exit 0
iptables -w -C DOCKER-USER -i "$1" -j ACCEPT 2>/dev/null || iptables -w -I DOCKER-USER -i "$1" -j ACCEPT
replies='-m conntrack --ctstate ESTABLISHED,RELATED -j ACCEPT'
iptables -w -C DOCKER-USER -o "$1" $replies 2>/dev/null || iptables -w -I DOCKER-USER -o "$1" $replies`;

const removeRouter = `test ! -e /run/netns/"$1" || ip netns del "$1"
ip link del "$2" 2>/dev/null || true
nft delete table ip "$3" 2>/dev/null || true
iptables -w -D DOCKER-USER -i "$2" -j ACCEPT 2>/dev/null || true
iptables -w -D DOCKER-USER -o "$2" -m conntrack --ctstate ESTABLISHED,RELATED -j ACCEPT 2>/dev/null || true`;

const probeScript = `command -v sysctl >/dev/null
${makeNamespace}
ip link add way netns "$1" type veth peer name r1 netns "$1"`;

/** @throws Error when the process has ended: its number may have been another's by the time that its network was given the name */
async function nameNetwork(machine: Machine, name: string, { pid, lives }: NetworkOfProcess): Promise<void> {
  await machine.script('ip netns attach "$1" "$2"', [name, String(pid)]);
  if (!lives()) {
    await machine.script(removeNamespace, [name]);
    throw new Error(`process ${pid} has ended`);
  }
  await machine.script(settle, [name]);
}

/** A realm's own by its number, of which the 262,144th shares that of the first: the later of two that are open has the next that is free. */
async function freeSlot(machine: Machine, router: string, realmId: string, number: number): Promise<number> {
  for (let attempt = 0; attempt < tries; attempt++) {
    const slot = (number + attempt) % slots;
    const link = await machine.run('ip', ['-n', router, 'link', 'show', 'dev', `r${slot}`]).catch(() => null);
    const [, owner] = /\salias (\S+)/.exec(link?.stdout ?? '') ?? [];
    // One of before this has none, and is that of the number itself.
    if (!link || (owner === undefined ? number < slots : owner === realmId)) return slot;
  }
  throw new Error('every address for the way out of this realm is taken');
}

/** Inside the router: 100.64.0.0 to 100.71.255.255, two to a link. */
function realmAddress(index: number): string {
  return `100.${64 + Math.floor(index / 65_536)}.${Math.floor(index / 256) % 256}.${index % 256}`;
}

/** Finds a block of four addresses in 100.127.0.0/16 that is not used on the machine, by another installation or anything else. */
async function freeUplink(machine: Machine, key: string): Promise<[machine: string, ours: string]> {
  const { stdout } = await machine.run('ip', ['-4', '-o', 'addr', 'show']);
  for (let attempt = 0; attempt < tries; attempt++) {
    const block = (Number.parseInt(key, 16) + attempt) % uplinks;
    const [theirs, ours] = [1, 2].map((last) => `100.127.${Math.floor(block / 64)}.${(block % 64) * 4 + last}`);
    if (theirs && ours && !stdout.includes(` ${theirs}/`)) return [theirs, ours];
  }
  throw new Error('every address for the way out of realms is taken');
}

/** What one of before has. */
async function uplinkOf(machine: Machine, router: string): Promise<[machine: string, ours: string] | null> {
  const { stdout } = await machine.run('ip', ['-n', router, '-4', '-o', 'addr', 'show', 'dev', 'way']).catch(() => ({
    stdout: '',
  }));
  const [, start, last] = / inet (\d+\.\d+\.\d+\.)(\d+)\/30 /.exec(stdout) ?? [];
  return start === undefined ? null : [`${start}${Number(last) - 1}`, `${start}${last}`];
}

/** IPv4, with the machine's own address in each: 192.0.2.7/24. */
async function machineNetworks(machine: Machine): Promise<string[]> {
  const { stdout } = await machine.run('ip', ['-4', '-o', 'addr', 'show']);
  return [...new Set([...stdout.matchAll(/ inet (\S+)/g)].map(([, address = '']) => address))];
}

/** They change with time. */
function newNetworks(host: readonly string[]): string {
  return `flush set inet realms host\nadd element inet realms host { ${host.join(', ')} }\n`;
}
