import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import nbt from 'prismarine-nbt';
import { Vec3 } from 'vec3';
import { writeDurably } from '../../../world-folder/durable-file.ts';
import type { KernelHost } from '../../kernel.ts';
import { FencingTokenRefused } from '../../../world-folder/fencing-token.ts';
import { parseNbt } from '../../../world-format/nbt-budget.ts';
import { isRecord } from '../../../world-format/is-record.ts';
import type { Unsaved } from '../../../world-folder/unsaved.ts';
import { carriedItems } from '../windows/open-windows.ts';
import { bodyTags, type SavedBody, savedBody } from '../survival/stored-body.ts';
import { itemOf, itemTag, type StoredItem, storedItems } from './stored-items.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import type { Item, Player } from '../squid/squid.ts';

const dataVersion = 2586;
const maxFileBytes = 4 << 20;
/** After a failed write, such as on a full disk. */
const retryMs = 2000;
const firstKept = 5;
/** The slots of the player's window that files number otherwise: armour and the other hand. */
const fileSlots = new Map([
  [5, 103],
  [6, 102],
  [7, 101],
  [8, 100],
  [45, -106],
]);

type StoreHost = Pick<KernelHost, 'worldFolder' | 'assertClaim' | 'log' | 'fail'> & { unsaved: Pick<Unsaved, 'note'> };

/** What a player has kept from the last time. */
export interface SavedPlayer {
  position: Vec3;
  /** Degrees. */
  yaw: number;
  pitch: number;
  health: number;
  xp: number;
  body: SavedBody;
  heldItemSlot: number;
  /** Has died on HARDCORE. */
  hasFallen: boolean;
  /** As `readPrefix` reads it. */
  prefix: string | null;
  slots: (Item | null)[];
  /** What was at the mouse or in a grid. */
  carried: Item[];
}

/**
 * Keeps players in world/playerdata/<uuid>.dat, in the game's format.
 * Source: https://minecraft.wiki/w/Player.dat_format (Java Edition 1.16)
 */
export class PlayerStore {
  readonly #folder: string;
  readonly #registry: Registry;
  readonly #assertClaim: () => void;
  readonly #log: (line: string) => void;
  readonly #fail: (error: Error) => void;
  readonly #unsaved: StoreHost['unsaved'];
  /** What is not on the disk yet, by the player's uuid. */
  readonly #waiting = new Map<string, { username: string; data: Buffer }>();
  #retry: NodeJS.Timeout | undefined;
  /** One file is written at a time. */
  #writing: Promise<void> = Promise.resolve();

