import type { Vec3 } from 'vec3';
import { blockAt } from '../land/block-state.ts';
import type { Click } from '../players/click.ts';
import { firstHandSlot, give, heldItem, heldSlot, less, otherHandSlot, toPacket } from '../players/items.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import type { Item, Player } from '../squid/squid.ts';
import { click, type Mouse, type Slots } from './clicks.ts';
import { craftingTable, ownWindow } from './own-window.ts';

/** With the kind of window in the packet open_window of protocol 754. */
const craftingKind = { block: /^crafting_table$/, type: 11, title: 'container.crafting' };
/** Of window_click: a shift-click. */
const quickMove = 1;
/** Players farther from a block than this can no longer use it. */
const reach = 8;
/** entity_equipment of protocol 754: its slots, by slots of a player's own window. */
const equipmentOf = new Map([
  [45, 1],
  [8, 2],
  [7, 3],
  [6, 4],
  [5, 5],
]);

/** A window that a player has opened over their own. */
interface Opened {
  slots: Slots;
  /** Its slot that shows the first of the bag. */
  bagFrom: number;
  /** Whether the player can still use it; clicks are ignored otherwise. */
  isThere(): boolean;
  /** What lies in it and goes back to the player. */
  cells?: (Item | null)[];
  /** What else can be done in it: the packets enchant_item, name_item and select_trade. */
  use?(packet: Record<string, unknown>): void;
  /** Called once, when it is closed. */
  closed?(): void;
}

interface Windows {
  own: Slots;
  /** All items are to be shown again. */
  isStale: boolean;
  /** What others see, by the place of entity_equipment. */
  equipment: Map<number, Item | null>;
  mouse: Mouse;
  opened: (Opened & { id: number }) | null;
  lastId: number;
}

const windowsOf = new WeakMap<Player, Windows>();

/** Sets up the window of a player who joins. Replaces flying-squid's, which shows others the wrong item in a hand. */
export function prepareWindows(game: Game, player: Player): void {
  const { inventory } = player;
  const here = (): Game => game.dimensions.gameOf(player);
  const spare = (item: Item): void => giveOrDrop(here(), player, item);
  const mouse: Mouse = {
    drag: null,
    get item() {
      return inventory.selectedItem;
    },
    set item(item) {
      inventory.selectedItem = item;
    },
    get isCreative() {
      return player.gameMode === gameModeNumber.CREATIVE;
    },
    throwOut: (item) => here().groundItems.throwFrom(player, item),
  };
  const own = ownWindow(game.squid.registry, player, spare);
  windowsOf.set(player, { own, mouse, opened: null, lastId: 0, isStale: false, equipment: new Map() });
  inventory.removeAllListeners('updateSlot');
  inventory.on('updateSlot', (slot: number, _old: Item | null, item: Item | null) => showSlot(player, slot, item));
}

/** The slots of the window with this number, if it is the one in front of the player, and they may move what lies there. */
export function slotsInUse(game: Game, player: Player, windowId: unknown): Slots | null {
  checkWindow(game, player);
  const windows = windowsOf.get(player);
  if (!windows || player.health <= 0 || player.gameMode === gameModeNumber.SPECTATOR) return null;
  const { own, opened } = windows;
  if (opened) return opened.id === windowId ? opened.slots : null;
  return windowId === 0 ? own : null;
}

/** Packet window_click. */
export function clickWindow(game: Game, player: Player, packet: Record<string, unknown>): void {
  const windows = windowsOf.get(player);
  const [slot, mouseButton, mode] = [Number(packet['slot']), Number(packet['mouseButton']), Number(packet['mode'])];
  const { windowId, action } = packet;
  const slots = slotsInUse(game, player, windowId);
  const accepted = windows !== undefined && slots !== null && click(slots, windows.mouse, { slot, mouseButton, mode });
  // The client's byte has no sign, the answer's has one.
  player._client.write('transaction', { windowId: (Number(windowId) << 24) >> 24, action, accepted });
  // Some clients carry out what moves to another place only now, on top of what they have been shown.
  if (accepted && mode !== quickMove) showMouse(player);
  else resendWindows(player);
}

/** Packets enchant_item, name_item and select_trade, about the window that is open. */
export function useWindow(game: Game, player: Player, packet: Record<string, unknown>): void {
  checkWindow(game, player);
  const opened = windowsOf.get(player)?.opened;
  const isMeant = packet['windowId'] === undefined || packet['windowId'] === opened?.id;
  if (isMeant && player.gameMode !== gameModeNumber.SPECTATOR) opened?.use?.(packet);
}

/** Packet close_window, or anything else that closes it: items in a grid and on the cursor go back to the player. */
export function closeWindow(game: Game, player: Player): void {
  const windows = windowsOf.get(player);
  if (!windows) return;
  const carried = carriedItems(player);
  const { opened, mouse, own } = windows;
  windows.opened = null;
  mouse.item = null;
  mouse.drag = null;
  opened?.closed?.();
  opened?.cells?.fill(null);
  for (let slot = 1; slot <= 4; slot += 1) if (own.get(slot)) own.set(slot, null);
  for (const item of carried) giveOrDrop(game, player, item);
  if (carried.length > 0) showMouse(player);
}

/** What a player has neither in the bag nor on: at the mouse, and in a grid. */
export function carriedItems(player: Player): Item[] {
  const windows = windowsOf.get(player);
  const grid = player.inventory.slots.slice(1, 5);
  const cells = windows?.opened?.cells?.slice(1) ?? [];
  return [player.inventory.selectedItem, ...grid, ...cells].filter((item) => item !== null);
}

/** The same at the end of the tick: books make them megabytes, and a client may cause it often. */
export function resendWindows(player: Player): void {
  const windows = windowsOf.get(player);
  if (windows) windows.isStale = true;
}

