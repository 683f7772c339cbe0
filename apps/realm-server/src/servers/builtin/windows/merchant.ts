import type { Creature } from '../creatures/creature.ts';
import { isBaby } from '../creatures/creature.ts';
import { showMetadata, sound } from '../creatures/showing.ts';
import { callingOf, learntBy, type Offer, offersOf, sold, stock } from '../creatures/species/trades.ts';
import { give, isSameKind, less, toPacket } from '../players/items.ts';
import type { Game } from '../rules/game.ts';
import type { Item, Player } from '../squid/squid.ts';
import { learn } from '../survival/experience.ts';
import { cellSlots } from './cell-slots.ts';
import { isWithinReach, openWindow } from './open-windows.ts';

/** The kind of window in the packet open_window of protocol 754. */
const windowType = 18;
const bag = { from: 9, to: 44 };

/** Whom each villager serves now: one at a time, as in the game. */
const customers = new WeakMap<Creature, Player>();

export function customerOf(villager: Creature): Player | undefined {
  return customers.get(villager);
}

/** Packet use_entity: opens the trading window of a villager with offers. */
export function openMerchant(game: Game, player: Player, villager: Creature): void {
  const { registry } = game.squid;
  const isBusy = (customers.get(villager) ?? player) !== player;
  if (isBaby(villager) || isBusy || !stock(registry, villager)) return sound(villager, 'villager.no');
  game.creatures.touch(villager);
  let id = 0;
  const showOffers = (): void => {
    const trades = offersOf(registry, villager).map(shownOffer);
    const { level } = callingOf(villager);
    const kind = { villagerLevel: level, experience: learntBy(villager), isRegularVillager: true, canRestock: true };
    player._client.write('trade_list', { windowId: id, trades, ...kind });
  };
  openWindow(game, player, { type: windowType, title: 'entity.minecraft.villager' }, (windowId) => {
    id = windowId;
    customers.set(villager, player);
    let chosen: Deal | null = null;
    /** The offer that the player has picked: 0 means any. */
    let picked = 0;
    const refresh = (): void => {
      chosen = dealOf(offersOf(registry, villager), picked, cells.get(0), cells.get(1));
      cells.showResult(chosen && { ...chosen.offer.sell });
    };
    const cells = cellSlots(player, windowId, {
      count: 2,
      bears: (_, item) => item.stackSize,
      changed: refresh,
      take() {
        if (!chosen) return;
        const { offer, left } = chosen;
        learn(player, sold(registry, villager, offer));
        game.creatures.touch(villager);
        left.forEach((item, cell) => cells.set(cell, item));
        showOffers();
        showMetadata(villager);
        sound(villager, 'villager.yes');
      },
    });
    return {
      ...cells.window,
      isThere: () => game.creatures.withId(villager.id) === villager && isWithinReach(player, villager.position),
      use({ slot }) {
        const offer = offersOf(registry, villager)[Number(slot)];
        if (!offer) return;
        picked = Number(slot);
        const prices = [offer.buy, offer.buyB];
        for (const cell of prices.keys()) giveBack(player, cells, cell);
        for (const [cell, price] of prices.entries()) if (price && !cells.get(cell)) lay(player, cells, cell, price);
        refresh();
      },
      closed: () => customers.delete(villager),
    };
  });
  showOffers();
}

interface Deal {
  offer: Offer;
  /** What stays in the two cells when it is paid. */
  left: (Item | null)[];
}

type Cells = Pick<ReturnType<typeof cellSlots>, 'get' | 'set'>;

/** The offer paid for by the items in the two cells, in either order. @param picked the only offer considered, 0 for any */
function dealOf(offers: readonly Offer[], picked: number, first: Item | null, second: Item | null): Deal | null {
  for (const offer of picked > 0 ? offers.slice(picked, picked + 1) : offers) {
    if (offer.uses >= offer.maxUses) continue;
    const left = leftOf(offer, first, second) ?? leftOf(offer, second, first)?.toReversed();
    if (left) return { offer, left };
  }
  return null;
}

function leftOf({ buy, buyB }: Offer, first: Item | null, second: Item | null): (Item | null)[] | null {
  if (!first || !pays(first, buy) || first.count < buy.count) return null;
  if (!buyB) return second ? null : [less(first, buy.count), null];
  if (!second || !pays(second, buyB) || second.count < buyB.count) return null;
  return [less(first, buy.count), less(second, buyB.count)];
}

function pays(item: Item, price: Item): boolean {
  return price.nbt ? isSameKind(item, price) : item.type === price.type;
}

/** What lies in a cell goes back into the bag, as far as there is room. */
function giveBack(player: Player, cells: Cells, cell: number): void {
  const item = cells.get(cell);
  if (!item) return;
  const count = give(player, item);
  cells.set(cell, count > 0 ? { ...item, count } : null);
}

/** Moves items that pay a price from the inventory into an empty cell, up to a stack. */
function lay(player: Player, cells: Cells, cell: number, price: Item): void {
  const { inventory } = player;
  for (let slot = bag.from; slot <= bag.to; slot += 1) {
    const item = inventory.slots[slot];
    const laid = cells.get(cell);
    if (!item || !pays(item, price) || (laid && !isSameKind(item, laid))) continue;
    const count = Math.min(item.count, item.stackSize - (laid?.count ?? 0));
    if (count <= 0) return;
    inventory.updateSlot(slot, less(item, count));
    cells.set(cell, { ...item, count: count + (laid?.count ?? 0) });
  }
}

function shownOffer({ buy, buyB, sell, uses, maxUses, xp }: Offer): Record<string, unknown> {
  return {
    inputItem1: toPacket(buy),
    outputItem: toPacket(sell),
    inputItem2: buyB ? toPacket(buyB) : undefined,
    tradeDisabled: uses >= maxUses,
    nbTradeUses: uses,
    maximumNbTradeUses: maxUses,
    xp,
    specialPrice: 0,
    priceMultiplier: 0,
    demand: 0,
  };
}
