import { probeEnforcement } from '@realmkeep/runtime/local';
import type { Config } from '../config.ts';
import { existing } from './machine.ts';
import { good, note, type Finding } from './finding.ts';

type Enforcement = Awaited<ReturnType<typeof probeEnforcement>>;

/** How realms are bounded and kept apart on this machine. Needs the packages, which may not be installed yet. */
export async function checkRealms(config: Config): Promise<Finding[]> {
  const { values } = config;
  const enforcement = await probed(config);
  return [
    limits(enforcement),
    quota(enforcement),
    walls(enforcement, values.PROGRAMS_WITHOUT_WALLS !== ''),
    wayOut(enforcement),
  ];
}

/** Whether Java servers can reach the internet, which depends on the machine even if realms run in containers. */
export async function checkWayOut(config: Config): Promise<Finding> {
  return wayOut(await probed(config));
}

async function probed({ values }: Config): Promise<Enforcement> {
  const dns = values.REALM_DNS.split(',').flatMap((part) => part.trim() || []);
  return probeEnforcement(await existing(values.DATA_DIR), dns);
}

function limits({ memory, cpu, processes, ownUser }: Enforcement): Finding {
  const words = `memory by ${memory}, processor by ${cpu}, processes by ${processes}, ${ownUser ? 'a user each' : 'one user for all'}`;
  const weak = [memory, cpu, processes].some((means) => means === 'none') || !ownUser;
  if (!weak) return good('limits', words);
  return note(
    'limits',
    `${words}. What is missing, a realm can take more than its share of. Root has them all, where there are cgroups.`,
  );
}

export function quota({ disk }: Pick<Enforcement, 'disk'>): Finding {
  if (disk === 'quota') return good('quota', 'the kernel refuses a realm what is more than twice its plan’s files');
  return note(
    'quota',
    'The disk of the data has no limits by user: what realms take is counted, and who fills it is stopped within seconds. ' +
      'As root, on ext4 or XFS mounted with usrquota, the kernel refuses the write itself.',
  );
}

export function walls({ walls: here }: Pick<Enforcement, 'walls'>, risked: boolean): Finding {
  const { network, processes, files, calls, why } = here;
  const named = Object.entries({ network, processes, files, 'system calls': calls });
  const missing = named.flatMap(([name, stands]) => (stands ? [] : [name]));
  if (missing.length === 0)
    return good('walls', 'each realm has a network, processes, files and system calls of its own');
  const off = risked
    ? 'PROGRAMS_WITHOUT_WALLS is set: a plugin reads and does here what Realmkeep may.'
    : 'Servers in Java and uploads of plugins are off.';
  return note('walls', `Missing: ${missing.join(', ')}${why === null ? '' : ` (${why})`}. ${off}`);
}

export function wayOut({ wayOut: why }: Pick<Enforcement, 'wayOut'>): Finding {
  if (why !== null) return note('internet', `Servers in Java have none: ${why}.`);
  return good(
    'internet',
    'servers in Java reach the public internet, through nftables; for that net.ipv4.ip_forward is switched on with the first',
  );
}
