import { createHash, randomBytes } from 'node:crypto';
import { addressGroup } from '@realmkeep/protocol';
import type { RealmSettings } from '@realmkeep/realm-protocol';
import uuid from 'minecraft-protocol/src/datatypes/uuid.js';
import {
  followListFiles,
  type List,
  type Listed,
  type ListFiles,
  listFileNames,
  type ListName,
  listNames,
  listOf,
  switchList,
} from './list-files.ts';

/** A change that did not come from us: it was typed in the game, or made by a plugin. */
export interface ForeignChange {
  list: ListName;
  entry: Listed;
  /** Whether it was added, or removed. */
  isThere: boolean;
}

interface Told {
  /** Null to remove it. */
  entry: Listed | null;
  /** It should show by now. */
  isLate: boolean;
}

type Settings = Pick<RealmSettings, 'access' | 'managers'>;

const salt = randomBytes(16);
/** After this the player goes on to the server, which may turn them away by its own list. */
const letInWithinMs = 3000;
/** A command whose effect does not show by then is sent again: somebody typed the opposite at the same moment. */
const toldAgainMs = 5000;

/**
 * The loopback address from which the login proxy connects for players of a network: the server can ban by it, and neither the server nor
 * its plugins learn where players are. It differs at each start of the realm.
 * @param account a player who has proved to be one has an address of their own, so that a ban of others in their network does not hit them
 */
export function loopbackOf(address: string, account = ''): string {
  const hash = createHash('sha256')
    .update(salt)
    .update(`${addressGroup(address)} ${account}`);
  const [a = 0, b = 0, c = 0] = hash.digest();
  return `127.${1 + (a % 254)}.${b}.${1 + (c % 254)}`;
}

/**
 * Keeps the server's own lists equal to the realm's, so that its commands show the truth and find what they are to change, and notices what
 * they changed. The lists keep nobody out: the login proxy does.
 */
export class ServerLists {
  readonly #settings: Settings;
  readonly #tell: (command: string) => void;
  /** As the server's files had them when they were last read, or as they were written at its start. */
  readonly #has: Record<ListName, List>;
  /** Changes sent to the server that its files do not show yet. */
  readonly #told: Record<ListName, Map<string, Told>>;
  /** Bans that are not the realm's, and are left to the plugin that made them. */
  readonly #left: Record<'bans' | 'addressBans', Set<string>> = { bans: new Set(), addressBans: new Set() };
  /** Players who are joining and whom the server's own list would keep out, as it compares names with their case. */
  readonly #comingIn = new Set<string>();
  readonly #waiting = new Set<() => void>();
  #operators: readonly string[] = [];
  #files: ListFiles | null = null;

