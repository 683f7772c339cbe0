import { isSameKind } from '../players/items.ts';
import type { Item } from '../squid/squid.ts';

/** A window's slots, by the numbers that the client gives them. */
export interface Slots {
  readonly size: number;
  /** The slot with the crafting result; null if there is none. */
  readonly result: number | null;
  get(slot: number): Item | null;
  set(slot: number, item: Item | null): void;
  /** How many of the item the slot holds at most; 0 where it may not be put. */
  bears(slot: number, item: Item): number;
  /** The slots to which a shift-click moves the item, in this order. */
  targets(slot: number, item: Item): number[];
  /** The slot of a number key, and of 40 for the other hand; null where that is not shown. */
  hotbar(key: number): number | null;
  /** Uses up what the result is made of. */
  takeResult(): void;
  /** Where the recipe book lays out a recipe: the type of recipe, the slots of the grid row by row, and where the ingredients come from. */
  readonly grid?: { type: string | undefined; cells: number[]; bag: number[] };
}

/** What a player clicks with. */
export interface Mouse {
  item: Item | null;
  readonly isCreative: boolean;
  /** Slots that the mouse was dragged over, since it was pressed; null while it is not. */
  drag: { button: number; slots: Set<number> } | null;
  throwOut(item: Item): void;
}

/** A click, by the fields of the packet window_click. */
export interface Click {
  slot: number;
  mouseButton: number;
  mode: number;
}

const outside = -999;
/** As often as the same thing is crafted by one click. */
const mostCrafted = 64;

/**
 * Carries out a click with the items that the server knows, ignoring what the client claims. No click creates or loses an
 * item, except by crafting, and for creative players. @returns false if it is not a valid click
 * Source: https://minecraft.wiki/w/Java_Edition_protocol (1.16.5), Click Window
 */
export function click(slots: Slots, mouse: Mouse, { slot, mouseButton, mode }: Click): boolean {
  if (mode === 5) return drag(slots, mouse, slot, mouseButton);
  mouse.drag = null;
  if (slot === outside) return mode === 0 ? throwMouse(mouse, mouseButton) : mode === 4;
  if (!Number.isInteger(slot) || slot < 0 || slot >= slots.size) return false;
  if (mode === 0 && mouseButton === 0) return leftClick(slots, mouse, slot);
  if (mode === 0 && mouseButton === 1) return rightClick(slots, mouse, slot);
  if (mode === 1) return moveAcross(slots, slot);
  if (mode === 2) return swap(slots, slot, slots.hotbar(mouseButton));
  if (mode === 3) return copy(slots, mouse, slot);
  if (mode === 4) return throwSlot(slots, mouse, slot, mouseButton);
  if (mode === 6) return collect(slots, mouse);
  return false;
}

function throwMouse(mouse: Mouse, button: number): boolean {
  const { item } = mouse;
  if (!item || (button !== 0 && button !== 1)) return button === 0 || button === 1;
  const count = button === 0 ? item.count : 1;
  mouse.item = withCount(item, item.count - count);
  mouse.throwOut({ ...item, count });
  return true;
}

function leftClick(slots: Slots, mouse: Mouse, slot: number): boolean {
  if (slot === slots.result) return takeCrafted(slots, mouse);
  const there = slots.get(slot);
  const held = mouse.item;
  if (!held || !there || isSameKind(held, there)) {
    if (held) put(slots, mouse, slot, held, held.count);
    else take(slots, mouse, slot, there?.count ?? 0);
  } else exchange(slots, mouse, slot, held, there);
  return true;
}

function rightClick(slots: Slots, mouse: Mouse, slot: number): boolean {
  if (slot === slots.result) return takeCrafted(slots, mouse);
  const there = slots.get(slot);
  const held = mouse.item;
  if (!held) take(slots, mouse, slot, Math.ceil((there?.count ?? 0) / 2));
  else if (!there || isSameKind(held, there)) put(slots, mouse, slot, held, 1);
  else exchange(slots, mouse, slot, held, there);
  return true;
}

function take(slots: Slots, mouse: Mouse, slot: number, count: number): void {
  const there = slots.get(slot);
  if (!there || count === 0) return;
  mouse.item = withCount(there, count);
  slots.set(slot, withCount(there, there.count - count));
}

function put(slots: Slots, mouse: Mouse, slot: number, held: Item, most: number): void {
  const there = slots.get(slot);
  const bears = slots.bears(slot, held);
  if (bears === 0 && there) return takeMore(slots, mouse, slot, held, there);
  const moved = Math.max(0, Math.min(most, bears - (there?.count ?? 0)));
  if (moved === 0) return;
  slots.set(slot, withCount(held, (there?.count ?? 0) + moved));
  mouse.item = withCount(held, held.count - moved);
}

/** A slot that is only taken from: all of it is added to the item on the cursor, if it fits. */
function takeMore(slots: Slots, mouse: Mouse, slot: number, held: Item, there: Item): void {
  if (held.count + there.count > held.stackSize) return;
  mouse.item = withCount(held, held.count + there.count);
  slots.set(slot, null);
}

function exchange(slots: Slots, mouse: Mouse, slot: number, held: Item, there: Item): void {
  if (slots.bears(slot, held) < held.count) return;
  slots.set(slot, held);
  mouse.item = there;
}

function takeCrafted(slots: Slots, mouse: Mouse): boolean {
  const crafted = slots.result === null ? null : slots.get(slots.result);
  const held = mouse.item;
  if (!crafted || (held && !isSameKind(held, crafted))) return true;
  const count = crafted.count + (held?.count ?? 0);
  if (count > crafted.stackSize) return true;
  mouse.item = withCount(crafted, count);
  slots.takeResult();
  return true;
}

