import { bright } from '../../../world-format/column-light.ts';
import { directions, skyCell, up } from './directions.ts';
import type { LitColumn } from './lit-column.ts';
import { Spreading } from './spreading.ts';
import { emission } from './traits.ts';

const topSection = (skyCell >> 12) - 1;

const sideways = directions.slice(up + 1);

/** Lights a column by its own sky and blocks, as if nothing stood beside it. */
export function lightAlone(column: LitColumn): void {
  const sky = new Spreading('sky', () => undefined);
  const block = new Spreading('block', () => undefined);
  const floors = column.hasSky ? fallOfDay(column) : new Int32Array(256);
  for (let place = 0; place < 256 && column.hasSky; place += 1) {
    const floor = floors[place] ?? skyCell;
    sky.grow(column, floor);
    // Beside it stands something higher, that may leave room below.
    const highest = Math.max(...sideways.map((way) => besideOf(floors, place, way)));
    for (let cell = floor + 256; cell < highest; cell += 256) sky.grow(column, cell);
  }
  for (let section = 1; section <= topSection; section += 1) {
    const traits = column.traitsIn(section);
    if (traits && !traits.some((each) => emission(each) > 0)) continue;
    for (let cell = section << 12; cell < (section + 1) << 12; cell += 1) {
      if (emission(column.traits(cell)) > 0) block.shine(column, cell);
    }
  }
  while (sky.step() || block.step());
}

/** Lets the day fall from the sky as far as nothing is in its way. @returns the lowest cell that it reaches, of each of 256 places */
function fallOfDay(column: LitColumn): Int32Array {
  const floors = Int32Array.from({ length: 256 }, (_, place) => skyCell + place);
  let open = Array.from({ length: 256 }, (_, place) => place);
  for (let section = topSection; section >= 0 && open.length > 0; section -= 1) {
    const isClear = column.traitsIn(section)?.every((traits) => traits >> 4 === 0) ?? false;
    if (isClear && open.length === 256) {
      column.sky[section] = bright;
      for (const place of open) floors[place] = (section << 12) + place;
      continue;
    }
    open = open.filter((place) => {
      for (let cell = (section << 12) + (15 << 8) + place; cell >= section << 12; cell -= 256) {
        if (!isClear && column.traits(cell) >> 4 !== 0) return false;
        column.setLevel('sky', cell, 15);
        floors[place] = cell;
      }
      return true;
    });
  }
  return floors;
}

/** How far the day falls beside a place, at the same place's height; at the column's edge as far as here. */
function besideOf(floors: Int32Array, place: number, way: (typeof directions)[number]): number {
  return (place & way.mask) === way.edge ? 0 : (floors[place + way.step] ?? 0);
}
