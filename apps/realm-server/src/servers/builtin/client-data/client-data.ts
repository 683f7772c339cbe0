import type { Registry } from '../../../world-format/chunk.ts';
import type { Client } from '../squid/squid.ts';
import { readTable } from '../squid/tables.ts';
import { type PlainRecipes, recipesPacket } from './recipes.ts';
import { tagsPacket } from './tags.ts';

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
 * What every client must know to play: what can be swum in, climbed and crafted. The same for all, so it is written once, when the first
 * comes, and all are sent the same bytes.
 */
export class ClientData {
  readonly #registry: Registry;
  #packets: Buffer[] | null = null;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  send(client: Client): void {
    const { serializer } = client;
    const write = serializer.createPacketBuffer.bind(serializer);
    this.#packets ??= this.#make(write);
    // Written packets go the way of all others, or they would overtake what waits there.
    serializer.createPacketBuffer = (packet) => (Buffer.isBuffer(packet) ? packet : write(packet));
    for (const packet of this.#packets) serializer.write(packet);
  }

  #make(write: (packet: { name: string; params: object }) => Buffer): Buffer[] {
    const recipes = recipesPacket(this.#registry, readTable('recipes') as PlainRecipes);
    const known = recipes.recipes.map(({ recipeId }) => recipeId);
    const unlocked = { action: allRecipes, ...closedBooks, recipes1: known, recipes2: [] };
    return [
      write({ name: 'declare_recipes', params: recipes }),
      write({ name: 'tags', params: tagsPacket(this.#registry) }),
      write({ name: 'unlock_recipes', params: unlocked }),
    ];
  }
}
