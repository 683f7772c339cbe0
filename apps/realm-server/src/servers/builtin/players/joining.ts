import { Vec3 } from 'vec3';
import { hasDied, modeOf, setFallen } from '../rules/difficulty.ts';
import { dimensionFields, goTo, isOpen, worldNames } from '../dimensions/travel.ts';
import { originOf } from '../connections/game-server.ts';
import type { Game } from '../rules/game.ts';
import { enderItems } from './ender-items.ts';
import { stow } from './items.ts';
import { closeWindow, prepareWindows, resendWindows, sendItems } from '../windows/open-windows.ts';
import { sendCommands } from '../play/commands.ts';
import { ownSpawn, safeSpawn, sendBorder, sendPlace } from './movement.ts';
import { show } from '../messages/text.ts';
import { showTime } from '../rules/days.ts';
import { isInsideBorder, isPossiblePosition, lowestY } from '../rules/place.ts';
import { introduce, takeOff } from './player-list.ts';
import { offerPack } from './resource-pack.ts';
import type { SavedPlayer } from './player-store.ts';
import { PlayerView, viewDistance } from './player-view.ts';
import type { Client, Player, SquidPlugin } from '../squid/squid.ts';
import { fullHealth, renew } from '../survival/body.ts';
import { showEffects, takeEffects } from '../survival/potions/effects.ts';
import { restoreBody } from '../survival/stored-body.ts';
import { showSky } from '../rules/weather.ts';

const ahead = { yaw: 0, pitch: 0 };

/**
 * Brings a logged-in client into the game. Replaces flying-squid's own login, which leaks a timer for each
 * player, lets one who leaves while joining block their name for ever, and does not show newcomers who is there.
 */
export async function join(realm: Game, client: Client, plugins: readonly SquidPlugin[]): Promise<Player | null> {
  const saved = await realm.store.read(client.uuid);
  const made = await realm.advancements.read(client.uuid);
  if (client.ended) return null;
  const game = homeOf(realm, saved);
  const { server } = game;
  const player = server.initEntity('player', null, game.world, new Vec3(0, 0, 0));
  player._client = client;
  player.type = 'player';
  player.username = client.username;
  player.uuid = client.uuid;
  player.account = originOf(client).account ?? null;
  player.isToldManager = false;
  player.wrongCodes = 0;
  player.prefix = null;
  player.language = null;
  player.crouching = false;
  for (const plugin of plugins) plugin.player?.(player, server, {});
  prepareWindows(game, player);
  game.advancements.welcome(player, made);
  player.hasFallen = hasDied(game, saved);
  player.gameMode = modeOf(game, player);
  renew(player);
  player.position = safeSpawn(game);
  player.health = fullHealth;
  const look = saved ? restore(game, player, saved) : ahead;

  const others = [...server.players];
  server.players.push(player);
  game.squid.players.push(player);
  server.uuidToPlayer[player.uuid] = player;
  const view = new PlayerView(player);
  game.views.set(player, view);
  client.once('end', () => leave(game.dimensions.gameOf(player), player));
  welcome(game, player, view, look);
  introduce(player, others);
  player.updateAndSpawn();
  // Clients take the first update of their health as the start of the game.
  player.updateHealth(player.health);
  tellAll(game, 'multiplayer.player.joined', player);
  offerPack(game, player);
  game.log(`§e${player.username} came in`);
  return player;
}

/** Puts a player's saved state into effect in mid-game. */
export function resume(realm: Game, player: Player, saved: SavedPlayer): void {
  const game = homeOf(realm, saved);
  const { _client: client } = player;
  takeEffects(player);
  restore(game, player, saved);
  setFallen(game, player, hasDied(game, saved));
  client.write('held_item_slot', { slot: player.heldItemSlot });
  player.setXp(player.xp);
  showEffects(player);
  resendWindows(player);
  player.updateHealth(player.health);
  goTo(game, player, player.position);
}