/** At the end of each tick: what is to be shown again, and to others what players have in their hands and on. */
export function showItems({ squid }: Game): void {
  for (const player of squid.players) {
    const windows = windowsOf.get(player);
    if (!windows) continue;
    showEquipment(player, windows.equipment);
    if (windows.isStale) sendItems(player);
  }
}

/** Shows the client all its items as they are. */
export function sendItems(player: Player): void {
  const windows = windowsOf.get(player);
  if (!windows) return;
  windows.isStale = false;
  const { opened } = windows;
  player._client.write('window_items', { windowId: 0, items: player.inventory.slots.map(toPacket) });
  if (opened) {
    const items = Array.from({ length: opened.slots.size }, (_, slot) => toPacket(opened.slots.get(slot)));
    player._client.write('window_items', { windowId: opened.id, items });
  }
  showMouse(player);
}

function showEquipment(player: Player, shown: Map<number, Item | null>): void {
  for (const [slot, place] of [[heldSlot(player), 0] as const, ...equipmentOf]) {
    const item = player.inventory.slots[slot] ?? null;
    if ((shown.get(place) ?? null) === item) continue;
    shown.set(place, item);
    player.setEquipment(place, item);
    const equipments = [{ slot: place, item: toPacket(item) }];
    player._writeOthersNearby('entity_equipment', { entityId: player.id, equipments });
  }
}

/** Whether the player sneaks to build against a block, rather than use it: with something in either hand. */
export function isBuilding(player: Player): boolean {
  const { slots } = player.inventory;
  return player.crouching && Boolean(slots[firstHandSlot(player)] ?? slots[otherHandSlot]);
}

export function isWithinReach({ position }: Player, at: Vec3): boolean {
  return at.offset(0.5, 0.5, 0.5).distanceTo(position) <= reach;
}

/**
 * Opens a window over the player's own, and closes the one before.
 * @param kind with a translation key of the game as its title, or of what a creature wears
 * @param build is given the window's number
 */
export function openWindow(
  game: Game,
  player: Player,
  kind: { type: number; title: string } | { horse: number; size: number },
  build: (id: number) => Opened,
): void {
  const windows = windowsOf.get(player);
  if (!windows) return;
  closeWindow(game, player);
  windows.lastId = (windows.lastId % 100) + 1;
  const id = windows.lastId;
  windows.opened = { id, ...build(id) };
  if ('horse' in kind) {
    player._client.write('open_horse_window', { windowId: id, nbSlots: kind.size, entityId: kind.horse });
  } else {
    const windowTitle = JSON.stringify({ translate: kind.title });
    player._client.write('open_window', { windowId: id, inventoryType: kind.type, windowTitle });
  }
  resendWindows(player);
}

/**
 * Packet block_place: opens the window of a block that the player has clicked.
 * @param kind with the names of such blocks
 * @param build is given the window's number
 * @returns false for any other block
 */
export function openBlock(
  { game, player, at, block }: Click,
  kind: { block: RegExp; type: number; title: string },
  build: (id: number) => Omit<Opened, 'isThere'>,
): boolean {
  if (!kind.block.test(block.kind.name) || isBuilding(player)) return false;
  openWindow(game, player, kind, (id) => ({
    ...build(id),
    isThere: () => kind.block.test(blockAt(game, at)?.kind.name ?? '') && isWithinReach(player, at),
  }));
  return true;
}

export function openTable(click: Click): boolean {
  const { game, player } = click;
  return openBlock(click, craftingKind, (windowId) => {
    const cells = Array.from({ length: 10 }, (): Item | null => null);
    const show = (slot: number, item: Item | null): void =>
      player._client.write('set_slot', { windowId, slot, item: toPacket(item) });
    const spare = (item: Item): void => giveOrDrop(game, player, item);
    return { slots: craftingTable(game.squid.registry, player, cells, show, spare), cells, bagFrom: 10 };
  });
}

/** Closes windows whose block is gone, or too far away. */
export function checkWindows(game: Game): void {
  for (const player of game.squid.players) checkWindow(game, player);
}

function checkWindow(game: Game, player: Player): void {
  const opened = windowsOf.get(player)?.opened;
  if (opened && (player.health <= 0 || !opened.isThere())) shutWindow(game, player);
}

/** Closes the window in front of a player, who has not done it. */
export function shutWindow(game: Game, player: Player): void {
  const opened = windowsOf.get(player)?.opened;
  if (opened) player._client.write('close_window', { windowId: opened.id });
  closeWindow(game, player);
}

/** Puts an item into the bag; what finds no room falls to the ground. */
export function giveOrDrop(game: Game, player: Player, item: Item): void {
  const left = give(player, item);
  if (left > 0) game.groundItems.throwFrom(player, { ...item, count: left });
}

/** Gives an item for one of those in the hand, unless the game mode spares it. */
export function exchange(game: Game, player: Player, to: Item): void {
  const item = heldItem(player);
  if (!item || player.gameMode === gameModeNumber.CREATIVE) return;
  const rest = less(item);
  player.inventory.updateSlot(heldSlot(player), rest ?? to);
  if (rest) giveOrDrop(game, player, to);
}

function showMouse(player: Player): void {
  player._client.write('set_slot', { windowId: -1, slot: -1, item: toPacket(player.inventory.selectedItem) });
}

function showSlot(player: Player, slot: number, item: Item | null): void {
  player._client.write('set_slot', { windowId: 0, slot, item: toPacket(item) });
  const opened = windowsOf.get(player)?.opened;
  if (opened && slot >= 9 && slot <= 44) {
    const shown = opened.bagFrom + slot - 9;
    player._client.write('set_slot', { windowId: opened.id, slot: shown, item: toPacket(item) });
  }
}
