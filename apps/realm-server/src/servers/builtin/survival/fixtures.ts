import { stateWith } from '../land/block-state.ts';
import { isCreative, setBlock } from '../land/building.ts';
import type { Click } from '../players/click.ts';
import { itemNamed, useUp } from '../players/items.ts';
import { soundFields, tellNear } from '../players/near.ts';
import { exchange, giveOrDrop, isBuilding } from '../windows/open-windows.ts';
import { potion, potionOf } from './potions/potions.ts';

const fullCauldron = 3;
const compost = { ready: 8, full: 7 };
/** How likely each is to raise the level of a composter. Source: the game's ComposterBlock (1.16.5) */
const likelihoods: readonly (readonly [share: number, names: RegExp])[] = [
  [0.3, /_(leaves|sapling|seeds)$|^(dried_kelp|kelp|grass|seagrass|sweet_berries)$/],
  [
    0.5,
    /^(dried_kelp_block|tall_grass|cactus|sugar_cane|vine|nether_sprouts|weeping_vines|twisting_vines|melon_slice)$/,
  ],
  [
    0.65,
    /_(tulip|mushroom|fungus|roots)$|^(sea_pickle|lily_pad|pumpkin|carved_pumpkin|melon|apple|beetroot|carrot|cocoa_beans|potato|wheat|mushroom_stem|nether_wart|shroomlight|dandelion|poppy|blue_orchid|allium|azure_bluet|oxeye_daisy|cornflower|lily_of_the_valley|wither_rose|fern|sunflower|lilac|rose_bush|peony|large_fern)$/,
  ],
  [0.85, /_mushroom_block$|_wart_block$|^(hay_block|bread|baked_potato|cookie)$/],
  [1, /^(cake|pumpkin_pie)$/],
];
/** Packet block_action of protocol 754: a bell swings, from the side with this number. */
const rings = 1;
/** A category of the packet named_sound_effect: blocks. */
const category = 4;

const fixtures: readonly (readonly [names: RegExp, use: (click: Click) => boolean])[] = [
  [/^(flower_pot|potted_.+)$/, workPot],
  [/^cauldron$/, workCauldron],
  [/^composter$/, workComposter],
  [/^bell$/, ring],
];

/** Packet block_place on a flower pot, a cauldron, a composter or a bell. @returns false for any other block, and for what does nothing there */
export function workFixture(click: Click): boolean {
  const [, use] = fixtures.find(([names]) => names.test(click.block.kind.name)) ?? [];
  return use !== undefined && !isBuilding(click.player) && use(click);
}

/** Puts a plant into it, or takes one out; with neither to do nothing else is done with the item. */
function workPot({ game, player, at, block, item }: Click): boolean {
  const { registry } = game.squid;
  const potted = registry.blocksByName[`potted_${item?.name}`];
  const isEmpty = block.kind.name === 'flower_pot';
  if (isEmpty && potted) {
    setBlock(game, at, potted.defaultState);
    useUp(player);
  } else if (!isEmpty && !potted) {
    const plant = itemNamed(registry, block.kind.name.replace('potted_', ''));
    setBlock(game, at, registry.blocksByName['flower_pot']?.defaultState ?? 0);
    if (plant && !isCreative(player)) giveOrDrop(game, player, plant);
  }
  return true;
}

function workCauldron({ game, player, at, block, item }: Click): boolean {
  const { registry } = game.squid;
  const level = Number(block.properties['level']);
  const isWater = item?.name === 'potion' && potionOf(item) === 'water';
  const [to, left] =
    item?.name === 'water_bucket'
      ? [fullCauldron, itemNamed(registry, 'bucket')]
      : item?.name === 'bucket' && level === fullCauldron
        ? [0, itemNamed(registry, 'water_bucket')]
        : item?.name === 'glass_bottle' && level > 0
          ? [level - 1, potion(registry, 'water')]
          : isWater && level < fullCauldron
            ? [level + 1, itemNamed(registry, 'glass_bottle')]
            : [level, null];
  if (!left) return false;
  if (to !== level) setBlock(game, at, stateWith(block, { level: String(to) }));
  exchange(game, player, left);
  return true;
}

function workComposter({ game, player, at, block, item }: Click): boolean {
  const level = Number(block.properties['level']);
  if (level >= compost.full) {
    const meal = itemNamed(game.squid.registry, 'bone_meal');
    setBlock(game, at, stateWith(block, { level: '0' }));
    if (meal) game.groundItems.drop(meal, at.offset(0.5, 1.1, 0.5));
    return true;
  }
  const [share] = likelihoods.find(([, names]) => names.test(item?.name ?? '')) ?? [];
  if (share === undefined) return false;
  useUp(player);
  // The first always does.
  if (level > 0 && Math.random() >= share) return true;
  const next = level + 1 === compost.full ? compost.ready : level + 1;
  setBlock(game, at, stateWith(block, { level: String(next) }));
  return true;
}

function ring({ game, at, block, side }: Click): boolean {
  if (side < 2) return false;
  tellNear(game, at, 'block_action', { location: at, byte1: rings, byte2: side, blockId: block.kind.id });
  tellNear(game, at, 'named_sound_effect', soundFields('block.bell.use', category, at.offset(0.5, 0.5, 0.5), 2));
  return true;
}
