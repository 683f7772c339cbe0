import type { Vec3 } from 'vec3';
import type { Registry } from '../../../world-format/chunk.ts';
import { moveTo, sendBorder } from '../players/movement.ts';
import type { Game } from '../rules/game.ts';
import { showTime } from '../rules/days.ts';
import { showPowers } from '../rules/managers.ts';
import { showSky } from '../rules/weather.ts';
import type { Player } from '../squid/squid.ts';
import { wake } from '../survival/beds.ts';
import { showEffects } from '../survival/potions/effects.ts';
import { closeWindow, resendWindows } from '../windows/open-windows.ts';
import { type DimensionName, dimensionKinds, dimensionNames } from './kinds.ts';

/** Whether the owner's plan has the dimension. */
export function isOpen({ settings }: Pick<Game, 'settings'>, dimension: DimensionName): boolean {
  return dimension === 'overworld' || settings.plan.otherWorlds;
}

/** Puts a player somewhere, in whichever dimension. */
export function goTo(game: Game, player: Player, at: Vec3): void {
  if (player.world === game.world) return moveTo(game, player, at);
  leaveFor(game, player);
  appear(game, player, at, true);
}

/** Takes a player out of one dimension and into another, where they still have to appear. */
export function leaveFor(game: Game, player: Player): void {
  const before = game.dimensions.gameOf(player);
  closeWindow(before, player);
  before.riding.release(player);
  wake(player);
  const view = before.views.get(player);
  view?.forget();
  before.views.delete(player);
  before.squid.players.splice(before.squid.players.indexOf(player), 1);
  player.world = game.world;
  game.squid.players.push(player);
  if (view) game.views.set(player, view);
  game.playersChanged();
}

/** Shows a player the dimension that they are in. Their client drops all it was shown before (packet respawn of protocol 754). */
export function appear(game: Game, player: Player, at: Vec3, keepsBody: boolean): void {
  const { server, views } = game;
  const { _client: client } = player;
  client.write('respawn', {
    ...dimensionFields(game),
    gamemode: player.gameMode,
    previousGamemode: player.prevGameMode,
    isDebug: false,
    isFlat: false,
    copyMetadata: keepsBody,
  });
  moveTo(game, player, at);
  game.store.keep(player);
  views.get(player)?.reopen();
  sendBorder(game, player);
  showTime(server, client);
  showSky(game, client);
  showPowers(player);
  game.creatures.showAgain(player);
  for (const things of game.loose) things.forgetViewer(player);
  player.updateHealth(player.health);
  player.sendAbilities();
  player.setXp(player.xp);
  resendWindows(player);
  if (keepsBody) showEffects(player);
}

/** What the packets login and respawn say of where a player is. */
export function dimensionFields({ server, world }: Pick<Game, 'server' | 'world'>): Record<string, unknown> {
  const { id } = dimensionKinds[world.dimension];
  return {
    dimension: { type: 'compound', name: '', value: typeOf(server.registry.loginPacket, id) },
    worldName: id,
    hashedSeed: server.hashedSeed,
  };
}

export const worldNames = dimensionNames.map((name) => dimensionKinds[name].id);

/** Of the registry that every client is sent. */
function typeOf({ dimensionCodec }: Registry['loginPacket'], id: string): unknown {
  const kinds = dimensionCodec.value['minecraft:dimension_type'].value.value.value.value;
  return kinds.find(({ name }) => name.value === id)?.element.value;
}
