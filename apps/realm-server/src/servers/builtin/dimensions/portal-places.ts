import { Vec3 } from 'vec3';
import type { Tag } from '../../../world-format/nbt-fields.ts';
import { list } from '../../../world-format/nbt-tags.ts';
import { type DimensionName, dimensionNames } from './kinds.ts';

/** The most that are remembered: the least recently used one is forgotten, and built again if need be. */
const mostPlaces = 1000;
const pattern = /^(\w+) (-?\d{1,8}) (\d{1,3}) (-?\d{1,8})$/;

/** Known portals to and from the Nether, so that land in files need not be searched. */
export class PortalPlaces {
  /** As they are kept, `nether 10 64 -3`, the last used last. */
  readonly #known = new Set<string>();
  #changed: () => void = () => undefined;

  restore(kept: unknown, changed: () => void): void {
    this.#changed = changed;
    for (const line of Array.isArray(kept) ? kept.slice(-mostPlaces) : [])
      if (read(line)) this.#known.add(String(line));
  }

  toTag(): Tag {
    return list('string', [...this.#known]);
  }

  /** A portal is used, or made. */
  add(dimension: DimensionName, { x, y, z }: Vec3): void {
    const line = `${dimension} ${x} ${y} ${z}`;
    this.#known.delete(line);
    this.#known.add(line);
    const [oldest] = this.#known;
    if (this.#known.size > mostPlaces && oldest !== undefined) this.#known.delete(oldest);
    this.#changed();
  }

  /** There is none any more. */
  remove(dimension: DimensionName, { x, y, z }: Vec3): void {
    if (this.#known.delete(`${dimension} ${x} ${y} ${z}`)) this.#changed();
  }

  /** Those within `within` along both axes, the nearest first. */
  near(dimension: DimensionName, to: Vec3, within: number): Vec3[] {
    const found = [...this.#known].flatMap((line) => {
      const place = read(line);
      return place?.dimension === dimension ? [place.at] : [];
    });
    return found
      .filter(({ x, z }) => Math.max(Math.abs(x - to.x), Math.abs(z - to.z)) <= within)
      .sort((one, other) => one.distanceTo(to) - other.distanceTo(to));
  }
}

function read(line: unknown): { dimension: DimensionName; at: Vec3 } | null {
  const [, name, x, y, z] = pattern.exec(String(line)) ?? [];
  const dimension = dimensionNames.find((known) => known === name);
  return dimension ? { dimension, at: new Vec3(Number(x), Number(y), Number(z)) } : null;
}
