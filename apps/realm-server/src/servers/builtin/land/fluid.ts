import type { PlacedBlock } from './block-state.ts';

/** Water and lava. Source: the game's FlowingFluid and LiquidBlock (1.16.5) */
export interface Fluid {
  kind: 'water' | 'lava';
  /** Its level, from 1 to 8. */
  amount: number;
  isSource: boolean;
  isFalling: boolean;
}

export const source = { amount: 8, isSource: true, isFalling: false };
const waterPlant = /^((tall_)?seagrass|kelp(_plant)?|bubble_column)$/;

/** The liquid in a block; null for none. */
export function fluidOf(block: PlacedBlock | null): Fluid | null {
  const { kind, properties }: Partial<PlacedBlock> = block ?? {};
  const level = Number(properties?.['level']);
  if (kind?.name === 'water' || kind?.name === 'lava') {
    if (level === 0) return { kind: kind.name, ...source };
    return { kind: kind.name, amount: level < 8 ? 8 - level : 8, isSource: false, isFalling: level >= 8 };
  }
  const isWet = properties?.['waterlogged'] === 'true' || waterPlant.test(kind?.name ?? '');
  return isWet ? { kind: 'water', ...source } : null;
}

/** Whether a block is, or holds, a source of water. */
export function isWaterSource(block: PlacedBlock | null): boolean {
  const fluid = fluidOf(block);
  return fluid?.kind === 'water' && fluid.isSource;
}
