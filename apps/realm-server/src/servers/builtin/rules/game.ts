import type { GameMode, RealmSettings } from '@realmkeep/realm-protocol';
import type { Vec3 } from 'vec3';
import type { OfficialMap } from '../../../maps/official-map.ts';
import type { Advancements } from '../advancements/advancements.ts';
import type { Admission } from '../../../identity/admission.ts';
import type { Access } from '../../../identity/access.ts';
import type { LoginCodes } from '../../../identity/login-codes.ts';
import type { PlanInGame } from '../../../plan/plan-in-game.ts';
import type { Dimensions } from '../dimensions/dimensions.ts';
import type { PortalPlaces } from '../dimensions/portal-places.ts';
import type { ClientData } from '../client-data/client-data.ts';
import type { Edits } from '../land/edits.ts';
import type { Schematics } from '../land/schematics.ts';
import type { BlockTicks } from '../nature/block-ticks.ts';
import type { Machines } from '../nature/machines.ts';
import type { PlayerStore } from '../players/player-store.ts';
import type { PlayerView } from '../players/player-view.ts';
import type { Arrows } from '../creatures/projectiles/arrows.ts';
import type { DragonFight } from '../creatures/species/dragon-fight.ts';
import type { EnderEyes } from '../dimensions/ender-eyes.ts';
import type { Creatures } from '../creatures/creatures.ts';
import type { Fireballs } from '../creatures/projectiles/fireballs.ts';
import type { Spawners } from '../creatures/spawning/spawners.ts';
import type { Explosions } from '../nature/explosions.ts';
import type { PrimedTnt } from '../nature/primed-tnt.ts';
import type { RandomTicks } from '../nature/random-ticks.ts';
import type { CommandBlocks } from '../redstone/command-blocks.ts';
import type { Redstone } from '../redstone/redstone.ts';
import type { Boats } from '../riding/boats.ts';
import type { Minecarts } from '../riding/minecarts.ts';
import type { Riding } from '../riding/riding.ts';
import type { Fishing } from '../survival/fishing.ts';
import type { Gliding } from '../survival/gliding.ts';
import type { Skies } from './weather.ts';
import type { GroundItems } from '../survival/ground-items.ts';
import type { ThrownPotions } from '../survival/potions/thrown-potions.ts';
import type { Client, Player, Squid } from '../squid/squid.ts';
import type { BossBars } from '../scores/boss-bars.ts';
import type { GameRules } from '../scores/game-rules.ts';
import type { Scoreboard } from '../scores/scoreboard.ts';
import type { Loose, LooseThings } from '../land/loose-things.ts';
import type { World } from '../land/world.ts';

/** What all dimensions of a realm share. */
export interface Realm {
  /** With the players of all dimensions. */
  readonly server: Squid;
  readonly dimensions: Dimensions;
  /** As they are now; changed in place. */
  readonly settings: RealmSettings;
  readonly admission: Admission<Client>;
  readonly access: Access;
  readonly store: PlayerStore;
  readonly loginCodes: LoginCodes;
  readonly plan: PlanInGame;
  readonly clientData: ClientData;
  readonly rules: GameRules;
  readonly portalPlaces: PortalPlaces;
  readonly dragonFight: DragonFight;
  readonly scoreboard: Scoreboard;
  readonly bossBars: BossBars;
  /** Before the border reddens the picture. */
  readonly borderWarning: { seconds: number; blocks: number };
  /** What the overworld's land is made by, and from. */
  readonly map: OfficialMap;
  readonly seed: number;
  readonly skies: Skies;
  readonly advancements: Advancements;
  readonly schematics: Schematics;
  log: (line: string) => void;
  /** Players have joined, left, or changed identity. */
  playersChanged: () => void;
  /** Another part of the realm's reported state has changed. */
  stateChanged: () => void;
  /** Ends the realm. */
  stop: () => void;
}

/** The running game in one dimension, as the parts of this kernel share it. Its settings are the realm's with this dimension's border. */
export interface Game extends Realm {
  /** With the players who are here. */
  readonly squid: Squid;
  readonly world: World;
  /** Of the players who are here. */
  readonly views: Map<Player, PlayerView>;
  /** Where players appear, and the middle of the protected ground. Moved in place: flying-squid's players have it too. */
  readonly spawn: Vec3;
  /** The middle of the border: where the map's own spawn point is, however often the other is moved. */
  readonly centre: Vec3;
  readonly edits: Edits;
  readonly groundItems: GroundItems;
  readonly creatures: Creatures;
  readonly spawners: Spawners;
  readonly arrows: Arrows;
  readonly fireballs: Fireballs;
  readonly enderEyes: EnderEyes;
  readonly thrownPotions: ThrownPotions;
  readonly fishing: Fishing;
  readonly gliding: Gliding;
  readonly riding: Riding;
  readonly boats: Boats;
  readonly minecarts: Minecarts;
  readonly machines: Machines;
  readonly blockTicks: BlockTicks;
  readonly redstone: Redstone;
  readonly commandBlocks: CommandBlocks;
  readonly randomTicks: RandomTicks;
  readonly explosions: Explosions;
  readonly tnt: PrimedTnt;
  /** What moves about and is no creature, by its sorts. */
  readonly loose: readonly LooseThings<Loose>[];
}

/** The game's numbers of the game modes. */
export const gameModeNumber = { SURVIVAL: 0, CREATIVE: 1, ADVENTURE: 2, SPECTATOR: 3 } as const;
const gameModes = ['SURVIVAL', 'CREATIVE', 'ADVENTURE', 'SPECTATOR'] as const satisfies GameMode[];

export function gameModeOf(player: Player): GameMode {
  return gameModes[player.gameMode] ?? 'SPECTATOR';
}
