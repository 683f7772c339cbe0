import { list } from '../../../world-format/nbt-tags.ts';
import { dataVersion } from '../../../world-format/column-storage.ts';
import { mkdirSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import nbt from 'prismarine-nbt';
import { Vec3 } from 'vec3';
import { type DimensionName, dimensionKinds, dimensionNamed } from '../dimensions/kinds.ts';
import { parseNbt } from '../../../world-format/nbt-budget.ts';
import { isRecord } from '../../../world-format/is-record.ts';
import { carriedItems } from '../windows/open-windows.ts';
import { bodyTags, type SavedBody, savedBody } from '../survival/stored-body.ts';
import { enderItems } from './ender-items.ts';
import { itemOf, itemTag, type StoredItem, storedItems } from './stored-items.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import type { Item, Player } from '../squid/squid.ts';
/** Full of shulker boxes a player has some 5 MB. */
const maxFileBytes = 16 << 20;
/** So often those are written who only move about. */
const keepMs = 4000;
const firstKept = 5;
const lists = ['Inventory', 'RealmkeepCarried', 'EnderItems'];
/** The slots of the player's window that files number otherwise: armour and the other hand. */
const fileSlots = new Map([
  [5, 103],
  [6, 102],
  [7, 101],
  [8, 100],
  [45, -106],
]);

interface StoreOptions {
  worldFolder: string;
  registry: Registry;
  /** Those who are on. */
  players: () => readonly Player[];
  /** Something must be saved. */
  changed: () => void;
  log: (line: string) => void;
}

/** Players as they are at one moment, on their way to the disk. */
interface Taken {
  /** The files' contents, by the player's uuid. */
  images: Map<string, Buffer>;
  /** What was not written is left for the next time. */
  settle(isWritten: boolean): void;
}

/** What a player has kept from the last time. */
export interface SavedPlayer {
  dimension: DimensionName;
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
  ender: (Item | null)[];
  /** What was at the mouse or in a grid. */
  carried: Item[];
}

/**
 * Keeps players in world/playerdata/<uuid>.dat, in the game's format.
 * Source: https://minecraft.wiki/w/Player.dat_format (Java Edition 1.16)
 */
export class PlayerStore {
  readonly #options: StoreOptions;
  readonly #folder: string;
  /** What has not reached the disk, by the player's uuid. */
  readonly #waiting = new Map<string, Buffer>();
  /** Of those who are on, what they had when they were last taken, and when that was. */
  readonly #last = new WeakMap<Player, { had: string; at: number }>();

  constructor(options: StoreOptions) {
    this.#options = options;
    this.#folder = join(options.worldFolder, 'playerdata');
    mkdirSync(this.#folder, { recursive: true });
  }

  /** Null for a player who is new here, or whose file is damaged. @throws when it cannot be read */
  async read(uuid: string): Promise<SavedPlayer | null> {
    const packed = this.#waiting.get(uuid) ?? (await this.#stored(uuid));
    if (!packed) return null;
    try {
      const raw = gunzipSync(packed, { maxOutputLength: maxFileBytes });
      const root = parseNbt(raw);
      const saved: unknown = nbt.simplify(root);
      return isRecord(saved) ? this.#parse(saved, ...lists.map((name) => storedItems(root, name))) : null;
    } catch (error) {
      this.#options.log(`The file of ${uuid} is damaged, and is kept beside the new one: ${String(error)}`);
      await copyFile(this.#path(uuid), `${this.#path(uuid)}.damaged`);
      return null;
    }
  }

  /** @throws for any other error than that there is none: the player must not be taken for a new one */
  async #stored(uuid: string): Promise<Buffer | null> {
    try {
      return await readFile(this.#path(uuid));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  /** Keeps the player as they are now, who may be about to leave. */
  keep(player: Player): void {
    this.#waiting.set(player.uuid, packed(player));
    this.#options.changed();
  }

  /** Those who have left, who have other things than the last time, or were last taken long ago. */
  take(): Taken {
    const now = performance.now();
    for (const player of this.#options.players()) {
      const had = belongings(player);
      const last = this.#last.get(player);
      if (last?.had === had && now - last.at < keepMs && !this.#waiting.has(player.uuid)) continue;
      this.#waiting.set(player.uuid, packed(player));
      this.#last.set(player, { had, at: now });
    }
    const images = new Map(this.#waiting);
    return {
      images,
      settle: (isWritten) => {
        for (const [uuid, data] of isWritten ? images : []) {
          if (this.#waiting.get(uuid) === data) this.#waiting.delete(uuid);
        }
      },
    };
  }

  #parse(
    saved: Record<string, unknown>,
    items: StoredItem[] = [],
    carried: StoredItem[] = [],
    inEnder: StoredItem[] = [],
  ): SavedPlayer | null {
    const [x, y, z] = numbers(saved['Pos']);
    const [yaw, pitch] = numbers(saved['Rotation']);
    if (x === undefined || y === undefined || z === undefined) return null;
    const slots = Array.from({ length: 46 }, (): Item | null => null);
    for (const stored of items) slots[windowSlot(stored.slot)] = itemOf(this.#options.registry, stored);
    const ender = Array.from({ length: 27 }, (): Item | null => null);
    for (const stored of inEnder) if (stored.slot in ender) ender[stored.slot] = itemOf(this.#options.registry, stored);
    return {
      dimension: dimensionNamed(saved['Dimension']) ?? 'overworld',
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
      ender,
      carried: carried.flatMap((stored) => itemOf(this.#options.registry, stored) ?? []),
    };
  }

  #path(uuid: string): string {
    return join(this.#folder, `${uuid}.dat`);
  }
}

/** A player's belongings, to compare with the last save: changes need not be reported. */
function belongings(player: Player): string {
  return JSON.stringify([player.uuid, player.inventory.slots, carriedItems(player), enderItems(player), player.xp]);
}

function packed(player: Player): Buffer {
  return gzipSync(nbt.writeUncompressed(toTag(player)));
}

function toTag(player: Player): unknown {
  // A crafting result does not exist until it is taken, and the grid has no place in the game's file.
  const items = player.inventory.slots.flatMap((item, slot) =>
    item && slot >= firstKept ? [itemTag(item, fileSlot(slot))] : [],
  );
  const carried = carriedItems(player).map((item) => itemTag(item, 0));
  const ender = enderItems(player).flatMap((item, slot) => (item ? [itemTag(item, slot)] : []));
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
    Dimension: { type: 'string', value: dimensionKinds[player.world.dimension].id },
    Inventory: list('compound', items),
    RealmkeepCarried: list('compound', carried),
    EnderItems: list('compound', ender),
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
