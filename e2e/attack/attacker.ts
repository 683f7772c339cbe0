import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Client, createClient, eulaUrl } from '@realmkeep/contract';
import { expect, vi } from 'vitest';
import { runSql } from '@realmkeep/testkit/sql';
import { databaseOf, interrupt, type Place, type Product, startProduct } from '@realmkeep/testkit/product';
import { createRealm, logIn, manyPlayers, register } from '@realmkeep/testkit/people';
import { emptyPlace } from '@realmkeep/testkit/place';

const run = promisify(execFile);
const programsFolder = join(import.meta.dirname, 'programs');
const version = '1.16.5';

/** What a program has printed, errors included, and its exit code; 128 and above is a signal. */
interface Outcome {
  stdout: string;
  code: number;
}

/** A running program. */
interface Running {
  printed(): Promise<string>;
  /** Waits until it has printed this text. */
  says(text: string | RegExp): Promise<void>;
  /** Kills the program. */
  end(): Promise<Outcome>;
  /** Waits until it ends by itself. */
  ended(): Promise<Outcome>;
}

/** A product in which a hostile player has a Java realm, and a victim has realms too. */
export interface Attacker extends AsyncDisposable {
  product: Product;
  place: Place;
  /** The attacker's realm. */
  realmId: string;
  client: Client;
  /** The victim's realm, which runs the built-in server. */
  victimId: string;
  /** The victim's client; the victim is an operator as well. */
  victim: Client;
  /** Runs a program in the attacker's realm. @param program a file in e2e/attack/programs: .ts for the product's Node, .sh or .pl */
  attack(program: string, ...args: (string | number)[]): Promise<Outcome>;
  /** Starts a program, and returns while it runs. */
  begin(program: string, ...args: (string | number)[]): Promise<Running>;
}

const interpreters: Record<string, string> = { '.ts': process.execPath, '.sh': '/bin/sh', '.pl': '/usr/bin/perl' };

interface AttackerOptions {
  uid?: number;
  flags?: string[];
  diskMiB?: number;
}

/** Also works outside a test. */
const until = (holds: () => Promise<void>) => vi.waitFor(holds, { timeout: 60_000, interval: 50 });

/**
 * Starts the product with a realm that runs programs on console commands, as plugins can: uploaded by its owner, started
 * by its server, as the realm's user and inside its sandbox.
 * @param uid the ordinary user who runs the product; by default the user who runs the tests
 * @param flags settings that differ from the defaults
 * @param diskMiB the size of a separate disk for the data; by default there is none
 */
export async function startAttacker({ uid, flags = [], diskMiB }: AttackerOptions = {}): Promise<Attacker> {
  const place = await emptyPlace(uid);
  if (diskMiB !== undefined) await mountDisk(place.dataDir, diskMiB);
  const product = startProduct(place, [
    ...manyPlayers,
    '--require-chat-link',
    'false',
    '--kernels',
    'sandbox',
    ...flags,
  ]);
  await product.started;
  const { url } = product;
  const database = await databaseOf(place);

  async function player(nickname: string): Promise<{ token: string; client: Client }> {
    await register(url, nickname);
    await runSql(database, 'update users set tier = $1 where nickname = $2', ['DRAGON', nickname]);
    const { token } = await logIn(url, nickname);
    return { token, client: createClient({ baseUrl: `${url}/api`, token: async () => token }) };
  }
  const attacker = await player('Mallory_1');
  const victim = await player('Victim_1');
  await runSql(database, "update users set role = 'ADMIN' where nickname = $1", ['Victim_1']);
  const victimId = await createRealm(url, victim.token, 'castle');
  const realmId = await createRealm(url, attacker.token, 'cave');
  const { client } = attacker;
  const params = { id: realmId };
  const ready = (id: string, by: Client) =>
    until(async () => expect((await by.realmGet({ params: { id } })).live.phase).toBe('READY'));
  await ready(realmId, client);
  // Leaves less land to convert for the other kernel.
  await runSql(database, 'update realms set border_diameter = 48 where id = $1', [realmId]);
  await client.realmKernelChange({ params, body: { kernel: 'paper', version, eula: eulaUrl } });
  await until(async () =>
    expect(await client.realmKernel({ params })).toMatchObject({ kernel: 'paper', change: null }),
  );
  await ready(realmId, client);
  await ready(victimId, victim.client);

  const folder = join(place.dataDir, 'realms', realmId);
  const upload = (path: string, text: string) =>
    client.realmFileSave({ params, query: { path }, bytes: new TextEncoder().encode(text) });
  let programs = 0;

  async function begin(program: string, ...args: (string | number)[]): Promise<Running> {
    const path = `plugins/attack-${++programs}`;
    const interpreter = interpreters[extname(program)];
    if (interpreter === undefined) throw new Error(`nothing runs ${program}`);
    const file = `${path}${extname(program)}`;
    await upload(file, await readFile(join(programsFolder, program), 'utf8'));
    const words = [interpreter, file, ...args].map((word) => `'${String(word).replaceAll("'", `'\\''`)}'`).join(' ');
    await upload(
      `${path}-begin`,
      `/bin/sh -c 'echo $$ >${path}.pid; exec "$@"' begin ${words} >${path}.out 2>&1\n` +
        `echo $? >${path}.new; mv ${path}.new ${path}.code\n`,
    );
    await client.realmConsoleCommand({ params, body: { command: `run /bin/sh ${path}-begin` } });
    const printed = () => readFile(join(folder, `${path}.out`), 'utf8').catch(() => '');
    const code = join(folder, `${path}.code`);
    const ended = async (): Promise<Outcome> => {
      await until(() => stat(code).then(() => undefined));
      return { stdout: await printed(), code: Number(await readFile(code, 'utf8')) };
    };
    return {
      printed,
      ended,
      says: (text) => until(async () => expect(await printed()).toMatch(text)),
      end: async () => {
        await client.realmConsoleCommand({ params, body: { command: `run kill -9 $(cat ${path}.pid)` } });
        return ended();
      },
    };
  }

  return {
    product,
    place,
    realmId,
    client,
    victimId,
    victim: victim.client,
    begin,
    attack: async (program, ...args) => (await begin(program, ...args)).ended(),
    async [Symbol.asyncDispose]() {
      interrupt(product);
      await product.ended;
      if (diskMiB !== undefined) await run('umount', ['--lazy', place.dataDir]);
      await rm(dirname(place.dataDir), { recursive: true, force: true });
    },
  };
}

async function mountDisk(folder: string, mebibytes: number): Promise<void> {
  const image = `${folder}.image`;
  await run('truncate', ['-s', `${mebibytes}M`, image]);
  await run('mkfs.ext4', ['-q', '-m', '0', image]);
  await mkdir(folder);
  await run('mount', ['-o', 'loop', image, folder]);
}