  constructor({ worldFolder, assertClaim, log, unsaved, fail }: StoreHost, registry: Registry) {
    this.#folder = join(worldFolder, 'playerdata');
    this.#registry = registry;
    this.#assertClaim = assertClaim;
    this.#log = log;
    this.#unsaved = unsaved;
    this.#fail = fail;
    mkdirSync(this.#folder, { recursive: true });
  }

  /** Null for a player who has never been here, or whose file is damaged. */
  async read(uuid: string): Promise<SavedPlayer | null> {
    try {
      await this.#writing;
      const packed = this.#waiting.get(uuid)?.data ?? (await readFile(this.#path(uuid)));
      const raw = gunzipSync(packed, { maxOutputLength: maxFileBytes });
      const root = parseNbt(raw);
      const saved: unknown = nbt.simplify(root);
      return isRecord(saved)
        ? this.#parse(saved, storedItems(root, 'Inventory'), storedItems(root, 'RealmkeepCarried'))
        : null;
    } catch {
      return null;
    }
  }

  /** Keeps the player as they are now. What cannot be written is tried again, and reported on the console. */
  keep(player: Player): void {
    const { username, uuid } = player;
    this.#waiting.set(uuid, { username, data: gzipSync(nbt.writeUncompressed(toTag(player))) });
    this.#writing = this.#writing.then(() => this.#writeWaiting()).catch(() => undefined);
  }

  /** Returns when everything kept so far is on the disk. @throws when it could not be written */
  async save(): Promise<void> {
    const saved = this.#writing.then(() => this.#writeWaiting());
    this.#writing = saved.catch(() => undefined);
    await saved;
  }

  async #writeWaiting(): Promise<void> {
    clearTimeout(this.#retry);
    try {
      for (const [uuid, kept] of this.#waiting) {
        this.#assertClaim();
        await writeDurably(this.#path(uuid), kept.data);
        if (this.#waiting.get(uuid) === kept) this.#waiting.delete(uuid);
      }
      this.#unsaved.note('players', true);
    } catch (error) {
      if (error instanceof FencingTokenRefused) return this.#fail(error);
      const names = [...this.#waiting.values()].map(({ username }) => username);
      this.#log(`Players could not be saved, and will be tried again: ${names.join(', ')}: ${String(error)}`);
      this.#unsaved.note('players', false);
      this.#retry = setTimeout(() => void this.save().catch(() => undefined), retryMs);
      throw error;
    }
  }

  /** The same, and writes nothing more until it is let go. @returns what lets it go */
  async hold(): Promise<() => void> {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const written = this.#writing.then(() => this.#writeWaiting()).catch(() => undefined);
    this.#writing = written.then(() => released);
    await written;
    return release;
  }

  #parse(saved: Record<string, unknown>, items: StoredItem[], carried: StoredItem[]): SavedPlayer | null {
    const [x, y, z] = numbers(saved['Pos']);
    const [yaw, pitch] = numbers(saved['Rotation']);
    if (x === undefined || y === undefined || z === undefined) return null;
    const slots = Array.from({ length: 46 }, (): Item | null => null);
    for (const stored of items) slots[windowSlot(stored.slot)] = itemOf(this.#registry, stored);
    return {
      position: new Vec3(x, y, z),
      yaw: yaw ?? 0,
      pitch: pitch ?? 0,
      health: numberOr(saved['Health'], 20),
      xp: numberOr(saved['XpTotal'], 0),
      body: savedBody(saved),
      hasFallen: saved['RealmkeepFallen'] === 1,
      prefix: textOf(saved['RealmkeepPrefix']),
      heldItemSlot: Math.max(0, Math.min(8, numberOr(saved['SelectedItemSlot'], 0))),
      slots,
      carried: carried.flatMap((stored) => itemOf(this.#registry, stored) ?? []),
    };
  }

  #path(uuid: string): string {
    return join(this.#folder, `${uuid}.dat`);
  }
}

function toTag(player: Player): unknown {
  // What is crafted is made when it is taken, and the grid's slots have no place in the game's file.
  const items = player.inventory.slots.flatMap((item, slot) =>
    item && slot >= firstKept ? [itemTag(item, fileSlot(slot))] : [],
  );
  const carried = carriedItems(player).map((item) => itemTag(item, 0));
  const value = {
    DataVersion: { type: 'int', value: dataVersion },
    Pos: list('double', [player.position.x, player.position.y, player.position.z]),
    Rotation: list('float', [degrees(player.yaw), degrees(player.pitch)]),
    Health: { type: 'float', value: player.health },
    ...bodyTags(player),
    XpTotal: { type: 'int', value: player.xp },
    playerGameType: { type: 'int', value: player.gameMode },
    RealmkeepFallen: { type: 'byte', value: player.hasFallen ? 1 : 0 },
    RealmkeepPrefix: { type: 'string', value: player.prefix ?? '' },
    SelectedItemSlot: { type: 'int', value: player.heldItemSlot },
    Dimension: { type: 'string', value: 'minecraft:overworld' },
    Inventory: list(items.length > 0 ? 'compound' : 'end', items),
    RealmkeepCarried: list(carried.length > 0 ? 'compound' : 'end', carried),
  };
  return { type: 'compound', name: '', value };
}

function fileSlot(slot: number): number {
  return fileSlots.get(slot) ?? (slot >= 36 ? slot - 36 : slot);
}

function windowSlot(stored: number): number {
  for (const [slot, other] of fileSlots) if (other === stored) return slot;
  return stored >= 0 && stored <= 8 ? stored + 36 : Math.max(9, Math.min(35, stored));
}

function list(type: string, value: unknown[]): unknown {
  return { type: 'list', value: { type, value } };
}

/** flying-squid keeps angles in 1/256 of a turn. */
function degrees(angle: number): number {
  return (angle * 360) / 256;
}

function numbers(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((entry): entry is number => Number.isFinite(entry)) : [];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
}
