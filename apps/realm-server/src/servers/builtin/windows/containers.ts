import { blockAt, stateWith } from '../land/block-state.ts';
import { setBlock } from '../land/building.ts';
import { type Part, partsAt } from '../land/chests.ts';
import type { Container } from '../land/container.ts';
import { enderItems } from '../players/ender-items.ts';
import type { Click } from '../players/click.ts';
import { toPacket } from '../players/items.ts';
import { soundFields } from '../players/near.ts';
import { trapped } from '../redstone/power.ts';
import type { Game } from '../rules/game.ts';
import { brewingProgress } from '../survival/potions/brewing.ts';
import { learn } from '../survival/experience.ts';
import { progress } from '../survival/furnaces.ts';
import type { Item, Player } from '../squid/squid.ts';
import { containerSlots, furnaceSlotsOf, standSlots, type Store } from './container-slots.ts';
import { isBuilding, isWithinReach, openWindow } from './open-windows.ts';

/** Of the packet open_window of protocol 754: six rows. */
const doubleChest = { window: 5, title: 'chestDouble' };
/** A category of the packet named_sound_effect, and how far it is heard. */
const sound = { category: 4, reach: 16, volume: 0.5 };
/** What the packet block_action calls the number of those who look into a chest. */
const viewers = 1;

/** Packet block_place: opens what the player has clicked, if it holds items. */
export function openContainer({ game, player, at }: Click): boolean {
  // The upper rows are the right half's.
  const parts = isBuilding(player) ? [] : partsAt(game, at);
  const [first] = parts;
  if (first && !parts.some((part) => isBlocked(game, part))) open(game, player, parts, first.container);
  return first !== undefined;
}

function open(game: Game, player: Player, parts: Part[], first: Container): void {
  const { kind } = first;
  const { window: type, title } = parts.length > 1 ? doubleChest : kind;
  openWindow(game, player, { type, title: `container.${title}` }, (windowId) => {
    const show = (slot: number, item: Item | null): void =>
      player._client.write('set_slot', { windowId, slot, item: toPacket(item) });
    const stores: Store[] = kind.slots > 0 ? parts.map(({ container }) => container) : [enderStore(player, show)];
    const watchers = parts.map(
      ({ container }, n) =>
        (slot: number): void =>
          slot < 0 ? showProgress(player, windowId, container) : show(n * kind.slots + slot, container.get(slot)),
    );
    const slots = kind.smelts
      ? furnaceSlotsOf(player, first, (points) => learn(player, points))
      : kind.brews
        ? standSlots(player, first)
        : containerSlots(player, stores);
    parts.forEach(({ container }, n) => container.watchers.add(watchers[n] ?? nobody));
    showLids(game, parts, 'open');
    return {
      slots,
      bagFrom: slots.size - 36,
      isThere: () => parts.every(({ at, container }) => !container.isGone && isWithinReach(player, at)),
      closed() {
        parts.forEach(({ container }, n) => container.watchers.delete(watchers[n] ?? nobody));
        showLids(game, parts, 'close');
      },
    };
  });
}

function showProgress(player: Player, windowId: number, machine: Container): void {
  const shown = machine.kind.brews ? brewingProgress : progress;
  shown.forEach((name, property) => {
    player._client.write('craft_progress_bar', { windowId, property, value: machine.number(name) });
  });
}

const nobody = (): void => undefined;

function enderStore(player: Player, show: (slot: number, item: Item | null) => void): Store {
  const items = enderItems(player);
  return {
    size: items.length,
    get: (slot) => items[slot] ?? null,
    set(slot, item) {
      items[slot] = item;
      show(slot, item);
    },
  };
}

/** A chest does not open under a whole block. */
function isBlocked(game: Game, { at, block }: Part): boolean {
  const above = blockAt(game, at.offset(0, 1, 0))?.kind;
  return block.kind.name.endsWith('chest') && above?.boundingBox === 'block' && !above.transparent;
}

/** Everybody sees and hears how the first opens it, and the last closes it. */
function showLids(game: Game, parts: readonly Part[], how: 'open' | 'close'): void {
  const [first] = parts;
  if (!first) return;
  const { at, block, container } = first;
  const { name, sound: soundName } = container.kind;
  const count = container.watchers.size;
  if (name === trapped) for (const part of parts) game.redstone.changedAt(part.at);
  for (const player of game.squid.players) {
    if (!game.views.get(player)?.sees(Math.floor(at.x / 16), Math.floor(at.z / 16))) continue;
    for (const part of /chest$|^shulker_box$/.test(name) ? parts : []) {
      player._client.write('block_action', { location: part.at, byte1: viewers, byte2: count, blockId: block.kind.id });
    }
    const isHeard = soundName !== undefined && player.position.distanceTo(at) <= sound.reach;
    if (!isHeard || count !== (how === 'open' ? 1 : 0)) continue;
    const [middle, pitch] = [at.offset(0.5, 0.5, 0.5), 0.9 + Math.random() / 10];
    const fields = soundFields(`${soundName}.${how}`, sound.category, middle, sound.volume, pitch);
    player._client.write('named_sound_effect', fields);
  }
  const barrel = name === 'barrel' && !container.isGone ? blockAt(game, at) : null;
  if (barrel) setBlock(game, at, stateWith(barrel, { open: String(count > 0) }));
}
