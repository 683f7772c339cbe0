import type { RealmSettings } from '@realmkeep/runtime/control';
import type { Client } from './squid.ts';

const NICKNAME = /^[A-Za-z0-9_]{1,16}$/;

/** Who is in or on the way in. A place is taken at login and given back when the connection ends, so that nobody slips by. */
export class Admission {
  readonly #settings: RealmSettings;
  readonly #taken = new Map<string, Client>();
  #isOpen = true;

  constructor(settings: RealmSettings) {
    this.#settings = settings;
  }

  /** Takes a place for the client. Returns why there is none, in words, or null. */
  refuse(client: Client, nickname: string): string | null {
    const { slots } = this.#settings;
    const key = nickname.toLowerCase();
    if (!this.#isOpen) return 'The realm is closing.';
    if (!NICKNAME.test(nickname)) return 'A nickname has 1 to 16 letters, digits or underscores.';
    if (this.#taken.has(key)) return `${nickname} is already in this realm.`;
    if (slots !== null && this.#taken.size >= slots) return `The realm is full: ${slots} of ${slots} players.`;
    this.#taken.set(key, client);
    client.once('end', () => this.#taken.delete(key));
    return null;
  }

  close(): void {
    this.#isOpen = false;
  }
}
