import { isBukkit, type RealmSpec } from '@realmkeep/realm-protocol';

/** What this process takes beside the server, and what the JVM takes beside its heap before any program runs. */
const oursMib = 80;
const jvmMib = 160;

/**
 * The server's command line. The heap has a share of the realm's memory that grows with it; the rest is the JVM's (threads, code, classes,
 * buffers) and ours. What all of it takes together is bounded by the realm's cgroup, where there is one.
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

/** No line editor, for nobody types at a terminal; colours all the same. It runs on a newer Java than a version was made for. */
const paper = ['-Dterminal.jline=false', '-Dterminal.ansi=true', '-DPaper.IgnoreJavaVersion=true'];

/** Below the realm's folder, written by `writeServerFiles`. */
export const logConfiguration = 'logging.xml';
