import type { Things } from '../../../world-format/column-storage.ts';
import type { Block, ColumnPosition, Registry } from '../../../world-format/chunk.ts';
import { type Compound, numbersOf, type Tag } from '../../../world-format/nbt-fields.ts';
import { Container, containerKind, type ContainerKind } from './container.ts';

/** The block entities of one column. Unused ones stay as they are in the file, including those this server does not know. */
export class ColumnThings {
  readonly #use: (kind: ContainerKind, fields: Compound) => Container;
  /** By y << 8 | z << 4 | x within the column. */
  readonly #blocks = new Map<number, Container | Compound>();
  /** What moves about, and this server does not know. */
  readonly entities: Compound[];

  /**
   * @param changed called when something must be saved
   * @param containerUsed called for each container that comes into use: active ones at once, others on first access
   */
  constructor(
    registry: Registry,
    column: { x: number; z: number },
    { blockEntities, entities }: Omit<Things, 'ticks'>,
    {
      changed,
      containerUsed,
    }: { changed: (container: Container) => void; containerUsed: (container: Container) => void },
  ) {
    this.#use = (kind, fields) => {
      const container: Container = new Container(registry, kind, fields, () => changed(container));
      containerUsed(container);
      return container;
    };
    this.entities = entities;
    for (const fields of blockEntities) {
      const [x = 0, y = -1, z = 0] = numbersOf({ value: fields }, ['x', 'y', 'z']) ?? [];
      if (x >> 4 !== column.x || z >> 4 !== column.z || y < 0 || y > 255) continue;
      const kind = containerKind(String(fields['id']?.value).replace('minecraft:', ''));
      this.#blocks.set(placeOf({ x, y, z }), kind?.acts ? this.#use(kind, fields) : fields);
    }
  }

  /** The container of the block there; null if it has none. */
  container(at: ColumnPosition, block: Block | undefined): Container | null {
    const kind = containerKind(block?.name);
    if (!kind) return null;
    const place = placeOf(at);
    const known = this.#blocks.get(place);
    if (known instanceof Container && known.kind === kind) return known;
    const fields = known instanceof Container ? {} : known;
    const container = this.#use(kind, { ...fields, x: int(at.x), y: int(at.y), z: int(at.z) });
    this.#blocks.set(place, container);
    return container;
  }

  /** What this server keeps of a block that holds no items; null for none. */
  fieldsAt(at: ColumnPosition): Compound | null {
    const known = this.#blocks.get(placeOf(at));
    return known instanceof Container ? null : (known ?? null);
  }

  keepFields(at: ColumnPosition, fields: Compound): void {
    this.#blocks.set(placeOf(at), { ...fields, x: int(at.x), y: int(at.y), z: int(at.z) });
  }

  /** The block is another. */
  remove(at: ColumnPosition): void {
    const known = this.#blocks.get(placeOf(at));
    if (known instanceof Container) known.isGone = true;
    this.#blocks.delete(placeOf(at));
  }

  /** The column is no longer in memory. */
  letGo(): void {
    for (const thing of this.#blocks.values()) if (thing instanceof Container) thing.isGone = true;
  }

  toTags(): Compound[] {
    return [...this.#blocks.values()].map((thing) => (thing instanceof Container ? thing.toTags() : thing));
  }
}

const int = (value: number): Tag => ({ type: 'int', value: Math.floor(value) });

function placeOf({ x, y, z }: ColumnPosition): number {
  return (Math.floor(y) << 8) | ((Math.floor(z) & 15) << 4) | (Math.floor(x) & 15);
}
