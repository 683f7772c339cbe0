import { encodeVarInt } from '@realmkeep/protocol';
import type { RealmSpawn } from '@realmkeep/realm-protocol';
import { RawPlayer } from './raw-player.ts';
import { command, type RealmProcess } from './realm-process.ts';
import { type StoredItem, storedLevels, storedPlayers } from './stored-world.ts';

/** Packets of protocol 754. */
const toRealm = {
  enchantItem: 0x08,
  closeWindow: 0x0a,
  useEntity: 0x0e,
  blockDig: 0x1b,
  nameItem: 0x20,
  blockPlace: 0x2e,
};

/** In four columns, which lie in as many regions where the spawn is in a corner of them. */
const furniture: [string, number, number, number?][] = [
  ['chest[facing=north,type=left]', 3, 0],
  ['chest[facing=north,type=right]', 2, 0],
  ['barrel', -3, 0],
  ['ender_chest', 0, 3],
  ['furnace', 0, -3],
  ['brewing_stand', -3, 2],
  ['shulker_box', -2, 3],
  ['dispenser[facing=up]', -3, -2],
  // Into the furnace.
  ['dropper[facing=west]', 1, -3],
  ['crafting_table', 3, -2],
  ['enchanting_table', 4, 1],
  ['anvil', 4, -1],
  ['grindstone[face=floor]', -4, 1],
  ['trapped_chest', 3, 3],
  // From one region to another and back, from under the chest, and where items are thrown.
  ['hopper[facing=east]', -1, -1],
  ['hopper[facing=down]', 0, -1],
  ['hopper[facing=west]', 0, -1, -1],
  ['barrel', -1, -1, -1],
  ['hopper[facing=down]', 2, 0, -1],
  ['hopper[facing=west]', 0, 2, -1],
  ['barrel', -1, 2, -1],
];
/** Beside the dispenser and the dropper. */
const power = [
  [-4, -2],
  [1, -4],
] as const;
const offer = `{buy:{id:"minecraft:paper",Count:24b},sell:{id:"minecraft:emerald",Count:1b},maxUses:9999,uses:0}`;
const villager = `{Offers:{Recipes:[${offer}]},VillagerData:{level:1,profession:"minecraft:librarian",type:"minecraft:plains"}}`;

/** Items that are given, and counted at the end: none that is eaten, burns or wears out, or turns into anything except by `worth`. */
const kinds: readonly (readonly [name: string, count: number])[] = [
  ['nether_star', 90],
  ['written_book', 40],
  ['music_disc_cat', 6],
  ['glass_bottle', 70],
  ['iron_pickaxe', 1],
  ['cactus', 100],
  ['paper', 100],
];
/** What furnaces and villagers turn them into. */
const worth: Readonly<Record<string, readonly [name: string, count: number] | undefined>> = {
  green_dye: ['cactus', 1],
  emerald: ['paper', 24],
};
/** Items that may be used up. */
const means = ['coal 64', 'lapis_lazuli 64'];

/** Puts everything that holds items around the spawn, and gives one player all that is to be counted. */
export async function furnish(realm: RealmProcess, { x, y, z }: RealmSpawn): Promise<void> {
  const ada = await RawPlayer.join(realm.gameSocket, 'Ada');
  await command(realm, `fill ${x - 5} ${y} ${z - 5} ${x + 5} ${y + 3} ${z + 5} air`);
  for (const [block, dx, dz, dy = 0] of furniture) {
    await command(realm, `setblock ${x + dx} ${y + dy} ${z + dz} ${block}`);
  }
  await command(realm, `summon villager ${x - 4} ${y} ${z - 1} ${villager}`);
  for (const item of [...kinds.map((kind) => kind.join(' ')), ...means]) await command(realm, `give @a ${item}`);
  await command(realm, 'xp add @a 30 levels');
  // Everything is in the files when this is answered.
  await (await realm.call('POST', '/hold-writing')).body?.cancel();
  ada.leave();
  await realm.stateWhere((state) => state.players.length === 0);
}

/** What there is by `furnish`. */
export const furnished: Readonly<Record<string, number>> = Object.fromEntries(kinds);

/** One action of a player: opens something and clicks in it, throws, closes, enchants, renames; returns when all is answered. */
export async function act(player: RawPlayer, spawn: RealmSpawn, random: () => number): Promise<void> {
  const below = (end: number): number => Math.floor(random() * end);
  const seen = player.creatures.at(-1);
  const [, dx = 0, dz = 0, dy = 0] = furniture[below(furniture.length + 2)] ?? [];
  if (dx === 0 && dz === 0 && seen !== undefined) {
    player.send(Buffer.concat([Buffer.from([toRealm.useEntity]), encodeVarInt(seen), Buffer.from([0, 0, 0])]));
  } else player.send(blockPlace(spawn.x + dx, spawn.y + dy, spawn.z + dz));
  await player.answered();
  for (let clicks = below(12); clicks > 0; clicks -= 1) {
    const slot = below(20) === 0 ? -999 : below(92);
    const mode = below(3) === 0 ? below(7) : below(2);
    await player.click(player.window, slot, below(mode === 5 ? 11 : 2), mode);
  }
  const next = below(6);
  if (next < 2) player.send(Buffer.from([toRealm.closeWindow, player.window]));
  if (next === 2) player.send(Buffer.from([toRealm.blockDig, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
  if (next === 3) player.send(Buffer.from([toRealm.enchantItem, player.window, below(3)]));
  if (next === 4) player.send(Buffer.from([toRealm.nameItem, 1, 0x41 + below(26)]));
  await player.answered();
}

/** The dispenser and the dropper each do what they do. */
export async function pulse(realm: RealmProcess, { x, y, z }: RealmSpawn): Promise<void> {
  for (const [dx, dz] of power) {
    await command(realm, `setblock ${x + dx} ${y} ${z + dz} redstone_block`);
    await command(realm, `setblock ${x + dx} ${y} ${z + dz} air`);
  }
}

function blockPlace(x: number, y: number, z: number): Buffer {
  const at = (BigInt(x & 0x3ff_ffff) << 38n) | (BigInt(z & 0x3ff_ffff) << 12n) | BigInt(y & 0xfff);
  const place = Buffer.alloc(8);
  place.writeBigUInt64BE(at);
  // The first hand, the upper side, its middle.
  return Buffer.concat([Buffer.from([toRealm.blockPlace, 0]), place, Buffer.from([1]), Buffer.alloc(13)]);
}

/** How many of each kind are in all the files. @param places collects where any were */
export function counted(dir: string, places = new Set<string>()): Record<string, number> {
  const counts: Record<string, number> = {};
  const add = (place: string, items: readonly StoredItem[] = []): void => {
    for (const { id, Count, tag } of items) {
      add(place, tag?.BlockEntityTag?.Items);
      const named = id.replace('minecraft:', '');
      const [name, each] = worth[named] ?? [named, 1];
      if (!(name in furnished)) continue;
      counts[name] = (counts[name] ?? 0) + Count * each;
      places.add(place);
    }
  };
  for (const { Inventory, RealmkeepCarried, EnderItems = [] } of storedPlayers(dir)) {
    add('player', Inventory);
    add('carried', RealmkeepCarried);
    add('ender chest', EnderItems);
  }
  for (const { TileEntities, Entities } of storedLevels(dir)) {
    for (const { id, Items } of TileEntities) add(id, Items);
    for (const { Item } of Entities) add('ground', Item ? [Item] : []);
  }
  return counts;
}
