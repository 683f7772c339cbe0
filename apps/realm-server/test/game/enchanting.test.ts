import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import { joinBot, type Position, sees } from '../bots.ts';
import { command, makeRealmFolder, type RealmProcess, startRealm, until } from '../realm-process.ts';

const eveningMs = 180_000;

async function setBlock(realm: RealmProcess, bot: Bot, at: Position, name: string): Promise<void> {
  await command(realm, `setblock ${at.x} ${at.y} ${at.z} ${name}`);
  await sees(bot, at, name);
}

type Item = NonNullable<Bot['heldItem']>;

async function given(realm: RealmProcess, bot: Bot, name: string, count = 1): Promise<Item> {
  await command(realm, `give ${bot.username} ${name} ${count}`);
  return until(() => bot.inventory.items().find((candidate) => candidate.name === name) ?? null);
}

function blockOf(bot: Bot, at: Position): NonNullable<ReturnType<Bot['blockAt']>> {
  const block = bot.blockAt(at);
  if (!block) throw new Error(`no block at ${at.toString()}`);
  return block;
}

/** How many of an item the client has. */
function has(bot: Bot, name: string): number {
  return bot.inventory.count(bot.registry.itemsByName[name]?.id ?? -1, null);
}

function find({ inventory }: Pick<Bot, 'inventory'>, name: string): Item {
  const item = inventory.items().find((candidate) => candidate.name === name);
  if (!item) throw new Error(`no ${name}`);
  return item;
}

test(
  'a table enchants for levels and lapis, an anvil renames and joins, a grindstone takes it all away, and what is enchanted works so',
  async () => {
    const realm = await startRealm(makeRealmFolder({ gameMode: 'SURVIVAL' }), 1);
    const ada = await joinBot(realm.gameSocket, 'Ada');
    const feet = ada.entity.position.floored();
    await command(realm, `fill ${feet.x - 4} ${feet.y} ${feet.z - 4} ${feet.x + 4} ${feet.y + 4} ${feet.z + 4} air`);
    await command(
      realm,
      `fill ${feet.x - 4} ${feet.y - 1} ${feet.z - 4} ${feet.x + 4} ${feet.y - 1} ${feet.z + 4} stone`,
    );

    // Fifteen shelves give what thirty levels pay for.
    const table = feet.offset(2, 0, 0);
    await setBlock(realm, ada, table, 'enchanting_table');
    await command(
      realm,
      `fill ${table.x + 2} ${table.y} ${table.z - 2} ${table.x + 2} ${table.y + 1} ${table.z + 2} bookshelf`,
    );
    await command(
      realm,
      `fill ${table.x - 1} ${table.y} ${table.z + 2} ${table.x + 1} ${table.y + 1} ${table.z + 2} bookshelf`,
    );
    await sees(ada, table.offset(1, 1, 2), 'bookshelf');
    await given(realm, ada, 'diamond_sword');
    await given(realm, ada, 'lapis_lazuli', 5);
    const window = await ada.openEnchantmentTable(blockOf(ada, table));
    // By a shift-click too the lapis lies where it belongs.
    await ada.clickWindow(find({ inventory: window }, 'lapis_lazuli').slot, 0, 1);
    await until(() => (window.slots[1]?.count === 5 && !window.slots[0] ? true : null));
    await window.putTargetItem(find({ inventory: window }, 'diamond_sword'));
    await until(() => (window.enchantments[2]?.level === 30 ? true : null));
    // Without levels nothing is enchanted.
    ada._client.write('enchant_item', { windowId: window.id, enchantment: 2 });
    await command(realm, 'xp set Ada 30 levels');
    await until(() => (ada.experience.level === 30 ? true : null));
    expect(window.targetItem().enchants).toEqual([]);
    ada._client.write('enchant_item', { windowId: window.id, enchantment: 2 });
    await until(() => (window.targetItem().enchants.length > 0 ? true : null));
    await until(() => (ada.experience.level === 27 && window.slots[1]?.count === 2 ? true : null));
    await window.close();
    await until(() => (has(ada, 'lapis_lazuli') === 2 && has(ada, 'diamond_sword') === 1 ? true : null));

    // An anvil gives it a name, for a level.
    await setBlock(realm, ada, feet.offset(-2, 0, 0), 'anvil');
    const anvil = await ada.openAnvil(blockOf(ada, feet.offset(-2, 0, 0)));
    await anvil.rename(find(ada, 'diamond_sword'), 'Sting');
    await until(() => (ada.experience.level === 26 ? true : null));
    await until(() => (find(ada, 'diamond_sword').customName?.includes('Sting') ? true : null));
    expect(find(ada, 'diamond_sword').enchants.length).toBeGreaterThan(0);

    // A grindstone takes the enchantments, and gives points for them.
    await setBlock(realm, ada, feet.offset(0, 0, 2), 'grindstone');
    const stone = await ada.openBlock(blockOf(ada, feet.offset(0, 0, 2)));
    const { points } = ada.experience;
    await ada.moveSlotItem(find({ inventory: stone }, 'diamond_sword').slot, 0);
    await until(() => (stone.slots[2]?.name === 'diamond_sword' ? true : null));
    expect(stone.slots[2]?.enchants).toEqual([]);
    await ada.putAway(2);
    await until(() => (ada.experience.points > points ? true : null));
    await ada.closeWindow(stone);
    await until(() => (has(ada, 'diamond_sword') === 1 ? true : null));
    expect(find(ada, 'diamond_sword').enchants).toEqual([]);

    // Stone comes whole.
    await ada.equip(await given(realm, ada, 'diamond_pickaxe'), 'hand');
    await command(realm, 'enchant Ada silk_touch');
    await command(realm, 'enchant Ada efficiency 5');
    await until(() => (ada.heldItem?.enchants.length === 2 ? true : null));
    await setBlock(realm, ada, feet.offset(0, 0, -2), 'stone');
    await ada.dig(blockOf(ada, feet.offset(0, 0, -2)), true);
    await command(realm, `tp Ada ${feet.x} ${feet.y} ${feet.z - 2}`);
    await until(() => (has(ada, 'stone') === 1 ? true : null));
    // Fortune does not go with it.
    await command(realm, 'enchant Ada fortune 3');
    await realm.consoleLine('could not be applied');
  },
  eveningMs,
);
