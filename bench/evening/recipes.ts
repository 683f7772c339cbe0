/** For each item the blocks that are dug for it, and the tool. */
export const dug: Record<string, { blocks: RegExp; tool?: string }> = {
  birch_log: { blocks: /^birch_log$/ },
  cobblestone: { blocks: /^stone$/, tool: 'wooden_pickaxe' },
  coal: { blocks: /^coal_ore$/, tool: 'wooden_pickaxe' },
  iron_ore: { blocks: /^iron_ore$/, tool: 'stone_pickaxe' },
  flint: { blocks: /^gravel$/ },
  obsidian: { blocks: /^obsidian$/, tool: 'diamond_pickaxe' },
  netherrack: { blocks: /^netherrack$/, tool: 'wooden_pickaxe' },
  diamond: { blocks: /^diamond_ore$/, tool: 'iron_pickaxe' },
};
export const smelted: Record<string, string> = { iron_ingot: 'iron_ore' };
export const crafted: Record<string, Record<string, number>> = {
  birch_planks: { birch_log: 1 },
  stick: { birch_planks: 2 },
  crafting_table: { birch_planks: 4 },
  wooden_pickaxe: { birch_planks: 3, stick: 2 },
  stone_pickaxe: { cobblestone: 3, stick: 2 },
  stone_sword: { cobblestone: 2, stick: 1 },
  furnace: { cobblestone: 8 },
  iron_pickaxe: { iron_ingot: 3, stick: 2 },
  iron_sword: { iron_ingot: 2, stick: 1 },
  bucket: { iron_ingot: 3 },
  flint_and_steel: { iron_ingot: 1, flint: 1 },
  diamond_pickaxe: { diamond: 3, stick: 2 },
  blaze_powder: { blaze_rod: 1 },
  ender_eye: { blaze_powder: 1, ender_pearl: 1 },
};
export const perCraft: Record<string, number> = { birch_planks: 4, stick: 4, blaze_powder: 2 };
export const tools: Record<string, RegExp> = {
  wooden_pickaxe: /_pickaxe$/,
  stone_pickaxe: /^(stone|iron|diamond)_pickaxe$/,
  iron_pickaxe: /^(iron|diamond)_pickaxe$/,
  diamond_pickaxe: /^diamond_pickaxe$/,
};
