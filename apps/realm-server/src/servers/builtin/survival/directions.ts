import { Vec3 } from 'vec3';

/** By the values of the property `facing`. */
export const directions: Record<string, Vec3 | undefined> = {
  north: new Vec3(0, 0, -1),
  south: new Vec3(0, 0, 1),
  west: new Vec3(-1, 0, 0),
  east: new Vec3(1, 0, 0),
};