function moveAcross(slots: Slots, slot: number): boolean {
  const item = slots.get(slot);
  if (!item) return true;
  const order = slots.targets(slot, item);
  if (slot !== slots.result) {
    slots.set(slot, withCount(item, moveInto(slots, order, item)));
    return true;
  }
  for (let times = 0; times < mostCrafted; times += 1) {
    const crafted = slots.get(slot);
    if (!crafted || !isSameKind(crafted, item) || roomFor(slots, order, crafted) < crafted.count) return true;
    // Before bottles that are left over find a place there.
    moveInto(slots, order, crafted);
    slots.takeResult();
  }
  return true;
}

/** Adds the item to equal stacks first, then to free slots. @returns how many found no room */
export function moveInto(slots: Slots, order: number[], item: Item): number {
  let left = item.count;
  for (const isFree of [false, true]) {
    for (const target of order) {
      const there = slots.get(target);
      if (left === 0 || (there === null) !== isFree || (there && !isSameKind(there, item))) continue;
      const moved = Math.max(0, Math.min(left, slots.bears(target, item) - (there?.count ?? 0)));
      if (moved === 0) continue;
      slots.set(target, withCount(item, (there?.count ?? 0) + moved));
      left -= moved;
    }
  }
  return left;
}

function roomFor(slots: Slots, order: number[], item: Item): number {
  return order.reduce((room, target) => {
    const there = slots.get(target);
    return there && !isSameKind(there, item) ? room : room + slots.bears(target, item) - (there?.count ?? 0);
  }, 0);
}

function swap(slots: Slots, slot: number, other: number | null): boolean {
  if (other === null) return false;
  if (other === slot) return true;
  const [there, own] = [slots.get(slot), slots.get(other)];
  if (slot === slots.result) {
    if (!there || own) return true;
    slots.set(other, there);
    slots.takeResult();
    return true;
  }
  if (own && slots.bears(slot, own) < own.count) return true;
  slots.set(slot, own && { ...own });
  slots.set(other, there && { ...there });
  return true;
}

function copy(slots: Slots, mouse: Mouse, slot: number): boolean {
  if (!mouse.isCreative) return false;
  const there = slots.get(slot);
  if (there && !mouse.item) mouse.item = withCount(there, there.stackSize);
  return true;
}

function throwSlot(slots: Slots, mouse: Mouse, slot: number, button: number): boolean {
  const there = slots.get(slot);
  if (!there || mouse.item) return true;
  if (slot === slots.result) {
    slots.takeResult();
    mouse.throwOut({ ...there });
    return true;
  }
  const count = button === 0 ? 1 : there.count;
  slots.set(slot, withCount(there, there.count - count));
  mouse.throwOut({ ...there, count });
  return true;
}

/** Buttons 0 to 2 start, continue and end a drag with the left button, 4 to 6 with the right, 8 to 10 with the middle one. */
function drag(slots: Slots, mouse: Mouse, slot: number, buttons: number): boolean {
  const [button, step] = [buttons >> 2, buttons & 3];
  const { item } = mouse;
  if (buttons < 0 || button > 2 || step > 2 || (button === 2 && !mouse.isCreative)) return false;
  if (step === 0) mouse.drag = item ? { button, slots: new Set() } : null;
  else if (mouse.drag?.button !== button || !item) mouse.drag = null;
  else if (step === 1) dragOver(slots, mouse.drag.slots, slot, item, button);
  else {
    const over = [...mouse.drag.slots];
    mouse.drag = null;
    spread(slots, mouse, over, item, button);
  }
  return true;
}

function dragOver(slots: Slots, over: Set<number>, slot: number, item: Item, button: number): void {
  if (!Number.isInteger(slot) || slot < 0 || slot >= slots.size || slot === slots.result) return;
  const there = slots.get(slot);
  const fits = (!there || isSameKind(there, item)) && slots.bears(slot, item) > 0;
  if (fits && (button === 2 || item.count > over.size)) over.add(slot);
}

function spread(slots: Slots, mouse: Mouse, over: number[], item: Item, button: number): void {
  const each = button === 0 ? Math.floor(item.count / Math.max(1, over.length)) : button === 1 ? 1 : item.stackSize;
  for (const slot of over) {
    const held = mouse.item;
    if (!held) return;
    const there = slots.get(slot);
    // Another player may have put something there meanwhile.
    if (there && !isSameKind(there, held)) continue;
    put(slots, mouse, slot, button === 2 ? { ...held, count: each } : held, each);
    if (button === 2) mouse.item = item;
  }
}

/** Gathers items equal to the one on the cursor, from the smaller stacks first. */
function collect(slots: Slots, mouse: Mouse): boolean {
  for (const isFull of [false, true]) {
    for (let slot = 0; slot < slots.size; slot += 1) {
      const held = mouse.item;
      const there = slots.get(slot);
      if (!held || !there || slot === slots.result || !isSameKind(held, there)) continue;
      if (there.count >= there.stackSize !== isFull) continue;
      const moved = Math.min(there.count, held.stackSize - held.count);
      if (moved <= 0) continue;
      mouse.item = withCount(held, held.count + moved);
      slots.set(slot, withCount(there, there.count - moved));
    }
  }
  return true;
}

function withCount(item: Item, count: number): Item | null {
  return count > 0 ? { ...item, count } : null;
}
