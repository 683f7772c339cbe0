import { drawBow } from '../creatures/projectiles/bows.ts';
import { setCreativeSlot } from '../players/creative-slots.ts';
import { throwItem } from '../creatures/projectiles/throwing.ts';
import { sizeOf } from '../creatures/creature.ts';
import { harvest } from '../creatures/species/hives.ts';
import { hatch } from '../creatures/spawning/spawn-eggs.ts';
import { treat } from '../creatures/using.ts';
import { isCreative } from '../land/building.ts';
import { placeBlock } from '../land/place-block.ts';
import { placeContainer } from '../land/place-container.ts';
import { layOnFire } from '../nature/campfires.ts';
import { tend } from '../nature/tending.ts';
import { placeSign, writeSign } from '../land/signs.ts';
import { placeBed, useBed, wake } from '../survival/beds.ts';
import { light } from '../nature/primed-tnt.ts';
import { placePart } from '../redstone/place-part.ts';
import { useRedstone } from '../redstone/use.ts';
import { fillBottle, layLilyPad, useBucket } from '../survival/buckets.ts';
import { bodyOf, fullHealth, renew } from '../survival/body.ts';
import { eatCake } from '../survival/cake.ts';
import { workFixture } from '../survival/fixtures.ts';
import { dig } from '../survival/digging/digging.ts';
import { hit } from '../survival/fighting.ts';
import { beginGliding } from '../survival/gliding.ts';
import { beginMeal } from '../survival/hunger.ts';
import { raiseShield } from '../survival/shields.ts';
import { say } from './chat.ts';
import { completeFor } from './commands.ts';
import type { PacketHandler } from '../connections/client-gate.ts';
import { fall } from '../rules/difficulty.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import { editBook, readBook } from '../players/books.ts';
import { heldItem, heldSlot } from '../players/items.ts';
import { openAnvil } from '../windows/anvil.ts';
import { openEnchantingTable } from '../windows/enchanting-table.ts';
import { openHorse } from '../windows/horse.ts';
import { openGrindstone } from '../windows/grindstone.ts';
import {
  clickWindow,
  closeWindow,
  isWithinReach,
  openTable,
  resendWindows,
  useWindow,
} from '../windows/open-windows.ts';
import { openContainer } from '../windows/containers.ts';
import { putOn } from '../windows/own-window.ts';
import { useRecipeBook } from '../windows/recipe-book.ts';
import { confirmPlace, move, ownSpawn } from '../players/movement.ts';
import { positionNear } from '../players/near.ts';
import { tellIfChanged } from '../rules/managers.ts';
import { showPose } from '../players/pose.ts';
import { fitEye } from '../dimensions/end-portals.ts';
import { lightPortal } from '../dimensions/frames.ts';
import { appear, leaveFor } from '../dimensions/travel.ts';
import { tell } from '../messages/notices.ts';
import type { Player } from '../squid/squid.ts';
import { languageOf, messagesOf } from '../messages/messages.ts';

/** How far a player can hit. */
const hitReach = 6;
/** The packet's field mouse. */
const [uses, strikes, aims] = [0, 1, 2];

type Packet = Record<string, unknown>;

/** Handled here altogether. */
const own =
  (handle: (player: Player, packet: Packet) => void): PacketHandler =>
  (player, packet) => {
    handle(player, packet);
    return 'done';
  };
/** Handled by flying-squid, when it is sound. */
const passIf =
  (isSound: (player: Player, packet: Packet) => boolean): PacketHandler =>
  (player, packet) =>
    isSound(player, packet) ? 'pass' : 'done';

/** The handlers of every packet that a player may send. */
export function playPackets(game: Game): Map<string, PacketHandler> {
  const moves = own((player, packet) => move(game, player, packet));

  return new Map<string, PacketHandler>([
    ['teleport_confirm', own(confirmPlace)],
    ['position', moves],
    ['position_look', moves],
    ['look', moves],
    ['flying', moves],
    ['vehicle_move', own((player, packet) => game.riding.drive(player, packet))],
    ['steer_vehicle', own((player, packet) => game.riding.steer(player, packet))],
    ['steer_boat', own((player, packet) => game.boats.row(player, packet))],
    ['arm_animation', passIf(() => true)],
    ['held_item_slot', own(hold)],
    ['pick_item', own(pick)],
    ['use_entity', own((player, packet) => strike(game, player, packet))],
    ['use_item', own((player, packet) => useItem(game, player, packet))],
    ['block_dig', own((player, packet) => dig(game, player, packet))],
    ['block_place', own((player, packet) => useBlock(game, player, packet))],
    ['chat', own((player, packet) => void say(game, player, packet))],
    ['tab_complete', own((player, packet) => completeFor(game, player, packet))],
    ['update_sign', own((player, packet) => writeSign(game, player, packet))],
    ['settings', own((player, packet) => takeSettings(game, player, packet))],
    ['entity_action', own((player, packet) => act(game, player, String(packet['actionId'])))],
    ['client_command', own((player, packet) => packet['actionId'] === 'perform_respawn' && respawn(game, player))],
    ['window_click', own((player, packet) => clickWindow(game, player, packet))],
    ['craft_recipe_request', own((player, packet) => useRecipeBook(game, player, packet))],
    ['close_window', own((player) => closeWindow(game, player))],
    ['edit_book', own((player, packet) => editBook(game, player, packet))],
    ['update_command_block', own((player, packet) => game.commandBlocks.edit(player, packet))],
    ['enchant_item', own((player, packet) => useWindow(game, player, packet))],
    ['select_trade', own((player, packet) => useWindow(game, player, packet))],
    ['name_item', own((player, packet) => useWindow(game, player, packet))],
    ['set_creative_slot', own((player, packet) => isCreative(player) && setCreativeSlot(game, player, packet))],
  ]);
}

