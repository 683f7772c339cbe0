import loadData from 'minecraft-data';
import minecraft from 'minecraft-protocol';
import type { Registry } from '../../../world-format/chunk.ts';
import { readTable } from '../squid/tables.ts';
import { type PlainRecipes, recipesPacket } from './recipes.ts';
import { tagsPacket } from './tags.ts';

const version = '1.16.5';
const closedBooks = {
  craftingBookOpen: false,
  filteringCraftable: false,
  smeltingBookOpen: false,
  filteringSmeltable: false,
  blastFurnaceOpen: false,
  filteringBlastFurnace: false,
  smokerBookOpen: false,
  filteringSmoker: false,
};
/** The action of unlock_recipes that says which there are. */
const allRecipes = 0;

/**
 * The packets of recipes and tags, written. They follow from the version of the game alone: lean-game-libraries.ts has them written when the bundle is
 * built, and puts what reads them in this module's place.
 */
export function clientPackets(): Buffer[] {
  const registry = loadData(version) as unknown as Registry;
  const serializer = minecraft.createSerializer({
    isServer: true,
    version,
    state: minecraft.states.PLAY,
    customPackets: {},
  });
  const recipes = recipesPacket(registry, readTable('recipes') as PlainRecipes);
  const known = recipes.recipes.map(({ recipeId }) => recipeId);
  return [
    { name: 'declare_recipes', params: recipes },
    { name: 'tags', params: tagsPacket(registry) },
    { name: 'unlock_recipes', params: { action: allRecipes, ...closedBooks, recipes1: known, recipes2: [] } },
  ].map((packet) => serializer.createPacketBuffer(packet));
}
