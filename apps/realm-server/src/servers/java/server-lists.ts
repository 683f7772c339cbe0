import { createHash, randomBytes } from 'node:crypto';
import { addressGroup } from '@realmkeep/protocol';
import type { RealmAccess } from '@realmkeep/realm-protocol';
import uuid from 'minecraft-protocol/src/datatypes/uuid.js';
import type { Access } from '../../identity/access.ts';

/** Bans and the whitelist as the server has them, each by what it names. */
interface Lists {
  whitelist: Set<string>;
  bans: Map<string, string>;
  addressBans: Map<string, string>;
}

const salt = randomBytes(16);

/**
 * The address on loopback from which the login proxy connects for players of a network: so the server can ban one by it, and neither it nor
 * its plugins learn where players are. Another at each start of the realm.
 * @param account who has proved to be one has an address of their own: who is banned from the same network takes nobody with them
 */
export function loopbackOf(address: string, account = ''): string {
  const hash = createHash('sha256')
    .update(salt)
    .update(`${addressGroup(address)} ${account}`);
  const [a = 0, b = 0, c = 0] = hash.digest();
  return `127.${1 + (a % 254)}.${b}.${1 + (c % 254)}`;
}

/**
 * Keeps the server's own lists as the realm's, so that its commands say what is so and find what they are to remove. They keep nobody out:
 * that the login proxy does.
 */
export class ServerLists {
  readonly #access: Access;
  readonly #tell: (command: string) => void;
  #shown: Lists;

  /** @param listed what `listFiles` were written of */
  constructor(access: Access, listed: RealmAccess, tell: (command: string) => void) {
    this.#access = access;
    this.#tell = tell;
    this.#shown = listsOf(listed);
  }

  /** To be called when the realm's are others. */
  update(): void {
    const { whitelist, bans, addressBans } = this.#shown;
    const wanted = listsOf(this.#access.now);
    for (const name of whitelist) if (!wanted.whitelist.has(name)) this.#tell(`whitelist remove ${name}`);
    for (const name of wanted.whitelist) if (!whitelist.has(name)) this.#tell(`whitelist add ${name}`);
    for (const name of bans.keys()) if (!wanted.bans.has(name)) this.#tell(`pardon ${name}`);
    for (const [name, reason] of wanted.bans) if (!bans.has(name)) this.#tell(`ban ${name} ${reason}`.trimEnd());
    for (const address of addressBans.keys()) if (!wanted.addressBans.has(address)) this.#tell(`pardon-ip ${address}`);
    for (const [address, reason] of wanted.addressBans)
      if (!addressBans.has(address)) this.#tell(`ban-ip ${address} ${reason}`.trimEnd());
    this.#shown = wanted;
  }
}

/** What the server finds at its start. Source: https://minecraft.wiki/w/Server.properties#Other_files */
export function listFiles(access: RealmAccess): Record<string, string> {
  const { whitelist, bans, addressBans } = listsOf(access);
  return {
    'whitelist.json': JSON.stringify([...whitelist].map(profileOf)),
    'banned-players.json': JSON.stringify([...bans].map(([name, reason]) => banned(profileOf(name), reason))),
    'banned-ips.json': JSON.stringify([...addressBans].map(([ip, reason]) => banned({ ip }, reason))),
  };
}

function banned(who: object, reason: string): object {
  return { ...who, created: '2020-01-01 00:00:00 +0000', source: 'Server', expires: 'forever', reason };
}

function profileOf(name: string): { uuid: string; name: string } {
  return { uuid: uuid.nameToMcOfflineUUID(name), name };
}

function listsOf({ whitelist, bans, addressBans }: RealmAccess): Lists {
  return {
    whitelist: new Set(whitelist),
    bans: new Map(bans.map(({ nickname, reason }) => [nickname, reason])),
    addressBans: new Map(addressBans.map(({ address, reason }) => [loopbackOf(address), reason])),
  };
}
