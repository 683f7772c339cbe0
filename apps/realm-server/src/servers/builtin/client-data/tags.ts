import type { Registry } from '../../../world-format/chunk.ts';
import { blockTags, entityTags, fluidTags, itemTags } from './tag-table.ts';

/** The game's numbers of fluids, which the libraries' data lacks. */
const fluids = { empty: 0, flowing_water: 1, water: 2, flowing_lava: 3, lava: 4 };
const kinds = {
  WOOD: ['oak', 'spruce', 'birch', 'jungle', 'acacia', 'dark_oak', 'crimson', 'warped'],
  CORAL: ['tube', 'brain', 'bubble', 'fire', 'horn'],
};

interface Tag {
  tagName: string;
  entries: number[];
}

/** What the packet of tags holds (tags of protocol 754). */
export function tagsPacket(registry: Registry): Record<'blockTags' | 'itemTags' | 'fluidTags' | 'entityTags', Tag[]> {
  return {
    blockTags: tagsOf(blockTags, numbers(registry.blocksByName)),
    itemTags: tagsOf(itemTags, numbers(registry.itemsByName)),
    fluidTags: tagsOf(fluidTags, new Map(Object.entries(fluids))),
    entityTags: tagsOf(entityTags, numbers(registry.entitiesByName)),
  };
}

/** The names that a tag of the table holds, those of the tags in it included; `names` are all that there are. */
function namesIn(table: Readonly<Record<string, string>>, tag: string, names: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const part of (table[tag] ?? '').split(' ').flatMap(eachKind)) {
    if (part.startsWith('#')) for (const name of namesIn(table, part.slice(1), names)) found.add(name);
    else if (part.startsWith('!')) found.delete(part.slice(1));
    else if (part.includes('*')) {
      const [start = '', end = ''] = part.split('*');
      for (const name of names) if (name.startsWith(start) && name.endsWith(end)) found.add(name);
    } else found.add(part);
  }
  return found;
}

function tagsOf(table: Readonly<Record<string, string>>, known: ReadonlyMap<string, number>): Tag[] {
  const names = [...known.keys()];
  return Object.keys(table).map((tag) => ({
    tagName: `minecraft:${tag}`,
    entries: [...namesIn(table, tag, names)].flatMap((name) => known.get(name) ?? []),
  }));
}

function eachKind(part: string): string[] {
  const found = Object.entries(kinds).find(([word]) => part.startsWith(word));
  return found ? found[1].map((kind) => part.replace(found[0], kind)) : [part];
}

function numbers(byName: Record<string, { id: number } | undefined>): Map<string, number> {
  return new Map(Object.entries(byName).flatMap(([name, kind]) => (kind ? [[name, kind.id]] : [])));
}
