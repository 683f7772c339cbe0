import { directions, down, skyCell } from './directions.ts';
import type { LightKind, LitColumn } from './lit-column.ts';
import { closedSides, emission, filter } from './traits.ts';

/** Traits of the column being lit, by cell, and of the layer above it, which is open sky; reused for each column. */
const traits = new Uint16Array(skyCell + 256);
const levels = new Uint8Array(skyCell + 256);
const queue: number[] = [];

const [steps, masks, edges] = (['step', 'mask', 'edge'] as const).map((name) =>
  Int32Array.from(directions, (direction) => direction[name]),
) as [Int32Array, Int32Array, Int32Array];
const sideways = [2, 3, 4, 5];

/** Lights a column by its own sky and blocks, as if nothing stood beside it. */
export function lightAlone(column: LitColumn): void {
  const top = column.readTraits(traits);
  traits.fill(0, top, top + 256);
  if (column.hasSky) {
    levels.fill(0, 0, top);
    levels.fill(15, top, top + 256);
    letDayFall(top);
    spread('sky', top);
    column.keep('sky', levels, top);
  }
  for (let cell = 0; cell < top; cell += 1) if (emission(traits[cell] ?? 0) > 0) queue.push(cell);
  if (queue.length === 0) return;
  levels.fill(0, 0, top + 256);
  for (const cell of queue) levels[cell] = emission(traits[cell] ?? 0);
  spread('block', top);
  column.keep('block', levels, top);
}

/** Down to the first obstacle. Cells from which it may spread are queued. */
function letDayFall(top: number): void {
  const floors = new Int32Array(256);
  for (let place = 0; place < 256; place += 1) {
    let cell = top + place - 256;
    for (; cell >= 0 && (traits[cell] ?? 0) >> 4 === 0; cell -= 256) levels[cell] = 15;
    floors[place] = cell + 256;
  }
  floors.forEach((floor, place) => {
    queue.push(floor);
    // A neighbour is higher, and there may be room below it.
    const highest = Math.max(...sideways.map((way) => floorBeside(floors, place, way)));
    for (let cell = floor + 256; cell < highest; cell += 256) queue.push(cell);
  });
}

/** How far the day falls beside a place, as cells of that place; at the column's edge as far as nowhere. */
function floorBeside(floors: Int32Array, place: number, way: number): number {
  if ((place & (masks[way] ?? 0)) === edges[way]) return 0;
  return (floors[place + (steps[way] ?? 0)] ?? 0) - (steps[way] ?? 0);
}

/** As `Spreading` does, within one column, from the cells in the queue. */
function spread(kind: LightKind, top: number): void {
  for (let head = 0; head < queue.length; head += 1) {
    const cell = queue[head] ?? 0;
    const level = levels[cell] ?? 0;
    if (level <= 1) continue;
    const closed = closedSides(traits[cell] ?? 0);
    for (let direction = 0; direction < 6; direction += 1) {
      const next = cell + (steps[direction] ?? 0);
      if (next < 0 || next >= top || (cell & (masks[direction] ?? 0)) === edges[direction]) continue;
      const before = levels[next] ?? 0;
      const isFall = kind === 'sky' && direction === down && level === 15;
      if (before >= (isFall ? 15 : level - 1)) continue;
      const there = traits[next] ?? 0;
      // Each direction stands beside its opposite.
      if ((closed >> direction) & 1 || (closedSides(there) >> (direction ^ 1)) & 1) continue;
      const taken = filter(there);
      const reached = isFall && taken === 0 ? 15 : level - Math.max(1, taken);
      if (reached <= before) continue;
      levels[next] = reached;
      queue.push(next);
    }
  }
  queue.length = 0;
}
