import { stripVTControlCharacters } from 'node:util';
import type { StartCause, StartProblem } from '@realmkeep/contract';

type Found = Omit<StartProblem, 'line'>;
/** @param what follows the line's time and level @param jar the plugin that an earlier line named */
type Sign = (what: string, jar: string | null) => Found | null;

const maxLine = 300;

/** `[12:00:00 WARN]: `, `[12:00:00] [Server thread/WARN]: `, `[init] `, and our console's `2026-11-22T12:00:00.000Z WARN: `. */
const prefix =
  /^(?:\d{4}-\d\d-\d\dT[\d:.]+Z )?(?:\[[\d:.]+\] ?\[[^\]]{1,100}\]:? |\[[\d:.]+ [A-Z]+\]: |(?:WARN|ERROR|FATAL|INFO): )?(?:\[(?:\w+\.)*(?:\w+PluginLoadingStrategy|FabricLoader\/?\w*)\]:? )?/;
/** The next lines are about this plugin. */
const pluginNamed = /^Could not load (?:plugin )?'(?:[^']*[\\/])?([^'\\/]{1,100})' in /;
const thrown = '(?:(?:Caused by: |Exception in thread "[^"]{1,60}" )?)';

const is =
  (cause: StartCause, pattern: RegExp): Sign =>
  (what) =>
    pattern.test(what) ? { cause, subject: null, needs: null } : null;

/** Java 17 is 61.0, and so on, from Java 1.1 with its 45.3. */
const javaOf = (classFile: string) => String(Number(classFile) - 44);

/** Most serious first: what stops a server, before what stops a plugin. */
const signs: Sign[] = [
  is('EULA', /^You need to agree to the EULA in order to run the server/),
  (what) => {
    const [, jar] =
      /^Error: (?:Invalid or corrupt|Unable to access) jarfile (?:.{0,200}\/)?([^/]{1,100})$/.exec(what) ?? [];
    return jar === undefined ? null : { cause: 'JAR', subject: null, needs: null };
  },
  is('JAR', /^Error: Could not find or load main class \S/),
  (what, jar) => {
    const pattern =
      /^(?:\S{1,60}: |Caused by: |Error invoking MC server bundler: |Exception in thread "[^"]{1,60}" |Error: LinkageError occurred while loading main class \S{1,200} ?)*java\.lang\.UnsupportedClassVersionError: .{1,300} \(class file version (\d+)\.\d+\)/;
    const [, needs] = pattern.exec(what) ?? [];
    return needs === undefined ? null : { cause: 'JAVA', subject: jar, needs: javaOf(needs) };
  },
  (what) => {
    const [, most] = /^Unsupported Java detected \([\d.]+\)\. Only up to Java (\d+) is supported/.exec(what) ?? [];
    return most === undefined ? null : { cause: 'JAVA', subject: null, needs: most };
  },
  (what) => {
    const [, least] = /^Minecraft [\d.]+ requires running the server with Java (\d+) or above/.exec(what) ?? [];
    return least === undefined ? null : { cause: 'JAVA', subject: null, needs: least };
  },
  is(
    'DISK',
    new RegExp(`^${thrown}[\\w.$]+(?:Exception|Error): .{0,300}(?:No space left on device|Disk quota exceeded)`),
  ),
  is('MEMORY', new RegExp(`^(?:${thrown}|Terminating due to |[\\w.$]+Exception: )java\\.lang\\.OutOfMemoryError`)),
  is('MEMORY', /^# There is insufficient memory for the Java Runtime Environment to continue/),
  is('MEMORY', /^(?:Error occurred during initialization of VM ?)?Could not reserve enough space for/),
  is('PORT', /^\*{4} FAILED TO BIND TO PORT/),
  is('LEVEL', /^Failed to load world data from \S*level\.dat/),
  is('LEVEL', /^Exception reading \S{0,200}world[\\/]level\.dat/),
  is(
    'WORLD_NEWER',
    /^(?:Caused by: )?java\.lang\.[A-Za-z]+Exception: Server attempted to load chunk saved with newer version of minecraft! \d+ > \d+/,
  ),
  is('WORLD_NEWER', /^This world was created by an incompatible version\./),
  (what) => {
    const pattern =
      /^- Mod '([^']{1,100})' \([\w-]{1,64}\) (?:\S{1,60} )?requires (.{1,200}) of 'Minecraft' \(minecraft\), but only the wrong version/;
    const [, subject, needs] = pattern.exec(what) ?? [];
    return subject === undefined ? null : { cause: 'PLUGIN_VERSION', subject, needs: needs ?? null };
  },
  (what) => {
    const java = /^- Mod '([^']{1,100})' .{1,80} requires version (\d+) or later of '[^']{1,60}' \(java\)/.exec(what);
    return java === null ? null : { cause: 'JAVA', subject: java[1] ?? null, needs: java[2] ?? null };
  },
  (what) => {
    const pattern =
      /^- Mod '([^']{1,100})' \([\w-]{1,64}\) (?:\S{1,60} )?requires .{1,100} of (?:mod )?('[^']{1,100}'|[\w-]{1,64})(?: \([\w-]{1,64}\))?, (?:which is missing|but only the wrong version)/;
    const [, subject, needs] = pattern.exec(what) ?? [];
    return subject === undefined ? null : { cause: 'DEPENDENCY', subject, needs: needs?.replaceAll("'", '') ?? null };
  },
  // Fabric's loader before 0.12.
  (what) => {
    const pattern =
      /^net\.fabricmc\.[\w.]{1,60}ModResolutionException: Could not find required mod: ([\w-]{1,64}) requires \{([\w-]{1,64}) @ \[([^\]]{1,100})\]\}/;
    const [, subject = null, of, versions = ''] = pattern.exec(what) ?? [];
    if (of === undefined) return null;
    if (of === 'java') return { cause: 'JAVA', subject, needs: versions.replace(/^>=/, '') };
    return of === 'minecraft'
      ? { cause: 'PLUGIN_VERSION', subject, needs: versions }
      : { cause: 'DEPENDENCY', subject, needs: of };
  },
  (what, jar) => {
    const [, needs] =
      /^org\.bukkit\.plugin\.InvalidPluginException: Unsupported API version ([\w.]{1,20})$/.exec(what) ?? [];
    return needs === undefined ? null : { cause: 'PLUGIN_VERSION', subject: jar, needs };
  },
  (what, jar) => {
    const pattern =
      /^org\.bukkit\.plugin\.UnknownDependencyException: (?:Unknown\/missing dependency plugins: \[([^\]]{1,200})\]\. Please download and install these plugins to run '([^']{1,100})'|Unknown dependency ([^\s.]{1,100})\. |([^\s:]{1,100})$)/;
    const [, several, plugin, one, bare] = pattern.exec(what) ?? [];
    const needs = several ?? one ?? bare;
    return needs === undefined ? null : { cause: 'DEPENDENCY', subject: plugin ?? jar, needs };
  },
  (what, jar) =>
    jar !== null && /^(?:Caused by: |[\w.$]+Exception: )*java\.util\.zip\.ZipException: /.test(what)
      ? { cause: 'JAR', subject: jar, needs: null }
      : null,
];

/**
 * Why a server did not start, from what it printed; null when that tells us nothing. Players cannot forge it: the server puts their names
 * before what they say.
 * @param lines of one start, in order, as the server or our console wrote them
 */
export function startProblem(lines: readonly string[]): StartProblem | null {
  let best: { weight: number; problem: StartProblem } | null = null;
  let jar: string | null = null;
  for (const line of lines) {
    const what = stripVTControlCharacters(line.slice(0, 2_000)).replace(prefix, '').trim();
    const named = pluginNamed.exec(what)?.[1];
    if (named !== undefined) jar = named;
    // A stack trace ends at the next other message.
    else if (jar !== null && !/^(?:at |\.\.\. |Caused by: |[\w.$]+(?:Exception|Error)\b)/.test(what)) jar = null;
    for (const [weight, sign] of signs.entries()) {
      if (best !== null && weight >= best.weight) break;
      const found = sign(what, jar);
      if (found !== null) best = { weight, problem: { ...found, line: what.slice(0, maxLine) } };
    }
  }
  return best?.problem ?? null;
}
