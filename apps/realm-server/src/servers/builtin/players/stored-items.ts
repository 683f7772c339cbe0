import { isRecord } from '../../../world-format/is-record.ts';
import {
  type Compound,
  compoundsOf,
  fieldOf,
  isWritable,
  type Tag,
  valueOf,
} from '../../../world-format/nbt-fields.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import type { Item, ItemTags } from '../squid/squid.ts';
import { itemNamed } from './items.ts';

/**
 * Items as the game's files have them: of players, of containers, of what lies about.
 * Source: https://minecraft.wiki/w/Item_format (Java Edition, before 1.20.5)
 */
export interface StoredItem {
  slot: number;
  id: string;
  count: number;
  tags: ItemTags | null;
}

/** More than a book full of text. */
export const mostTagBytes = 64 << 10;

export function itemTag(item: Item, slot: number): Record<string, Tag> {
  return {
    Slot: { type: 'byte', value: slot },
    id: { type: 'string', value: `minecraft:${item.name}` },
    Count: { type: 'byte', value: item.count },
    ...(item.nbt ? { tag: { type: 'compound', value: item.nbt.value } } : {}),
  };
}

/** Null for a kind that the game does not have. */
export function itemOf(registry: Registry, { id, count, tags }: StoredItem): Item | null {
  const item = itemNamed(registry, id.replace('minecraft:', ''), count);
  return item && { ...item, nbt: tags };
}

/** The items of a list in a compound, as read by prismarine-nbt. Anything else is skipped. */
export function storedItems(compound: unknown, name: string): StoredItem[] {
  return compoundsOf(compound, name).flatMap((entry) => storedItem({ value: entry }) ?? []);
}

/** An item in a compound. What further properties it has is passed over where it is too large, or could not be written again. */
export function storedItem(compound: unknown): StoredItem | null {
  const [slot, id, count] = ['Slot', 'id', 'Count'].map((name) => valueOf(fieldOf(compound, name)));
  if (typeof id !== 'string' || typeof count !== 'number') return null;
  const tags = valueOf(fieldOf(compound, 'tag'));
  return {
    slot: typeof slot === 'number' ? slot : 0,
    id,
    count,
    tags:
      isRecord(tags) && isWritable(tags as Compound, mostTagBytes)
        ? { type: 'compound', name: '', value: tags as Compound }
        : null,
  };
}