/** The dimension a player resumes in: the realm's plan may no longer include the one where they were. */
function homeOf(game: Game, saved: SavedPlayer | null): Game {
  const isThere = saved && saved.health > 0 && isOpen(game, saved.dimension);
  return game.dimensions.of(isThere ? saved.dimension : 'overworld');
}

/** Gives the player what was kept of them. @returns where they look, in degrees */
function restore(game: Game, player: Player, saved: SavedPlayer): { yaw: number; pitch: number } {
  player.health = saved.health > 0 ? Math.min(fullHealth, saved.health) : fullHealth;
  player.xp = saved.xp;
  restoreBody(player, saved.body);
  // A player who died and left starts afresh.
  if (saved.health <= 0) renew(player);
  player.heldItemSlot = saved.heldItemSlot;
  player.prefix = saved.prefix;
  saved.slots.forEach((item, slot) => {
    player.inventory.slots[slot] = item;
  });
  saved.ender.forEach((item, slot) => {
    enderItems(player)[slot] = item;
  });
  const { slots } = player.inventory;
  const left = saved.carried.map((item) => ({
    ...item,
    count: stow(slots, item, (slot, stack) => (slots[slot] = stack)),
  }));
  const isPlaceGood =
    saved.health > 0 &&
    saved.dimension === game.world.dimension &&
    isPossiblePosition(saved.position) &&
    saved.position.y >= lowestY &&
    isInsideBorder(game.settings, game.centre, saved.position);
  player.position = isPlaceGood ? saved.position : saved.health > 0 ? safeSpawn(game) : ownSpawn(game, player);
  for (const item of left) if (item.count > 0) game.groundItems.drop(item, player.position);
  return isPlaceGood ? saved : ahead;
}

function welcome(game: Game, player: Player, view: PlayerView, look: { yaw: number; pitch: number }): void {
  const { server } = game;
  const client = player._client;
  client.write('login', {
    ...server.registry.loginPacket,
    entityId: player.id,
    gameMode: player.gameMode,
    previousGameMode: 255,
    ...dimensionFields(game),
    worldNames,
    maxPlayers: Math.min(255, game.settings.slots ?? 255),
    viewDistance: viewDistance,
    reducedDebugInfo: game.rules.isOn('reducedDebugInfo'),
    enableRespawnScreen: !game.rules.isOn('doImmediateRespawn'),
    isHardcore: game.settings.difficultyLevel === 'HARDCORE',
    isDebug: false,
    isFlat: false,
  });
  game.clientData.send(client);
  client.write('difficulty', { difficulty: server.difficulty, difficultyLocked: false });
  player.sendAbilities();
  client.write('held_item_slot', { slot: player.heldItemSlot });
  client.write('spawn_position', { location: game.spawn.floored() });
  sendBorder(game, player);
  view.open();
  sendPlace(player, look);
  showTime(server, client);
  showSky(game, client);
  player.setXp(player.xp);
  showEffects(player);
  sendItems(player);
  sendCommands(game, player);
  game.advancements.introduce(player);
  game.scoreboard.introduce(client);
  game.bossBars.introduce(client);
}

function leave(game: Game, player: Player): void {
  const { server, squid } = game;
  game.views.get(player)?.close();
  game.views.delete(player);
  for (const { players } of [server, squid]) players.splice(players.indexOf(player), 1);
  delete server.uuidToPlayer[player.uuid];
  delete server.entities[player.id];
  for (const other of server.players) {
    other.nearbyEntities = other.nearbyEntities.filter((entity) => entity !== player);
    takeOff(other, player);
  }
  closeWindow(game, player);
  game.riding.release(player);
  tellAll(game, 'multiplayer.player.left', player);
  game.log(`§e${player.username} left`);
}

/** Each reads it in the language of their client, and clicks on the name to write to them. */
function tellAll({ server, scoreboard }: Game, translate: string, { username }: Player): void {
  const name = { text: '', extra: [scoreboard.inTeam(username)], insertion: username };
  const line = { translate, with: [name], color: 'yellow' };
  for (const { _client } of server.players) show(_client, line);
}
