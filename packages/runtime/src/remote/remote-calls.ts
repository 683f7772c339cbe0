import {
  ConsoleCommands,
  LoginCode,
  RealmSpawn,
  RealmSpec,
  SettingsChange,
  SettingsResult,
} from '@realmkeep/realm-protocol';
import * as z from 'zod/mini';
import { maxFolderEntries } from '../files.ts';
import {
  Copied,
  Enforcement,
  Entry,
  fencingToken,
  HostCapacity,
  Jar,
  maxRealms,
  Observed,
  Quota,
  Unpacked,
  uuid,
} from './remote-messages.ts';

/**
 * The interface of a host: the port RealmRuntime, served to other machines. HTTP/1.1, over TLS with the
 * certificate of host-certificate.ts or on a unix socket that only the api's user can reach.
 *
 * `POST /v1/<call>` about the host, `POST /v1/realms/<id>/<call>` about a realm. `authorization` has the token of the call's scope
 * (host-key.ts), and `x-run` the fencing token of a call about one run. The arguments are a JSON list: the body or, for calls with content,
 * the header `x-args` in base64url, with the content as the body. While a call is under way without output, the host sends a heartbeat
 * every two seconds: 102 Processing or, among lines, an empty one. Writes are cancelled when the caller hangs up.
 *
 * The answer is 200 with the JSON of `calls`, or as `streams` says; anything else has a Refusal.
 */
export const callPrefix = '/v1/';
export const argsHeader = 'x-args';
export const runHeader = 'x-run';
export const beatMs = 2000;

/** In the folder of a realm's door to its database, named as libpq looks for it. */
export const doorSocket = '.s.PGSQL.5432';

/** Of the arguments of a call. */
export const maxArgumentBytes = 4 * 1024 * 1024;
/** 20,000 entries of a folder with long names. */
export const maxAnswerBytes = 16 * 1024 * 1024;

const nothing = z.pipe(
  z.null(),
  z.transform(() => undefined),
);
const path = z.string();
const id = uuid;
const writing = z.object({
  quota: Quota,
  replaces: z.union([z.enum(['anything', 'nothing']), z.object({ version: z.string() })]),
  changedAt: z.exactOptional(z.number()),
});
const graceMs = z.number().check(z.minimum(0));

/** Whether a call is about the host, a realm whether it runs or not, or one run of a realm. */
export type CallScope = 'host' | 'realm' | 'run';

export const calls = {
  enforcement: { scope: 'host', args: z.tuple([]), answer: Enforcement },
  capacity: { scope: 'host', args: z.tuple([]), answer: HostCapacity },
  list: { scope: 'host', args: z.tuple([]), answer: z.array(Observed).check(z.maxLength(maxRealms)) },
  /** The spec's paths are those of remote-paths.ts. The run is the one to be started. */
  ensure: { scope: 'run', args: z.tuple([RealmSpec, fencingToken]), answer: Observed },
  apply: { scope: 'run', args: z.tuple([SettingsChange]), answer: SettingsResult },
  command: { scope: 'run', args: z.tuple([z.string(), z.nullable(z.string())]), answer: nothing },
  commands: { scope: 'run', args: z.tuple([]), answer: ConsoleCommands },
  loginCode: { scope: 'run', args: z.tuple([LoginCode]), answer: nothing },
  moveSpawn: { scope: 'run', args: z.tuple([RealmSpawn]), answer: nothing },
  stop: { scope: 'realm', args: z.tuple([graceMs]), answer: nothing },
  stopIfEmpty: { scope: 'realm', args: z.tuple([]), answer: z.boolean() },
  destroy: { scope: 'realm', args: z.tuple([]), answer: nothing },
  prepare: { scope: 'realm', args: z.tuple([z.int().check(z.minimum(1))]), answer: nothing },
  inspect: { scope: 'realm', args: z.tuple([]), answer: z.nullable(Observed) },
  'files.list': { scope: 'realm', args: z.tuple([path]), answer: z.array(Entry).check(z.maxLength(maxFolderEntries)) },
  'files.stat': { scope: 'realm', args: z.tuple([path]), answer: Entry },
  'files.hash': { scope: 'realm', args: z.tuple([path]), answer: z.string() },
  'files.jar': { scope: 'realm', args: z.tuple([path]), answer: Jar },
  'files.makeFolder': { scope: 'realm', args: z.tuple([path, Quota]), answer: Entry },
  'files.move': { scope: 'realm', args: z.tuple([path, path, z.boolean()]), answer: Entry },
  'files.setTime': { scope: 'realm', args: z.tuple([path, z.number()]), answer: Entry },
  'files.remove': { scope: 'realm', args: z.tuple([path]), answer: nothing },
  'files.usage': { scope: 'realm', args: z.tuple([]), answer: Quota },
  'worlds.copy': { scope: 'realm', args: z.tuple([id, z.string()]), answer: Copied },
  'worlds.makeEmpty': { scope: 'realm', args: z.tuple([id]), answer: nothing },
  'worlds.exchange': { scope: 'realm', args: z.tuple([id]), answer: nothing },
  'worlds.putBack': { scope: 'realm', args: z.tuple([id]), answer: nothing },
  'worlds.drop': { scope: 'realm', args: z.tuple([id]), answer: nothing },
} as const satisfies Record<string, { scope: CallScope; args: z.ZodMiniType<unknown[]>; answer: z.ZodMiniType }>;

