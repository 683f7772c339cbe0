import { isBukkit, type RealmSpec } from '@realmkeep/realm-protocol';

/** What this process takes beside the server, and what the JVM takes beside its heap before any program runs. */
const oursMib = 80;
const jvmMib = 160;

/**
 * The server's command line. The heap's share of the realm's memory grows with that memory; the rest is for the JVM (threads, code, classes,
 * buffers) and for us. The realm's cgroup, where there is one, bounds the total.
 */
export function javaArguments({ kernel, java, limits }: RealmSpec & Required<Pick<RealmSpec, 'java'>>): string[] {
  const heap = Math.max(64, Math.floor((limits.memoryMiB - oursMib - jvmMib) * 0.85));
  return [
    `-Xms${Math.floor(heap / 4)}M`,
    `-Xmx${heap}M`,
    // It would go on for minutes without answering anybody.
    '-XX:+ExitOnOutOfMemoryError',
    `-XX:ActiveProcessorCount=${Math.max(1, Math.ceil(limits.cores))}`,
    '-Dfile.encoding=UTF-8',
    // CVE-2021-44228, in versions of before 1.18.1.
    '-Dlog4j2.formatMsgNoLookups=true',
    ...(isBukkit(kernel) ? paper : [`-Dlog4j.configurationFile=${logConfiguration}`]),
    '-jar',
    java.jar,
    ...(isBukkit(kernel) ? ['--nojline', '--spigot-settings', 'config/spigot.yml'] : []),
    ...(kernel === 'purpur' ? ['--purpur-settings', 'config/purpur.yml'] : []),
    'nogui',
  ];
}

/** No line editor, as nobody types at a terminal, but colours. Versions also run on a newer Java than they were made for. */
const paper = ['-Dterminal.jline=false', '-Dterminal.ansi=true', '-DPaper.IgnoreJavaVersion=true'];

/** Below the realm's folder, written by `writeServerFiles`. */
export const logConfiguration = 'logging.xml';
