import { nicknamePattern, type RealmManager, type RealmSettings, type RealmVisitor } from '@realmkeep/realm-protocol';
import type { Origin } from '../servers/game-port.ts';
import { barredText } from '../servers/kernel-messages.ts';
import type { Access } from './access.ts';
import uuid from 'minecraft-protocol/src/datatypes/uuid.js';

const longestName = 16;

/** Under what a connection plays. */
export interface Identity extends RealmVisitor {
  uuid: string;
}

/** Who is in the realm or joining. A place is taken at login, and released by `leave` when the connection ends, so nobody slips by. */
export class Admission<Client extends object> {
  readonly #settings: RealmSettings;
  readonly #access: Access;
  readonly #identities = new Map<Client, Identity>();
  #isOpen = true;

  constructor(settings: RealmSettings, access: Access) {
    this.#settings = settings;
    this.#access = access;
  }

  /**
   * Takes a place for the client. Players with an account's nickname play as guests until they prove to be it; there may be several, so nobody
   * keeps its owner out by joining first.
   * @param account the account that they have proved to be, if any
   * @returns why they may not join, or null
   */
  refuse(
    client: Client,
    nickname: string,
    { address, unregistered }: Origin,
    account: RealmManager | null = null,
  ): string | null {
    const { slots } = this.#settings;
    if (!this.#isOpen) return 'The realm is closing.';
    if (!nicknamePattern.test(nickname)) return 'A nickname has 1 to 16 letters, digits or underscores.';
    const visitor = { nickname, name: nickname, address };
    const barred = this.#access.barred(visitor, account);
    if (barred) return barredText(barred);
    if (unregistered && this.#holder(nickname)) return `${nickname} is already in this realm.`;
    if (slots !== null && this.#identities.size >= slots) return `The realm is full: ${slots} of ${slots} players.`;
    this.#identities.set(client, unregistered ? identityOf(visitor) : this.#guest(visitor));
    return null;
  }

  leave(client: Client): void {
    this.#identities.delete(client);
  }

  /** Undefined for a client that was not admitted, or is being disconnected. */
  identity(client: Client): Identity | undefined {
    return this.#identities.get(client);
  }

  /**
   * Gives the client this name.
   * @returns its new identity, and the client that had the name before, which must be disconnected
   */
  rename(client: Client, name: string): { identity: Identity; before: Client | undefined } {
    const present = this.#identities.get(client) ?? { nickname: name, address: '' };
    const holder = this.#holder(name);
    const before = holder === client ? undefined : holder;
    if (before) this.#identities.delete(before);
    const identity = identityOf({ ...present, name });
    this.#identities.set(client, identity);
    return { identity, before };
  }

  close(): void {
    this.#isOpen = false;
  }

  #holder(name: string): Client | undefined {
    const key = name.toLowerCase();
    for (const [client, identity] of this.#identities) if (identity.name.toLowerCase() === key) return client;
    return undefined;
  }

  #guest({ nickname, address }: RealmVisitor): Identity {
    const name = firstFree(
      (n) => guestName(nickname, n),
      (candidate) => this.#holder(candidate) !== undefined,
    );
    const present = new Set([...this.#identities.values()].map((identity) => identity.uuid));
    const own = firstFree(
      (n) => guestUuid(nickname, n),
      (candidate) => present.has(candidate),
    );
    return { nickname, name, address, uuid: own };
  }
}

function identityOf({ nickname, name, address }: RealmVisitor): Identity {
  return { nickname, name, address, uuid: uuid.nameToMcOfflineUUID(name) };
}

function guestName(nickname: string, n: number): string {
  const end = n === 1 ? '' : `_${n}`;
  return `Guest_${nickname}`.slice(0, longestName - end.length) + end;
}

/** A guest's belongings are stored under it until they return. Nicknames have no blanks, so it cannot be anybody else's. */
function guestUuid(nickname: string, n: number): string {
  return uuid.nameToMcOfflineUUID(`Guest ${nickname.toLowerCase()} ${n}`);
}

function firstFree(make: (n: number) => string, isTaken: (candidate: string) => boolean): string {
  let n = 1;
  while (isTaken(make(n))) n += 1;
  return make(n);
}
