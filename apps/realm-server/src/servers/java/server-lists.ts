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

/** Something that nobody has told the server: it was typed in its game, or done by a program in it. */
export interface ForeignChange {
  list: ListName;
  entry: Listed;
  /** Whether it has come, or gone. */
  isThere: boolean;
}

interface Told {
  /** Null for what is to go. */
  entry: Listed | null;
  /** It should show by now. */
  isLate: boolean;
}

type Settings = Pick<RealmSettings, 'access' | 'managers'>;

const salt = randomBytes(16);
/** A server that is so busy lets whoever waits in, or sends them off by its own list. */
const letInWithinMs = 3000;
/** What it was told and does not show by then, it is told again: somebody has typed the opposite in the same moment. */
const toldAgainMs = 5000;

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
 * Keeps the server's own lists as the realm's, so that its commands say what is so and find what they are to change, and hears of what they
 * have changed. They keep nobody out: that the login proxy does.
 */
export class ServerLists {
  readonly #settings: Settings;
  readonly #tell: (command: string) => void;
  /** As the server's files had them when they were last read, or as they were written at its start. */
  readonly #has: Record<ListName, List>;
  /** What the server was told and its files do not show yet. */
  readonly #told: Record<ListName, Map<string, Told>>;
  /** Bans that are none of the realm's, and are left to whatever made them. */
  readonly #left: Record<'bans' | 'addressBans', Set<string>> = { bans: new Set(), addressBans: new Set() };
  /** Who comes in just now and would be kept out by the server's own list, which knows names of this case alone. */
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
   * Hears of changes from now on.
   * @param changed called with each that the server was not told of, once. What the realm's lists do not have after it is undone.
   * @returns what ends it
   */
  follow(folder: string, changed: (change: ForeignChange) => 'leave' | 'follow'): () => void {
    this.#files = followListFiles(folder, (list, now) => this.#read(list, now, changed));
    return () => this.#files?.close();
  }

  /** The list may be another: what comes of it is asked for at once, before a word of the file system. */
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

  /** Returns when the server's whitelist keeps them out no more, whom the realm's lets in. `letIn` is followed by one `hasComeIn`. */
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

  /** They are in, or will not come. */
  hasComeIn(name: string): void {
    if (this.#comingIn.delete(name)) this.update();
  }

  /** Of an address on loopback that the realm bans, the one that it stands for. */
  addressOf(loopback: string): string | undefined {
    return this.#settings.access.addressBans.find(({ address }) => loopbackOf(address) === loopback)?.address;
  }

  /** Whether the server's whitelist is off, and is not told to be on. */
  #isOff(): boolean {
    return this.#has.switch.size === 0 && this.#told.switch.size === 0;
  }

  #wanted(): Record<ListName, List> {
    const isOn = this.#settings.access.whitelistOn && this.#comingIn.size === 0;
    const operators = listOf(this.#operators.map((name) => ({ name })));
    return { ...listsOf(this.#settings), operators, switch: switchList(isOn) };
  }

  /** What the server has, or will have when it has done all that it was told. */
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
    // Whoever logs in between an `on` and an `off` is sent off: so the one is awaited before the other is told.
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
    // Powers may have been given again since they were taken away: that is never left to what was told.
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

/** Whoever has powers is on the whitelist: how else could they come in to prove it? */
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
