import * as z from 'zod/mini';
import { consoleCommandRule } from './rules.ts';
import { type KernelCapabilities, RealmSettings } from './settings.ts';

/**
 * The interface of one running realm: what a realm-server process answers, and to whom.
 *
 * HTTP/1.1 on a unix socket that only the driver's user reaches, JSON bodies of at most 256 KiB:
 *
 * | call            | answer                                                                        |
 * |-----------------|-------------------------------------------------------------------------------|
 * | GET /state      | RealmState                                                                    |
 * | GET /events     | newline-delimited RealmEvent, the present state first, until either side ends |
 * | GET /console?after=n | newline-delimited ConsoleLines, of this run's lines from number n + 1 on, those that are kept first; an empty line each 10 s |
 * | GET /commands   | ConsoleCommand[]                                                              |
 * | POST /command   | body CommandBody; 204, 409 while it starts                                       |
 * | PATCH /settings | body SettingsChange; SettingsResult                                           |
 * | POST /login-code | body LoginCode; 204, in the place of an earlier one of the same nickname         |
 * | POST /spawn     | body RealmSpawn, where players appear from now on; 204, 409 while it starts, 422 outside the world or its border |
 * | POST /hold-writing | the world is saved, and nothing written for as long as the answer, 200, stands: a minute at most |
 * | POST /stop      | 202; the world is saved and the process ends with code 0                       |
 * | POST /stop-if-empty | the same if nobody is on nor on the way in; otherwise 409, and nothing happens |
 *
 * The process is started with that socket listening, and with the one on which game clients are served, each behind a PROXY v2 header; in a
 * container it makes both in its folder.
 * What is not of the shape is answered 400.
 */

/** The descriptors of the two. The one before is the realm's lock, which the process only holds. */
export const controlDescriptor = 4;
export const gameDescriptor = 5;

/** One line that is typed into a console. */
export const ConsoleInput = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(consoleCommandRule.max), z.regex(/^[^\p{Cc}\u2028\u2029]*$/u));

export const CommandBody = z.object({
  command: ConsoleInput,
  /** Who has sent it; null for nobody that is known. */
  by: z._default(z.nullable(z.string().check(z.regex(/^\w{1,32}$/))), null),
});

/** A command that the console takes, whoever types: `{name: 'gamemode', usage: 'survival|creative [player]'}`. */
export const ConsoleCommand = z.object({
  name: z.string().check(z.regex(/^[\w/:.-]{1,64}$/)),
  /** Words, choices with strokes between them, <what must be said> and [what may be]. */
  usage: z.string().check(z.regex(/^\P{Cc}{0,256}$/u)),
});
export type ConsoleCommand = z.infer<typeof ConsoleCommand>;
export const ConsoleCommands = z.array(ConsoleCommand).check(z.maxLength(500));

const settingNames = Object.keys(RealmSettings.shape) as (keyof RealmSettings)[];

/** Names of settings, each once; what is none is passed over. */
const knownSettings = z.pipe(
  z.array(z.unknown()),
  z.transform((list) => settingNames.filter((name) => list.includes(name))),
);

/** A setting that the server has no use for is in neither list. */
export const SettingsResult = z.object({
  applied: knownSettings,
  /** These take effect when the realm starts next. */
  atNextStart: knownSettings,
});
export type SettingsResult = z.infer<typeof SettingsResult>;

/** What becomes of a change. */
export function settingsResult(capabilities: KernelCapabilities, change: Partial<RealmSettings>): SettingsResult {
  const names = Object.keys(change) as (keyof RealmSettings)[];
  return {
    applied: names.filter((name) => capabilities[name] === 'live'),
    atNextStart: names.filter((name) => capabilities[name] === 'restart'),
  };
}
