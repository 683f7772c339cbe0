/** An advancement: any of its criteria is enough. */
export interface Advancement {
  id: string;
  /** Null for the first of a page, which has a picture behind it. */
  parent: string | null;
  background: string | null;
  /** The item shown as its icon, and its position on the page. */
  icon: string;
  at: readonly [x: number, y: number];
  /** By the game's names; with the item, where getting one meets the criterion. */
  criteria: readonly (readonly [name: string, item: string | null])[];
}

/**
 * The advancement, the one before it or the picture of its page, its icon and place, and its criteria; behind `=` the item of one, which may be
 * its name. Source: https://minecraft.wiki/w/Advancement (Java Edition 1.16)
 */
const table = `
story/root stone.png grass_block 0 0 crafting_table=
story/mine_stone story/root wooden_pickaxe 1 0 get_stone=cobblestone
story/upgrade_tools story/mine_stone stone_pickaxe 2 0 stone_pickaxe=
story/smelt_iron story/upgrade_tools iron_ingot 3 0 iron=iron_ingot
story/obtain_armor story/smelt_iron iron_chestplate 4 -1 iron_helmet= iron_chestplate= iron_leggings= iron_boots=
story/lava_bucket story/smelt_iron lava_bucket 4 0 lava_bucket=
story/iron_tools story/smelt_iron iron_pickaxe 4 1 iron_pickaxe=
story/form_obsidian story/lava_bucket obsidian 5 0 obsidian=
story/mine_diamond story/iron_tools diamond 5 1 diamond=
story/shiny_gear story/mine_diamond diamond_chestplate 6 1 diamond_helmet= diamond_chestplate= diamond_leggings= diamond_boots=
story/enchant_item story/mine_diamond enchanted_book 6 2 enchanted_item
end/root end.png end_stone 0 0 entered_end
end/kill_dragon end/root dragon_head 1 0 killed_dragon
husbandry/root husbandry.png hay_block 0 0 consumed_item
husbandry/plant_seed husbandry/root wheat 1 0 wheat pumpkin_stem melon_stem beetroots nether_wart
`;

export const advancements: readonly Advancement[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', before = '', icon = '', x, y, ...criteria] = line.split(' ');
    const isFirst = before.endsWith('.png');
    return {
      id,
      parent: isFirst ? null : before,
      background: isFirst ? before : null,
      icon,
      at: [Number(x), Number(y)],
      criteria: criteria.map((criterion) => {
        const [name = '', item] = criterion.split('=');
        return [name, item === undefined ? null : item || name];
      }),
    };
  });
