import type { Bot } from 'mineflayer';
import { joinBot, type Position, words } from '../bots.ts';
import { command, type RealmProcess, startRealm, until } from '../realm-process.ts';

/** A click upon a block. */
export const middle = { hand: 0, direction: 1, cursorX: 0.5, cursorY: 0.5, cursorZ: 0.5, insideBlock: false };

/** A player before a wide floor of stone, with nothing on it. */
export async function workshop(dir: string, token = 1): Promise<Workshop> {
  const realm = await startRealm(dir, token);
  const ada = await joinBot(realm.gameSocket, 'Ada');
  ada.physicsEnabled = false;
  return new Workshop(realm, ada);
}

/** A realm with a player before whom circuits are set up by commands, and seen as the client sees them. */
export class Workshop {
  readonly realm: RealmProcess;
  readonly ada: Bot;
  readonly #feet: Position;

  constructor(realm: RealmProcess, ada: Bot) {
    this.realm = realm;
    this.ada = ada;
    this.#feet = ada.entity.position.floored();
  }

  at(x: number, y = 0, z = 0): Position {
    return this.#feet.offset(x, y, z);
  }

  async command(line: string): Promise<void> {
    await command(this.realm, line);
  }

  async clear(): Promise<void> {
    await this.command(`fill ${words(this.at(-20, 0, -20))} ${words(this.at(20, 6, 20))} air`);
    await this.command(`fill ${words(this.at(-20, -1, -20))} ${words(this.at(20, -1, 20))} stone`);
  }

  async set(at: Position, block: string): Promise<void> {
    await this.command(`setblock ${words(at)} ${block}`);
  }

  /** Of dust: along x from one place to another. */
  async dust(from: Position, length: number): Promise<void> {
    await this.command(`fill ${words(from)} ${words(from.offset(length - 1, 0, 0))} redstone_wire`);
  }

  /** What the client sees there of the block's properties; its name alone for none. */
  looks(at: Position, ...properties: string[]): string {
    const block = this.ada.blockAt(at);
    return [block?.name, ...properties.map((name) => String(block?.getProperties()[name]))].join(' ');
  }

  /** Waits until the client sees it so. */
  async sees(at: Position, what: string, ...properties: string[]): Promise<void> {
    await until(() => (this.looks(at, ...properties) === what ? true : null)).catch(() => {
      throw new Error(`at ${words(at.minus(this.#feet))} is ${this.looks(at, ...properties)}, not ${what}`);
    });
  }

  /** Clicks a block with the hand. */
  click(at: Position): void {
    this.ada._client.write('block_place', { ...middle, location: at });
  }
}
