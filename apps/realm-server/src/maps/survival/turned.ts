/** Clockwise, as seen from above. */
export type Side = 0 | 1 | 2 | 3;
export const sides = ['north', 'east', 'south', 'west'] as const;
/** The game counts them otherwise. */
const gamesOrder = [0, 3, 1, 2] as const;

/** Blocks with a facing: the state that faces north, and the difference to the next side's. */
export const turnedBlocks = {
  oak_stairs: [1965, 20],
  spruce_stairs: [5419, 20],
  acacia_stairs: [7390, 20],
  sandstone_stairs: [5185, 20],
  stone_brick_stairs: [4947, 20],
  'oak_door[half=lower]': [3584, 16],
  'oak_door[half=upper]': [3576, 16],
  'spruce_door[half=lower]': [8753, 16],
  'spruce_door[half=upper]': [8745, 16],
  'acacia_door[half=lower]': [8945, 16],
  'acacia_door[half=upper]': [8937, 16],
  'red_bed[part=foot]': [1276, 4],
  'red_bed[part=head]': [1275, 4],
  chest: [2035, 6],
  wall_torch: [1436, 1],
  furnace: [3374, 2],
  'end_portal_frame[eye=true]': [5150, 1],
  'end_portal_frame[eye=false]': [5154, 1],
} as const;
export type TurnedBlock = keyof typeof turnedBlocks;

export function turnedState(block: TurnedBlock, side: Side): number {
  const [north, step] = turnedBlocks[block];
  return north + gamesOrder[side] * step;
}
