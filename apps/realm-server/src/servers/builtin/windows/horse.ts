import type { Creature } from '../creatures/creature.ts';
import { horses } from '../creatures/species/horse-traits.ts';
import { showArmour, showMetadata } from '../creatures/showing.ts';
import { itemOf, itemTag, storedItem } from '../players/stored-items.ts';
import type { Game } from '../rules/game.ts';
import type { Item, Player } from '../squid/squid.ts';
import type { Slots } from './clicks.ts';
import { containerSlots } from './container-slots.ts';
import { isWithinReach, openWindow } from './open-windows.ts';

/** Its equipment by slot: the field in the game's files, and the items that fit. */
const worn = [
  { field: 'SaddleItem', fits: /^saddle$/ },
  { field: 'ArmorItem', fits: /_horse_armor$/ },
] as const;

/** Opens what a tame horse wears. @returns false for anything else */
export function openHorse(game: Game, player: Player, horse: Creature | undefined): boolean {
  if (!horse || !horses.has(horse.name) || horse.data.Tame === 0) return false;
  const { registry } = game.squid;
  const isFit = (slot: number, { name }: Item): boolean =>
    worn[slot]?.fits.test(name) === true && (slot === 0 || horse.name === 'horse');
  const plain = containerSlots(player, [
    {
      size: worn.length,
      get(slot) {
        const stored = storedItem(horse.fields[worn[slot]?.field ?? '']);
        return stored && itemOf(registry, stored);
      },
      set(slot, item) {
        const { field = '' } = worn[slot] ?? {};
        const { [field]: _before, ...others } = horse.fields;
        const { Slot: _, ...value } = item ? itemTag(item, 0) : {};
        horse.fields = item ? { ...others, [field]: { type: 'compound', value } } : others;
        game.creatures.touch(horse);
        showMetadata(horse);
        showArmour(game, horse);
      },
    },
  ]);
  const slots: Slots = {
    ...plain,
    bears: (slot, item) => (slot >= worn.length ? item.stackSize : isFit(slot, item) ? 1 : 0),
    targets: (slot, item) =>
      slot < worn.length ? plain.targets(slot, item) : [...worn.keys()].filter((place) => isFit(place, item)),
  };
  openWindow(game, player, { horse: horse.id, size: worn.length }, () => ({
    slots,
    bagFrom: worn.length,
    isThere: () => game.creatures.withId(horse.id) === horse && isWithinReach(player, horse.position),
  }));
  return true;
}
