import { isCreative, mayPlace } from '../land/building.ts';
import { placeContainer } from '../land/place-container.ts';
import { placeBed, useBed, wake } from '../survival/beds.ts';
import { useBucket } from '../survival/buckets.ts';
import { bodyOf, fullHealth, renew } from '../survival/body.ts';
import { dig } from '../survival/digging.ts';
import { hit } from '../survival/fighting.ts';
import { beginMeal } from '../survival/hunger.ts';
import { walk } from '../survival/surroundings.ts';
import { say } from './chat.ts';
import { completeFor } from './commands.ts';
import type { PacketHandler } from '../connections/client-gate.ts';
import { fall } from '../rules/difficulty.ts';
import type { Game } from '../rules/game.ts';
import { makeItem } from '../players/items.ts';
import { fitEye } from '../dimensions/end-portals.ts';
import { lightPortal } from '../dimensions/frames.ts';
import { appear, leaveFor } from '../dimensions/travel.ts';
import { clickWindow, closeWindow, openTable } from '../windows/open-windows.ts';
import { openContainer } from '../windows/containers.ts';
import { isLookPossible, mayMove, ownSpawn } from '../players/movement.ts';
import { tellIfChanged } from '../rules/managers.ts';
import { tell } from '../messages/notices.ts';
import type { Entity, Player } from '../squid/squid.ts';
import { languageOf, messagesOf } from '../messages/messages.ts';

/** How far a player can hit. */
const hitReach = 6;
/** What others see of a player (entity_metadata of protocol 754): field 0 are flags, field 6 is the pose. */
const poseMetadata = { sneaking: [0x02, 5], sprinting: [0x08, 0], standing: [0x00, 0] } as const;

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

/** Every packet that a player may send, and what comes of it. */
export function playPackets(game: Game): Map<string, PacketHandler> {
  const follow = (player: Player): void => game.views.get(player)?.follow();

  return new Map<string, PacketHandler>([
    ['position', passIf((player, packet) => mayWalk(game, player, packet))],
    ['position_look', passIf((player, packet) => isLookPossible(packet) && mayWalk(game, player, packet))],
    ['look', passIf((_, packet) => isLookPossible(packet))],
    ['flying', own((player, packet) => stand(game, player, packet, follow))],
    ['arm_animation', passIf(() => true)],
    ['held_item_slot', passIf((_, packet) => isWhole(packet['slotId'], 0, 8))],
    ['use_entity', passIf((player, packet) => strike(game, player, packet))],
    ['use_item', own((player, packet) => useBucket(game, player, packet) || beginMeal(player, packet['hand']))],
    ['block_dig', own((player, packet) => dig(game, player, packet))],
    ['block_place', passIf((player, packet) => !useBlock(game, player, packet) && mayPlace(game, player, packet))],
    ['chat', own((player, packet) => void say(game, player, packet))],
    ['tab_complete', own((player, packet) => completeFor(game, player, packet))],
    ['settings', own((player, packet) => takeSettings(game, player, packet))],
    ['entity_action', own((player, packet) => act(player, String(packet['actionId'])))],
    ['client_command', own((player, packet) => packet['actionId'] === 'perform_respawn' && respawn(game, player))],
    ['window_click', own((player, packet) => clickWindow(game, player, packet))],
    ['close_window', own((player) => closeWindow(game, player))],
    ['set_creative_slot', own((player, packet) => isCreative(player) && setSlot(game, player, packet))],
  ]);
}

/** The client's word that it stands, without a change of place. */
function stand(game: Game, player: Player, packet: Packet, follow: (player: Player) => void): void {
  walk(game, player, packet);
  player.onGround = packet['onGround'] === true;
  follow(player);
}

function mayWalk(game: Game, player: Player, packet: Packet): boolean {
  if (!mayMove(game, player, packet)) return false;
  walk(game, player, packet);
  return true;
}

/** What a click on a block does other than placing what is held. */
function useBlock(game: Game, player: Player, packet: Packet): boolean {
  if (player.health <= 0) return true;
  const uses = [openTable, openContainer, useBed, placeBed, placeContainer, lightPortal, fitEye];
  return uses.some((use) => use(game, player, packet));
}

/** Hits of players are carried out here. @returns whether flying-squid may carry out what is left */
function strike(game: Game, player: Player, packet: Packet): boolean {
  if (player.health <= 0 || !canHit(game, player, packet)) return false;
  const target = game.squid.players.find(({ id }) => id === packet['target']);
  if (target && packet['mouse'] === 1) hit(game, player, target);
  return !target;
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

function canHit(game: Game, player: Player, packet: Packet): boolean {
  if (!game.settings.dealDamage) return false;
  const target: Entity | undefined = game.squid.entities[Number(packet['target'])];
  const isHere = target !== undefined && target.world === player.world;
  return isHere && target !== player && target.position.distanceTo(player.position) <= hitReach;
}

function act(player: Player, action: string): void {
  if (action === 'stop_sleeping') return wake(player);
  if (action.endsWith('_sprinting')) bodyOf(player).isSprinting = action === 'start_sprinting';
  if (action === 'start_sneaking') show(player, 'sneaking');
  else if (action === 'start_sprinting') show(player, 'sprinting');
  else if (action === 'stop_sneaking' || action === 'stop_sprinting') show(player, 'standing');
}

function show(player: Player, pose: keyof typeof poseMetadata): void {
  const [flags, number] = poseMetadata[pose];
  player.crouching = pose === 'sneaking';
  player._writeOthersNearby('entity_metadata', {
    entityId: player.id,
    metadata: [
      { key: 0, type: 0, value: flags },
      { key: 6, type: 18, value: number },
    ],
  });
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

function setSlot(game: Game, player: Player, packet: Packet): void {
  const { slot } = packet;
  const { present, itemId, itemCount } = packet['item'] as { present: boolean; itemId?: number; itemCount?: number };
  // Further properties (names, books, enchantments) are not taken over: nobody needs them to build.
  const item = present ? makeItem(game.squid.registry, itemId ?? -1, itemCount ?? 0) : null;
  if (isWhole(slot, 5, 45)) player.inventory.updateSlot(slot, item);
  else if (slot === -1 && item) game.groundItems.throwFrom(player, item);
}