  /** @param listed what `listFiles` were written of */
  constructor(settings: Settings, listed: Settings, tell: (command: string) => void) {
    this.#settings = settings;
    this.#tell = tell;
    this.#has = { ...listsOf(listed), operators: new Map(), switch: switchList(listed.access.whitelistOn) };
    this.#told = {
      whitelist: new Map(),
      bans: new Map(),
      addressBans: new Map(),
      operators: new Map(),
      switch: new Map(),
    };
  }

  /**
   * Reports changes from now on.
   * @param changed called once with each change that did not come from us. What the realm's lists do not contain afterwards is undone.
   * @returns a function that ends it
   */
  follow(folder: string, changed: (change: ForeignChange) => 'leave' | 'follow'): () => void {
    this.#files = followListFiles(folder, (list, now) => this.#read(list, now, changed));
    return () => this.#files?.close();
  }

  /** The list may have changed: it is read at once, without waiting for an event of the file system. */
  look(list: ListName): void {
    this.#files?.look(list);
  }

  /** To be called when the realm's are others. @param operators who is on and has powers, by the names that they play under */
  update(operators: readonly string[] = this.#operators): void {
    this.#operators = operators;
    const wanted = this.#wanted();
    for (const list of listNames) {
      const shown = this.#shown(list);
      for (const [key, entry] of shown) if (!wanted[list].has(key)) this.#order(list, key, entry, false);
      for (const [key, entry] of wanted[list]) if (!shown.has(key)) this.#order(list, key, entry, true);
    }
  }

  /** Returns when the server's whitelist no longer keeps out a player whom the realm's lets in. Each `letIn` is followed by one `hasComeIn`. */
  async letIn(name: string): Promise<void> {
    const isOn = this.#has.switch.size > 0 || this.#shown('switch').size > 0;
    if (!isOn || this.#has.whitelist.get(name.toLowerCase())?.uuid === uuid.nameToMcOfflineUUID(name)) return;
    this.#comingIn.add(name);
    this.update();
    if (this.#isOff()) return;
    await new Promise<void>((resolve) => {
      this.#waiting.add(resolve);
      setTimeout(resolve, letInWithinMs).unref();
    });
  }

  /** They have joined, or will not. */
  hasComeIn(name: string): void {
    if (this.#comingIn.delete(name)) this.update();
  }

  /** The address behind a loopback address that the realm bans. */
  addressOf(loopback: string): string | undefined {
    return this.#settings.access.addressBans.find(({ address }) => loopbackOf(address) === loopback)?.address;
  }

  /** Whether the server's whitelist is off, with no command under way to turn it on. */
  #isOff(): boolean {
    return this.#has.switch.size === 0 && this.#told.switch.size === 0;
  }

  #wanted(): Record<ListName, List> {
    const isOn = this.#settings.access.whitelistOn && this.#comingIn.size === 0;
    const operators = listOf(this.#operators.map((name) => ({ name })));
    return { ...listsOf(this.#settings), operators, switch: switchList(isOn) };
  }

  /** The server's list once it has carried out all commands. */
  #shown(list: ListName): Map<string, Listed> {
    const shown = new Map(this.#has[list]);
    for (const [key, { entry }] of this.#told[list]) {
      if (entry) shown.set(key, entry);
      else shown.delete(key);
    }
    if (list === 'bans' || list === 'addressBans') for (const key of this.#left[list]) shown.delete(key);
    return shown;
  }

  #order(list: ListName, key: string, entry: Listed, isThere: boolean): void {
    // A player who logs in between an `on` and an `off` is turned away, so each is awaited before the next is sent.
    if (list === 'switch' && this.#told.switch.size > 0) return;
    const told: Told = { entry: isThere ? entry : null, isLate: false };
    this.#told[list].set(key, told);
    this.#tell(commandOf(list, entry, isThere));
    // Not by a clock: a timer may be a millisecond early, and nothing else may ever look again.
    setTimeout(() => {
      told.isLate = true;
      this.look(list);
    }, toldAgainMs).unref();
  }

  #read(list: ListName, now: List, changed: (change: ForeignChange) => 'leave' | 'follow'): void {
    const told = this.#told[list];
    const changes = differences(this.#has[list], now).filter(({ key }) => !told.has(key));
    this.#has[list] = now;
    for (const [key, { entry, isLate }] of told) {
      if (now.has(key) === (entry !== null) || isLate) told.delete(key);
    }
    for (const { key, entry, isThere } of changes) this.#take({ list, entry, isThere }, key, changed);
    // Powers may have been granted again since they were revoked, so past commands are never relied on for that.
    if (list === 'operators') for (const key of now.keys()) if (!this.#wanted().operators.has(key)) told.delete(key);
    this.update();
    if (!this.#isOff()) return;
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  #take(change: ForeignChange, key: string, changed: (change: ForeignChange) => 'leave' | 'follow'): void {
    const left = change.list === 'bans' || change.list === 'addressBans' ? this.#left[change.list] : null;
    if (!change.isThere && left?.delete(key)) return;
    if (changed(change) === 'leave') left?.add(key);
  }
}

function differences(before: List, now: List): { key: string; entry: Listed; isThere: boolean }[] {
  const gone = [...before].filter(([key]) => !now.has(key)).map(([key, entry]) => ({ key, entry, isThere: false }));
  const come = [...now].filter(([key]) => !before.has(key)).map(([key, entry]) => ({ key, entry, isThere: true }));
  return [...gone, ...come];
}

const commands: Record<ListName, [put: string, remove: string]> = {
  whitelist: ['whitelist add', 'whitelist remove'],
  bans: ['ban', 'pardon'],
  addressBans: ['ban-ip', 'pardon-ip'],
  operators: ['op', 'deop'],
  switch: ['whitelist', 'whitelist'],
};

/** As it is typed at the console. */
export function commandOf(list: ListName, { name, reason = '' }: Listed, isThere: boolean): string {
  const [put, remove] = commands[list];
  if (list === 'switch') return `${put} ${isThere ? 'on' : 'off'}`;
  return isThere ? `${put} ${name} ${reason}`.trimEnd() : `${remove} ${name}`;
}

/** What the server finds at its start. Source: https://minecraft.wiki/w/Server.properties#Other_files */
export function listFiles(settings: Settings): Record<string, string> {
  const { whitelist, bans, addressBans } = listsOf(settings);
  return {
    [listFileNames.whitelist]: JSON.stringify([...whitelist.values()]),
    [listFileNames.bans]: JSON.stringify([...bans.values()].map(({ reason, ...who }) => banned(who, reason))),
    [listFileNames.addressBans]: JSON.stringify(
      [...addressBans.values()].map(({ name: ip, reason }) => banned({ ip }, reason)),
    ),
  };
}

function banned(who: object, reason = ''): object {
  return { ...who, created: '2020-01-01 00:00:00 +0000', source: 'Server', expires: 'forever', reason };
}

/** Anybody with powers is on the whitelist: how else could they join to prove who they are? */
function listsOf({ access, managers }: Settings): Record<'whitelist' | 'bans' | 'addressBans', List> {
  const { whitelist, operators, bans, addressBans } = access;
  const allowed = [...whitelist, ...[...operators, ...managers].map(({ nickname }) => nickname)];
  return {
    whitelist: listOf(allowed.map((name) => profileOf(name))),
    bans: listOf(bans.map(({ nickname, reason }) => Object.assign(profileOf(nickname), { reason }))),
    addressBans: listOf(addressBans.map(({ address, reason }) => ({ name: loopbackOf(address), reason }))),
  };
}

function profileOf(name: string): Listed {
  return { uuid: uuid.nameToMcOfflineUUID(name), name };
}
