import type { RealmLand } from '@realmkeep/contract';
import { regionSide } from '@realmkeep/contract/land-rules';

/** The visible part of the land. */
export interface LandView {
  /** The block in the middle. */
  x: number;
  z: number;
  /** Pixels of a block. */
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

type Region = RealmLand['regions'][number];

const scales = { min: 1 / 16, max: 8 };

/** The same, not farther in or out than there is something to see, and never beyond the land. */
export function keptWithin(view: LandView, regions: readonly Region[]): LandView {
  return {
    x: within(
      view.x,
      regions.map(({ x }) => x),
    ),
    z: within(
      view.z,
      regions.map(({ z }) => z),
    ),
    scale: Math.min(scales.max, Math.max(scales.min, view.scale)),
  };
}

function within(at: number, places: number[]): number {
  return Math.min((Math.max(...places) + 1) * regionSide, Math.max(Math.min(...places) * regionSide, at));
}

/** The block under a point. @param point in pixels, from the middle */
export function blockAt(view: LandView, point: { x: number; y: number }): { x: number; z: number } {
  return { x: view.x + point.x / view.scale, z: view.z + point.y / view.scale };
}

/** Nearer or farther, while the block under a point stays there. @param point in pixels, from the middle */
export function zoomed(view: LandView, by: number, point = { x: 0, y: 0 }): LandView {
  const scale = Math.min(scales.max, Math.max(scales.min, view.scale * by));
  const fixed = blockAt(view, point);
  return { x: fixed.x - point.x / scale, z: fixed.z - point.y / scale, scale };
}

/** Where a block lies in a window of this size, in whole pixels: so neighbours leave no seam. */
export function pixelOf(view: LandView, { width, height }: Size, block: { x: number; z: number }) {
  return {
    left: Math.round(width / 2 + (block.x - view.x) * view.scale),
    top: Math.round(height / 2 + (block.z - view.z) * view.scale),
  };
}

/** The regions of which something is seen, the nearest to the middle first. */
export function seenRegions(view: LandView, { width, height }: Size, regions: readonly Region[]): Region[] {
  const [x, z] = [width / 2 / view.scale, height / 2 / view.scale];
  const half = regionSide / 2;
  return regions
    .filter((region) => away(region.x, view.x) < x + half && away(region.z, view.z) < z + half)
    .toSorted(
      (one, other) => away(one.x, view.x) + away(one.z, view.z) - away(other.x, view.x) - away(other.z, view.z),
    );
}

/** How far the middle of a region is from a block, along one side. */
function away(region: number, block: number): number {
  return Math.abs((region + 0.5) * regionSide - block);
}
