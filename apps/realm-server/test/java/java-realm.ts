import { mkdtemp } from 'node:fs/promises';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { isBukkit, type JavaKernelName, type RealmSettings, type RealmSpec } from '@realmkeep/realm-protocol';
import type { Bot } from 'mineflayer';
import { beforeAll, inject } from 'vitest';
import { kickReason, startBot } from '../bots.ts';
import { makeRealmFolder } from '../realm-process.ts';
import { buildStandInJar, type StandInFlag } from '../../../fake-providers/src/kernels/build-stand-in-jar.ts';

const javaPath = realpathSync('/usr/bin/java');

/** A compiler, on a machine that may be busy. */
const buildWithinMs = 180_000;

const jars = mkdtemp(join(inject('realmsFolder'), 'jars-'));
const built = new Map<string, Promise<string>>();

/** For the head of a file: the compiler's time is not that of the first test. */
export function compileFirst(): void {
  beforeAll(async () => void (await standInJar()), buildWithinMs);
}

/** The stand-in's jar, built once in each worker. */
function standInJar(...flags: StandInFlag[]): Promise<string> {
  const key = flags.join();
  const jar = built.get(key) ?? jars.then((folder) => buildStandInJar(folder, ...flags));
  built.set(key, jar);
  return jar;
}

interface JavaRealm {
  kernel?: JavaKernelName;
  flags?: StandInFlag[];
  settings?: Partial<RealmSettings>;
  jar?: string;
  runtime?: string;
  eula?: boolean;
  /** What its world is made of. */
  world?: Pick<RealmSpec, 'map' | 'seed'>;
}

/** The folder of a realm whose game is the stand-in's; small, so that it begins soon. */
export async function makeJavaRealm({
  kernel = 'vanilla',
  flags = [],
  settings = {},
  jar,
  runtime = javaPath,
  eula = true,
  world = { map: 'meadow' },
}: JavaRealm = {}): Promise<string> {
  const whole = isBukkit(kernel) ? (['paper', ...flags] as const) : flags;
  const java = { version: '1.16.5', jar: jar ?? (await standInJar(...whole)), runtime, eula };
  return makeRealmFolder({ borderDiameter: 32, slots: 10, ...settings }, { kernel, java, ...world });
}

/** A game client that has joined. */
export async function comesIn(
  gameSocket: string,
  username: string,
  options: Parameters<typeof startBot>[2] = {},
): Promise<Bot> {
  const bot = startBot(gameSocket, username, options);
  const outcome = await Promise.race([
    once(bot, 'spawn', { signal: AbortSignal.timeout(40_000) }).then(() => null),
    kickReason(bot),
  ]);
  if (outcome !== null) throw new Error(`${username} was sent off: ${outcome}`);
  return bot;
}
