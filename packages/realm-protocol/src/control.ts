import * as z from 'zod/mini';
import { consoleCommandRule } from './rules.ts';
import { type KernelCapabilities, RealmSettings } from './settings.ts';

/**
 * The control interface of one running realm, which its realm-server process serves.
 *
 * HTTP/1.1 on a unix socket that only the driver's user can reach, JSON bodies of at most 256 KiB:
 *
 * | call            | answer                                                                        |
 * |-----------------|-------------------------------------------------------------------------------|
 * | GET /state      | RealmState                                                                    |
 * | GET /events     | newline-delimited RealmEvent, the current state first, until either side ends |
 * | GET /console?after=n | newline-delimited ConsoleLines of this run from number n + 1 on, beginning with those still kept; an empty line every 10 s |
 * | GET /commands   | ConsoleCommand[]                                                              |
 * | POST /command   | body CommandBody; 204, 409 while it starts                                       |
 * | PATCH /settings | body SettingsChange; SettingsResult                                           |
 * | POST /login-code | body LoginCode; 204; it replaces an earlier code of the same nickname            |
 * | POST /spawn     | body RealmSpawn, the new spawn point; 204, 409 while it starts, 422 outside the world or its border |
 * | POST /hold-writing | saves the world, then writes nothing while the answer, 200, stays open: a minute at most |
 * | POST /stop      | 202; the world is saved and the process ends with code 0                       |
 * | POST /stop-if-empty | the same if nobody is on or joining; otherwise 409, and nothing happens |
 *
 * The process starts with this socket already listening, and with one for game clients, each behind a PROXY v2 header; in a
 * container it creates both in its folder.
 * Bodies of the wrong shape get 400.
 */

/** The descriptors of the two. The descriptor before them is the realm's lock, which the process only holds. */
export const controlDescriptor = 4;
export const gameDescriptor = 5;

/** One line typed into a console. */
export const ConsoleInput = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(consoleCommandRule.max), z.regex(/^[^\p{Cc}\u2028\u2029]*$/u));

export const CommandBody = z.object({
  command: ConsoleInput,
  /** Who sent it; null if not known. */
  by: z._default(z.nullable(z.string().check(z.regex(/^\w{1,32}$/))), null),
});

/** A command that the console accepts from anyone: `{name: 'gamemode', usage: 'survival|creative [player]'}`. */
export const ConsoleCommand = z.object({
  name: z.string().check(z.regex(/^[\w/:.-]{1,64}$/)),
  /** Words, choices|separated|by|bars, <required> and [optional] parts. */
  usage: z.string().check(z.regex(/^\P{Cc}{0,256}$/u)),
});
export type ConsoleCommand = z.infer<typeof ConsoleCommand>;
export const ConsoleCommands = z.array(ConsoleCommand).check(z.maxLength(500));

const settingNames = Object.keys(RealmSettings.shape) as (keyof RealmSettings)[];

/** Names of settings, each once; unknown ones are skipped. */
const knownSettings = z.pipe(
  z.array(z.unknown()),
  z.transform((list) => settingNames.filter((name) => list.includes(name))),
);

/** A setting that has no effect on the server is in neither list. */
export const SettingsResult = z.object({
  applied: knownSettings,
  /** These take effect when the realm starts next. */
  atNextStart: knownSettings,
});
export type SettingsResult = z.infer<typeof SettingsResult>;

/** The outcome of a change. */
export function settingsResult(capabilities: KernelCapabilities, change: Partial<RealmSettings>): SettingsResult {
  const names = Object.keys(change) as (keyof RealmSettings)[];
  return {
    applied: names.filter((name) => capabilities[name] === 'live'),
    atNextStart: names.filter((name) => capabilities[name] === 'restart'),
  };
}