/** Packet held_item_slot. Others see it at the end of the tick: flying-squid shows each one, with all that a book holds. */
function hold(player: Player, { slotId }: Packet): void {
  if (isWhole(slotId, 0, 8)) player.heldItemSlot = slotId;
}

/** Packet pick_item: an item of the bag changes places with one of the hand's row, a free place of it first, and is held. */
function pick(player: Player, { slot }: Packet): void {
  if (player.health <= 0 || player.gameMode === gameModeNumber.SPECTATOR || !isWhole(slot, 9, 35)) return;
  const { inventory, heldItemSlot } = player;
  const row = Array.from({ length: 9 }, (_, n) => (heldItemSlot + n) % 9);
  player.heldItemSlot = row.find((n) => !inventory.slots[36 + n]) ?? heldItemSlot;
  const [picked, held] = [inventory.slots[slot] ?? null, heldItem(player)];
  inventory.updateSlot(slot, held);
  inventory.updateSlot(heldSlot(player), picked);
  player._client.write('held_item_slot', { slot: player.heldItemSlot });
}

/** What a click into the air does. */
function useItem(game: Game, player: Player, packet: Packet): void {
  if (player.health <= 0 || player.gameMode === gameModeNumber.SPECTATOR) return;
  const uses = [
    () => [useBucket, fillBottle, layLilyPad, drawBow, raiseShield].some((use) => use(game, player, packet)),
    () => game.fishing.use(player, packet),
    () => game.gliding.light(player, packet),
    () => throwItem(game, player, packet),
    () => game.enderEyes.throw(player, packet),
    () => game.thrownPotions.throw(player, packet),
    () => game.boats.place(player, packet),
    () => readBook(player, packet),
    () => putOn(player, packet),
    () => beginMeal(player, packet['hand']),
  ];
  // The client has used up what it could throw.
  if (!uses.some((use) => use())) resendWindows(player);
}

/** What a click on a block does. */
function useBlock(game: Game, player: Player, packet: Packet): void {
  const at = positionNear(player, packet['location']);
  if (!at || player.health <= 0) return;
  const windows = [openTable, openEnchantingTable, openAnvil, openGrindstone, openContainer];
  const minecart = (): boolean => game.minecarts.place(player, packet);
  const places = [placeBed, placePart, placeContainer, placeSign];
  const uses = [
    light,
    harvest,
    layOnFire,
    minecart,
    useRedstone,
    ...windows,
    useBed,
    eatCake,
    workFixture,
    ...places,
    lightPortal,
    fitEye,
    tend,
    hatch,
  ];
  const isUsed = isWithinReach(player, at) && uses.some((use) => use(game, player, packet));
  if (!isUsed) placeBlock(game, player, packet);
}

/** Packet use_entity: hits a player or a creature, or uses the item in the hand on it. */
function strike(game: Game, player: Player, packet: Packet): void {
  const { target: id, mouse } = packet;
  if (mouse === strikes && game.fireballs.hitBack(player, Number(id))) return;
  if (mouse !== aims && game.boats.use(player, Number(id), mouse === strikes)) return;
  if (mouse !== aims && game.minecarts.use(player, Number(id), mouse === strikes)) return;
  const target = game.squid.players.find((other) => other.id === id) ?? game.creatures.withId(Number(id));
  if (!target || target === player) return;
  const reach = hitReach + (target.type === 'mob' ? sizeOf(target).width / 2 : 0);
  if (target.position.distanceTo(player.position) > reach) return;
  if (player.health <= 0 || player.gameMode === gameModeNumber.SPECTATOR) return;
  if (mouse === strikes && (target.type === 'mob' || game.settings.dealDamage)) hit(game, player, target);
  if (mouse === uses && target.type === 'mob' && packet['hand'] === 0) treat(game, player, target);
}

function takeSettings(game: Game, player: Player, packet: Packet): void {
  game.views.get(player)?.setDistance(Number(packet['viewDistance']));
  const isFirst = player.language === null;
  player.language = languageOf(String(packet['locale']));
  if (!isFirst) return;
  if (player.account) tellIfChanged(game, player);
  else tellGuest(game, player);
}

/** Who plays under a nickname that may be an account's hears how to be more than a guest. */
function tellGuest(game: Game, player: Player): void {
  const identity = game.admission.identity(player._client);
  if (!identity || identity.name === identity.nickname) return;
  tell(player._client, messagesOf(player).guest(identity.name, identity.nickname), 'gray');
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

function act(game: Game, player: Player, action: string): void {
  if (action === 'stop_sleeping') return wake(player);
  if (action === 'start_fall_flying') return beginGliding(game, player);
  if (action === 'open_inventory') {
    openHorse(game, player, game.creatures.withId(game.riding.riddenBy(player) ?? -1));
    return;
  }
  const [begun, how] = /^(start|stop)_(sneaking|sprinting)$/.exec(action)?.slice(1) ?? [];
  if (how === 'sprinting') bodyOf(player).isSprinting = begun === 'start';
  else if (how === 'sneaking') player.crouching = begun === 'start';
  else return;
  showPose(player);
}

function respawn(game: Game, player: Player): void {
  if (player.health > 0) return;
  fall(game, player);
  renew(player);
  player.health = fullHealth;
  const overworld = game.dimensions.of('overworld');
  if (game !== overworld) leaveFor(overworld, player);
  appear(overworld, player, ownSpawn(overworld, player), false);
}
