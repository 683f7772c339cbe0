import { Vec3 } from 'vec3';

const each = {
  down: new Vec3(0, -1, 0),
  up: new Vec3(0, 1, 0),
  north: new Vec3(0, 0, -1),
  south: new Vec3(0, 0, 1),
  west: new Vec3(-1, 0, 0),
  east: new Vec3(1, 0, 0),
};
export type Direction = keyof typeof each;
/** By the values of the property `facing`, in the order of the protocol's numbers. Each is beside its opposite. */
export const directions: Readonly<Record<Direction, Vec3> & Record<string, Vec3 | undefined>> = each;
export const sideNames = Object.keys(directions);
export const opposite = (side: string): string => sideNames[sideNames.indexOf(side) ^ 1] ?? '';
export const sides = Object.values(directions).filter((side) => side !== undefined);
export const horizontal = sides.slice(2);
/** The side a quarter turn to the right, as seen from above. */
export const clockwise: Readonly<Record<string, string>> = {
  north: 'east',
  east: 'south',
  south: 'west',
  west: 'north',
};
