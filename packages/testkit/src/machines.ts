import { execFileSync } from 'node:child_process';

/** A network namespace of its own that plays another machine. */
export interface Machine {
  /** At which it is reached from here. */
  address: string;
  /** What runs a command there. */
  within: [command: string, ...words: string[]];
  /** From now on it says nothing and hears nothing. */
  vanish(): void;
  /** Undoes that. */
  heal(): void;
}

/** Machines beside this one, on a network of their own. */
export interface Machines extends Disposable {
  /** At which they reach this one. */
  here: string;
  /** The same with the length of the network's prefix. */
  link: string;
  /** One more: up to 29. */
  add(): Machine;
}

const prefix = 27;
const hosts = 2 ** (32 - prefix);

/** Of the machine that was made so many others later. */
const linkOf = (index: number) => `rkv${process.pid}-${index}`;

/** Of nftables: nothing passes. */
const chain = (hook: string) => `chain ${hook} { type filter hook ${hook} priority 0; policy drop; }\n`;

/**
 * A bridge of this machine, on a part that few others have of the range for benchmarks (RFC 2544). Needs root.
 * @throws Error where no network namespace can be made
 */
export function makeMachines(): Machines {
  const net = (process.pid % 2 ** (prefix - 15)) * hosts;
  const addressOf = (host: number) => `198.${18 + (net >> 16)}.${(net >> 8) % 256}.${(net % 256) + host}`;
  const [bridge, here] = [`rkb${process.pid}`, addressOf(1)];
  const names: string[] = [];
  const dispose = () => {
    for (const [index, name] of names.entries()) {
      attempt(`ip link del ${linkOf(index)}`);
      attempt(`ip netns del ${name}`);
    }
    attempt(`ip link del ${bridge}`);
  };
  try {
    run(`ip link add ${bridge} type bridge`);
    run(`ip addr add ${here}/${prefix} dev ${bridge}`);
    run(`ip link set ${bridge} up`);
  } catch (error) {
    dispose();
    throw error;
  }

  function add(): Machine {
    const name = `rkt-${process.pid}-${names.length}`;
    const [link, address] = [linkOf(names.length), addressOf(names.length + 2)];
    run(`ip netns add ${name}`);
    names.push(name);
    run(`ip link add ${link} type veth peer name far netns ${name}`);
    run(`ip link set ${link} master ${bridge} up`);
    run(`ip -n ${name} addr add ${address}/${prefix} dev far`);
    run(`ip -n ${name} link set far up`);
    run(`ip -n ${name} link set lo up`);
    const within: Machine['within'] = ['nsenter', `--net=/run/netns/${name}`, '--'];
    const nft = (rules: string) => run(`${within.join(' ')} nft -f -`, rules);
    return {
      address,
      within,
      vanish: () => nft(`table inet hole {\n${chain('input')}${chain('output')}}`),
      heal: () => nft('delete table inet hole'),
    };
  }

  return { here, link: `${here}/${prefix}`, add, [Symbol.dispose]: dispose };
}

function run(command: string, input?: string): void {
  const [program = '', ...words] = command.split(' ');
  execFileSync(program, words, { input, stdio: ['pipe', 'ignore', 'pipe'] });
}

/** For what may not have been made. */
function attempt(command: string): void {
  try {
    run(command);
  } catch {
    // It was not.
  }
}
