import { mayFly } from './players/flight.ts';
import { posePacket } from './players/pose.ts';
import type { Dimensions } from './dimensions/dimensions.ts';
import { gameModeNumber } from './rules/game.ts';
import { uuidFor } from './players/player-list.ts';
import type { Player, Squid, SquidPlugin } from './squid/squid.ts';

/** Abilities of protocol 754: invulnerable 1, flying 2, may fly 4, creative 8; by the number of the game mode. */
const abilities = [0, 1 | 8, 0, 1 | 2];
const mayFlyFlag = 4;
const flyingSpeed = 0.05;
const walkingSpeed = 0.1;

/** What flying-squid's plugins ask the server for at their start. */
export function serverBasics(log: (line: string) => void): SquidPlugin {
  return {
    server(squid, options) {
      Object.assign(squid, {
        log,
        gameMode: options['gameMode'],
        difficulty: options['difficulty'],
        hashedSeed: [0, 0],
      });
    },
  };
}

/** What flying-squid's plugins ask of a world and of players, mended. */
export function ownPlugin(dimensions: () => Dimensions): SquidPlugin {
  return {
    player(player: Player, squid: Squid) {
      player.prevGameMode = 255;
      player.sendAbilities = () =>
        player._client.write('abilities', {
          flags: (abilities[player.gameMode] ?? 0) | (mayFly(dimensions().gameOf(player), player) ? mayFlyFlag : 0),
          flyingSpeed: flyingSpeed,
          walkingSpeed: walkingSpeed,
        });
      player.setGameMode = (mode) => {
        player.prevGameMode = player.gameMode;
        player.gameMode = mode;
        if (mode === gameModeNumber.SPECTATOR) dimensions().gameOf(player).riding.release(player);
        player._client.write('game_state_change', { reason: 'change_game_mode', gameMode: mode });
        player.sendAbilities();
        for (const other of squid.players) {
          const data = [{ uuid: uuidFor(other, player), gamemode: mode }];
          other._client.write('player_info', { action: 'update_game_mode', data });
        }
      };
      const spawnEntity = player.spawnEntity.bind(player);
      player.spawnEntity = (entity) => {
        spawnEntity(entity);
        player._client.write('entity_metadata', posePacket(entity as Player));
        dimensions().gameOf(player).riding.introduce(player._client, entity.id);
      };
      player.despawnEntities = (entities) =>
        player._client.write('entity_destroy', { entityIds: entities.map((entity) => entity.id) });
    },
  };
}