/** Calls that bring a file along. */
export const uploads = {
  /** The jar of that SHA-256, for realms to be started with. */
  jar: { scope: 'host', args: z.tuple([Jar.shape.sha256]), answer: nothing },
  'files.write': { scope: 'realm', args: z.tuple([path, writing]), answer: Entry },
  'worlds.unpack': { scope: 'realm', args: z.tuple([id]), answer: Unpacked },
} as const satisfies Record<string, { scope: CallScope; args: z.ZodMiniType<unknown[]>; answer: z.ZodMiniType }>;

const block = z.int();
const land = z.object({ x: block, z: block, made: z.boolean() });

/** Calls that are answered bit by bit. */
export const streams = {
  /** A WatchLine on each line, until the caller hangs up. */
  watch: { scope: 'host', args: z.tuple([]) },
  /** ConsoleLines on each line, the same. */
  console: { scope: 'realm', args: z.tuple([]) },
  /** A DoorLine on each line, the same: who waits at the door to their realm's database. */
  doors: { scope: 'host', args: z.tuple([]) },
  /** Bytes both ways between the waiting connection and its database, whose bytes are the body, until either ends it. */
  door: { scope: 'realm', args: z.tuple([id]) },
  /** A WorkLine on each line, of which the last is an entry or a refusal. */
  'files.archive': { scope: 'realm', args: z.tuple([path, z.array(z.string()), path, Quota]) },
  'files.extract': { scope: 'realm', args: z.tuple([path, path, Quota]) },
  /** The bytes, with the entry in `x-entry`, as a file agent says it (file-agent-call.ts). */
  'files.read': {
    scope: 'realm',
    args: z.tuple([path, z.nullable(z.object({ start: z.number(), length: z.number() }))]),
  },
  /** The bytes of the picture. */
  'files.drawLand': { scope: 'realm', args: z.tuple([land]) },
  'files.drawPicture': { scope: 'realm', args: z.tuple([land]) },
  /** The same for a world sent as the body: its regions one after another, with the given lengths. */
  drawPicture: {
    scope: 'host',
    args: z.tuple([
      z.object({ x: block, z: block }),
      z
        .array(z.object({ x: block, z: block, bytes: z.int().check(z.minimum(0), z.maximum(64 * 1024 * 1024)) }))
        .check(z.maxLength(4)),
    ]),
  },
  /** The archive. */
  'worlds.pack': { scope: 'realm', args: z.tuple([id]) },
} as const satisfies Record<string, { scope: CallScope; args: z.ZodMiniType<unknown[]> }>;

export type Calls = typeof calls;
export type Uploads = typeof uploads;
export type Streams = typeof streams;
export type ArgsOf<C extends { args: z.ZodMiniType }> = z.output<C['args']>;
export type AnswerOf<C extends { answer: z.ZodMiniType }> = z.output<C['answer']>;

/** How an answer is read. */
export function answerOf<N extends keyof Calls>(name: N): z.ZodMiniType<AnswerOf<Calls[N]>> {
  return calls[name].answer as unknown as z.ZodMiniType<AnswerOf<Calls[N]>>;
}
