import { list } from '../../../world-format/nbt-tags.ts';
import { Vec3 } from 'vec3';
import { type Compound, valueOf } from '../../../world-format/nbt-fields.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import { itemOf, itemTag, storedItems } from '../players/stored-items.ts';
import type { Item } from '../squid/squid.ts';

/** A kind of block that holds items. */
export interface ContainerKind {
  /** The game's name of the block, and of its block entity. */
  name: string;
  /** The end of the key of its window's title. */
  title: string;
  slots: number;
  /** The number of the window in the packet open_window of protocol 754. */
  window: number;
  /** The sounds of opening and closing are this and `.open`, `.close`. */
  sound?: string;
  smelts?: true;
  brews?: true;
  /** Does something by itself. */
  acts?: true;
  /** It keeps its contents when broken, as an item with items in it, so such items cannot be nested. */
  isBox?: true;
}

const chest = { title: 'chest', slots: 27, window: 2, sound: 'block.chest' };
const furnace = { slots: 3, smelts: true, acts: true } as const;
/** An ender chest's items are with the player. */
const kinds: ContainerKind[] = [
  { name: 'chest', ...chest },
  { name: 'trapped_chest', ...chest },
  { name: 'ender_chest', title: 'enderchest', slots: 0, window: 2, sound: 'block.ender_chest' },
  { name: 'barrel', title: 'barrel', slots: 27, window: 2, sound: 'block.barrel' },
  { name: 'dispenser', title: 'dispenser', slots: 9, window: 6 },
  { name: 'dropper', title: 'dropper', slots: 9, window: 6 },
  { name: 'hopper', title: 'hopper', slots: 5, window: 15, acts: true },
  { name: 'shulker_box', title: 'shulkerBox', slots: 27, window: 19, sound: 'block.shulker_box', isBox: true },
  { name: 'brewing_stand', title: 'brewing', slots: 5, window: 10, brews: true, acts: true },
  { name: 'furnace', title: 'furnace', window: 13, ...furnace },
  { name: 'blast_furnace', title: 'blast_furnace', window: 9, ...furnace },
  { name: 'smoker', title: 'smoker', window: 21, ...furnace },
];
const kindByName = new Map(kinds.map((kind) => [kind.name, kind]));

/** Undefined for a block that holds nothing. */
export function containerKind(blockName: string | undefined): ContainerKind | undefined {
  return kindByName.get(blockName?.replace(/^\w+_(?=shulker_box$)/, '') ?? '');
}

/** The contents of one block, in the game's format. Source: https://minecraft.wiki/w/Chunk_format (Java Edition, before 1.18), block entities */
export class Container {
  readonly kind: ContainerKind;
  /** The fields of the game's file beside the items. */
  readonly fields: Compound;
  /** Called with a slot that changed, or -1 for smelting progress. One for each player who has it open. */
  readonly watchers = new Set<(slot: number) => void>();
  /** To be called when its fields have changed, so that it is saved. */
  readonly changed: () => void;
  /** The block no longer exists: nothing may be put in or taken out. */
  isGone = false;
  readonly #slots: (Item | null)[];

  /** @param fields from the file, not trusted */
  constructor(registry: Registry, kind: ContainerKind, fields: Compound, changed: () => void) {
    // With a loot table the game would refill it, and drop its contents.
    const { Items, LootTable: _table, LootTableSeed: _seed, ...rest } = fields;
    this.kind = kind;
    this.fields = { ...rest, id: { type: 'string', value: `minecraft:${kind.name}` } };
    this.changed = changed;
    this.#slots = Array.from({ length: kind.slots }, () => null);
    for (const stored of storedItems({ value: { Items } }, 'Items')) {
      if (stored.slot in this.#slots) this.#slots[stored.slot] = itemOf(registry, stored);
    }
  }

  get size(): number {
    return this.#slots.length;
  }

  /** Whether the item may lie in it. */
  bears({ name }: Item): boolean {
    return !this.kind.isBox || !containerKind(name)?.isBox;
  }

  get isEmpty(): boolean {
    return this.#slots.every((item) => item === null);
  }

  get at(): Vec3 {
    return new Vec3(this.number('x'), this.number('y'), this.number('z'));
  }

  get(slot: number): Item | null {
    return this.#slots[slot] ?? null;
  }

  set(slot: number, item: Item | null): void {
    if (this.isGone) throw new Error('nothing can be put where a container was');
    this.#slots[slot] = item;
    this.changed();
    for (const tell of this.watchers) tell(slot);
  }

  /** A number among its fields; 0 for none. A file may say anything: it is cut to `most`, to be written back. */
  number(name: string, most = Infinity): number {
    const value = valueOf(this.fields[name]);
    return typeof value === 'number' ? Math.max(-most, Math.min(most, Math.trunc(value))) : 0;
  }

  /** Empties it for good: its block is broken. @returns what was in it */
  takeAll(): Item[] {
    const items = this.#slots.filter((item) => item !== null);
    this.#slots.fill(null);
    this.isGone = true;
    return items;
  }

  /** As the file has it. */
  toTags(): Compound {
    const items = this.#slots.flatMap((item, slot) => (item ? [itemTag(item, slot)] : []));
    const Items = list('compound', items);
    return this.kind.slots > 0 ? { ...this.fields, Items } : this.fields;
  }
}
