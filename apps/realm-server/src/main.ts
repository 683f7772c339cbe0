import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isGameWorld, isJavaWorld, type RealmSpec } from '@realmkeep/realm-protocol';
import { parseCommandLine } from './command-line.ts';
import { openDatabaseDoor } from './database-door.ts';
import { exitCode } from './exit-code.ts';
import { FencingTokenRefused, claimWorld } from './world-folder/fencing-token.ts';
import { recoverWorld } from './world-format/journal.ts';
import { untilSaved } from './world-folder/unsaved.ts';
import { findOfficialMap } from './maps/official-maps.ts';
import { Realm } from './realm.ts';
import { realmSockets, socketsTaken } from './control/realm-sockets.ts';
import { InvalidInput, parseSpec } from './control/parse.ts';

/** A realm that cannot end by itself is ended; the driver's own patience is longer. */
const builtinStopMs = 15_000;
/** A Java server saves more, and is killed before. */
const javaStopMs = 60_000;

let realm: Realm | null = null;
let stopTimeoutMs = builtinStopMs;
let started: Promise<void> = Promise.resolve();
let stopping = false;

// Before anything else, so that no library's handler of these signals can end the process with blocks unsaved.
process.on('SIGTERM', () => end('The realm is closing.', 0));
process.on('SIGINT', () => end('The realm is closing.', 0));
process.on('uncaughtException', fail);
process.on('unhandledRejection', (reason) => {
  // A rejected promise is one failed action of one player: it is logged, and the others play on.
  if (reason instanceof FencingTokenRefused) fail(reason);
  else realm?.log(`Fault: ${describe(reason)}`);
});

start().catch(fail);

async function start(): Promise<void> {
  const { dir, fencingToken, databaseDoor, sockets } = parseCommandLine(process.argv.slice(2));
  const spec = parseSpec(readFileSync(join(dir, 'spec.json'), 'utf8'));
  if (spec.kernel !== 'sandbox') stopTimeoutMs = javaStopMs;
  const hasWorld = existsSync(join(dir, 'world', 'map.json'));
  // Land that a Java server generated but did not describe would not match ours beside it.
  const isForeign = spec.kernel === 'sandbox' && isGameWorld(spec.map) && existsSync(join(dir, 'world', 'level.dat'));
  if (!hasWorld && (isForeign || !makesWorld(spec))) exit(exitCode.unknownMap, `unknown map: ${spec.map}`);
  mkdirSync(join(dir, 'world'), { recursive: true });
  const taken = await claimWorld(join(dir, 'world'), fencingToken);
  realm = new Realm({
    dir,
    spec,
    fencingToken,
    sockets: realmSockets(sockets),
    assertClaim: () => taken.assertHeld(),
    // Loaded only now: the control interface answers before the game's libraries are read.
    startKernel: async (host) => {
      await untilSaved(() => recoverWorld(host.worldFolder, host.assertClaim, host.log));
      if (spec.kernel === 'sandbox') {
        const { gameVersion, startBuiltinKernel } = await import('./servers/builtin/builtin-kernel.ts');
        await (
          await import('./servers/java/server-files/dimensions.ts')
        ).arrangeDimensions(host, 'sandbox', gameVersion);
        return startBuiltinKernel(host);
      }
      await socketsTaken(sockets);
      return (await import('./servers/java/java-kernel.ts')).startJavaKernel(host);
    },
    stopAsked: () => end('The realm is closing.', 0),
    fail,
  });
  // The built-in server runs no programs that would look for one.
  if (databaseDoor !== null && spec.kernel !== 'sandbox') openDatabaseDoor(databaseDoor, (line) => realm?.log(line));
  started = realm.start();
  await started;
}

/** A server in Java makes more worlds than ours. */
function makesWorld({ kernel, map }: RealmSpec): boolean {
  return findOfficialMap(map) !== undefined || (kernel !== 'sandbox' && isJavaWorld(map));
}

function end(reason: string, code: number): void {
  if (stopping) return;
  stopping = true;
  const ending = realm;
  const giveUp = setTimeout(() => {
    // Players' work is not dropped because of a full disk: the driver knows about it, and waits.
    if (ending?.unsavedSince() == null) exit(exitCode.stopTimeout, 'the realm did not end in time');
    giveUp.refresh();
  }, stopTimeoutMs);
  if (!ending) exit(code);
  ending.announceStop();
  started
    .catch(() => undefined)
    .then(() => ending.stop(reason))
    .then(() => exit(code), fail);
}

function fail(error: unknown): void {
  if (error instanceof FencingTokenRefused) exit(exitCode.fencingTokenRefused, error.message);
  if (error instanceof InvalidInput) exit(exitCode.invalidInput, error.message);
  if (stopping) exit(exitCode.internalError, describe(error));
  process.stderr.write(`realm-server: ${describe(error)}\n`);
  realm?.log(`Fault: ${describe(error)}`);
  end('The realm failed and starts again.', exitCode.internalError);
}

function exit(code: number, message?: string): never {
  if (message) process.stderr.write(`realm-server: ${message}\n`);
  process.exit(code);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
