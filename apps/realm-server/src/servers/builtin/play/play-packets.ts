import { drawBow } from '../creatures/projectiles/bows.ts';
import { setCreativeSlot } from '../players/creative-slots.ts';
import { throwItem } from '../creatures/projectiles/throwing.ts';
import { sizeOf } from '../creatures/creature.ts';
import { harvest } from '../creatures/species/hives.ts';
import { hatch } from '../creatures/spawning/spawn-eggs.ts';
import { treat } from '../creatures/using.ts';
import { blockAt } from '../land/block-state.ts';
import { isCreative, mayUse, refuse } from '../land/building.ts';
import { placeBlock } from '../land/place-block.ts';
import { sides } from '../land/sides.ts';
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
import { fall } from '../rules/difficulty.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import { editBook, readBook } from '../players/books.ts';
import type { Click } from '../players/click.ts';
import { heldItem, heldSlot, withHand } from '../players/items.ts';
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
/** animation of protocol 754: the arms. */
const swings = { first: 0, other: 3 };

type Packet = Record<string, unknown>;

/** What is done with every packet that a player may send, by name. */
export const playPackets: ReadonlyMap<string, (game: Game, player: Player, packet: Packet) => unknown> = new Map<
  string,
  (game: Game, player: Player, packet: Packet) => unknown
>([
  ['teleport_confirm', (_, player, packet) => confirmPlace(player, packet)],
  ['position', move],
  ['position_look', move],
  ['look', move],
  ['flying', move],
  ['vehicle_move', (game, player, packet) => game.riding.drive(player, packet)],
  ['steer_vehicle', (game, player, packet) => game.riding.steer(player, packet)],
  ['steer_boat', (game, player, packet) => game.boats.row(player, packet)],
  [
    'arm_animation',
    (_, player, packet) =>
      player._writeOthersNearby('animation', {
        entityId: player.id,
        animation: swings[packet['hand'] === 1 ? 'other' : 'first'],
      }),
  ],
  ['held_item_slot', (_, player, packet) => hold(player, packet)],
  ['pick_item', (_, player, packet) => pick(player, packet)],
  ['use_entity', strike],
  ['use_item', (game, player, packet) => withHand(player, packet['hand'], () => useItem(game, player, packet))],
  ['block_dig', dig],
  ['block_place', (game, player, packet) => withHand(player, packet['hand'], () => useBlock(game, player, packet))],
  ['chat', say],
  ['tab_complete', completeFor],
  ['update_sign', writeSign],
  ['settings', takeSettings],
  ['entity_action', (game, player, packet) => act(game, player, String(packet['actionId']))],
  ['client_command', (game, player, packet) => command(game, player, packet['actionId'])],
  ['window_click', clickWindow],
  ['craft_recipe_request', useRecipeBook],
  ['close_window', closeWindow],
  ['edit_book', editBook],
  ['update_command_block', (game, player, packet) => game.commandBlocks.edit(player, packet)],
  ['enchant_item', useWindow],
  ['select_trade', useWindow],
  ['name_item', useWindow],
  ['set_creative_slot', (game, player, packet) => isCreative(player) && setCreativeSlot(game, player, packet)],
]);

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
    () => game.gliding.light(player),
    () => throwItem(game, player),
    () => game.enderEyes.throw(player),
    () => game.thrownPotions.throw(player),
    () => game.boats.place(player),
    () => readBook(player, packet),
    () => putOn(player, packet),
    () => beginMeal(player, packet['hand']),
  ];
  // The client has used up what it could throw.
  if (!uses.some((use) => use())) resendWindows(player);
}

/** What a click on a block may do, the first that applies. Each returns false if it does not. */
const blockUses: readonly ((click: Click) => boolean)[] = [
  light,
  harvest,
  layOnFire,
  (click) => click.game.minecarts.place(click),
  useRedstone,
  openTable,
  openEnchantingTable,
  openAnvil,
  openGrindstone,
  openContainer,
  useBed,
  eatCake,
  workFixture,
  placeBed,
  placePart,
  placeContainer,
  placeSign,
  lightPortal,
  fitEye,
  tend,
  hatch,
];

/** What a click on a block does. */
function useBlock(game: Game, player: Player, packet: Packet): void {
  const at = positionNear(player, packet['location']);
  const side = Number(packet['direction']);
  const way = sides[side];
  const block = at && blockAt(game, at);
  if (!at || !block || !way || player.health <= 0 || player.gameMode === gameModeNumber.SPECTATOR) return;
  const beside = at.plus(way);
  if (!isWithinReach(player, at) || !mayUse(game, player, at)) return refuse(game, player, at, beside);
  const [item, cursorY] = [heldItem(player), Number(packet['cursorY'])];
  const click = { game, player, at, block, side, beside, item, cursorY, hand: packet['hand'] };
  if (!blockUses.some((use) => use(click))) placeBlock(click);
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

function command(game: Game, player: Player, action: unknown): void {
  if (action === 'perform_respawn') respawn(game, player);
  // Nothing is counted, but the client waits for an answer.
  if (action === 'request_stats') player._client.write('statistics', { entries: [] });
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
