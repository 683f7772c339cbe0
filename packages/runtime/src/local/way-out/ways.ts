import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { driverFolder } from '../folder/realm-paths.ts';
import { Machine } from './machine.ts';
import { machineResolvers, resolvConf } from './resolvers.ts';
import { createWayOut, type NetworkOfProcess, type WayOut, wayOutObstacle } from './way-out.ts';

/** What a realm's processes find of the internet. */
export interface Way {
  /** The path of their network namespace. */
  network: string;
  /** The path of what they find as /etc/resolv.conf. */
  names: string;
}

/** The ways out of one driver's realms, where the machine allows any. */
export class Ways {
  readonly #dir: string;
  readonly #dns: readonly string[];
  #found: Promise<WayOut | string> | null = null;
  #resolvers: readonly string[] = [];
  /** For looking up existing ways, which needs no name servers. */
  readonly #present: WayOut;

  readonly #machine: Machine;

  /** @param dns IPv4 addresses of whom realms ask for names; none: whom the machine asks */
  constructor(dir: string, dns: readonly string[], machine = new Machine()) {
    this.#machine = machine;
    this.#dir = dir;
    this.#dns = dns;
    this.#present = createWayOut(dir, [], machine);
  }

  /** A message why there is none; null if there is one, which has been tried. */
  async obstacle(): Promise<string | null> {
    const found = await this.#find();
    return typeof found === 'string' ? found : null;
  }

  /** @param number as in the realm's spec @param within as for `WayOut.open` @returns null where there is none */
  async open(realmId: string, number: number, within?: NetworkOfProcess): Promise<Way | null> {
    const found = await this.#find();
    const names = await this.names();
    if (typeof found === 'string' || names === null) return null;
    return { network: await found.open(realmId, number, within), names };
  }

  /** The path of the file for realms' /etc/resolv.conf; null if there is no way out. */
  async names(): Promise<string | null> {
    if (typeof (await this.#find()) === 'string') return null;
    const path = join(this.#dir, driverFolder, 'resolv.conf');
    // Not before: a mere look at the machine leaves nothing behind.
    // Running realms have this very file: it must not be empty for a moment, or for want of room.
    const text = resolvConf(this.#resolvers);
    if ((await readFile(path, 'utf8').catch(() => '')) !== text) await writeFile(path, text, { mode: 0o644 });
    return path;
  }

  /** To be called when no process of the realm is left. Nothing where none is open. */
  async close(realmId: string): Promise<void> {
    if (!this.isOpen(realmId)) return;
    const found = await this.#find();
    await (typeof found === 'string' ? this.#present : found).close(realmId);
  }

  isOpen(realmId: string): boolean {
    return this.#present.isOpen(realmId);
  }

  list(): Promise<string[]> {
    return this.#present.list();
  }

  #find(): Promise<WayOut | string> {
    this.#found ??= this.#look();
    return this.#found;
  }

  async #look(): Promise<WayOut | string> {
    const obstacle = await wayOutObstacle(this.#dir, this.#machine);
    if (obstacle !== null) return obstacle;
    const resolvers = this.#dns.length > 0 ? this.#dns : await this.#machineResolvers();
    if (resolvers.length === 0) {
      return "this machine's resolver is on its loopback interface, out of realms' reach: set REALM_DNS";
    }
    this.#resolvers = resolvers;
    return createWayOut(this.#dir, resolvers, this.#machine);
  }

  #machineResolvers(): Promise<string[]> {
    const read = (path: string) => this.#machine.run('cat', [path]).then(({ stdout }) => stdout);
    return machineResolvers((path) => read(path).catch(() => ''));
  }
}
