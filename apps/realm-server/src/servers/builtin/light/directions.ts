/**
 * The six ways that light goes, each beside its opposite. A cell is a block of a column at (y + 16) << 8 | z << 4 | x; `step` leads
 * to the next one. At the column's edge (where the cell's bits of `mask` are `edge`) the next is in the column beside it, `across`.
 */
export const directions = [
  { name: 'down', step: -256, mask: 0, edge: -1, across: 0 },
  { name: 'up', step: 256, mask: 0, edge: -1, across: 0 },
  { name: 'north', step: -16, mask: 0xf0, edge: 0, across: 240 },
  { name: 'south', step: 16, mask: 0xf0, edge: 0xf0, across: -240 },
  { name: 'west', step: -1, mask: 0x0f, edge: 0, across: 15 },
  { name: 'east', step: 1, mask: 0x0f, edge: 0x0f, across: -15 },
] as const;

export const down = 0;
export const up = 1;
/** The first beyond the world's highest. There it is always day. */
export const skyCell = (256 + 16) << 8;
