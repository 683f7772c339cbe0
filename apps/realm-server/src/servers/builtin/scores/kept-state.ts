import { dataVersion } from '../../../world-format/column-storage.ts';
import { DragonFight } from '../creatures/species/dragon-fight.ts';
import { PortalPlaces } from '../dimensions/portal-places.ts';
import type { Squid } from '../squid/squid.ts';
import { restoreTime, timeTags } from '../rules/days.ts';
import { Skies } from '../rules/weather.ts';
import { BossBars } from './boss-bars.ts';
import { GameRules } from './game-rules.ts';
import { KeptFiles } from './kept-files.ts';
import { compound, int } from '../../../world-format/nbt-tags.ts';
import { Scoreboard } from './scoreboard.ts';
const files = {
  /** As the game has it. */
  scoreboard: 'scoreboard.dat',
  /** What the game keeps in level.dat, in the same form. That file itself is not written: other servers of the game would take it to be whole. */
  level: 'realmkeep_level.dat',
};

/** What the commands of managers and the weather have made of a world, besides its blocks, and the files that it is kept in. */
interface KeptState {
  files: KeptFiles;
  rules: GameRules;
  scoreboard: Scoreboard;
  bossBars: BossBars;
  skies: Skies;
  portalPlaces: PortalPlaces;
  dragonFight: DragonFight;
}

export async function readState(squid: Squid, host: ConstructorParameters<typeof KeptFiles>[0]): Promise<KeptState> {
  const kept = new KeptFiles(host);
  const [rules, scoreboard, bossBars] = [new GameRules(), new Scoreboard(squid), new BossBars(squid)];
  const skies = new Skies(squid);
  const portalPlaces = new PortalPlaces();
  const dragonFight = new DragonFight(squid);
  const version = { DataVersion: int(dataVersion) };
  const { data } = await kept.read(files.scoreboard);
  scoreboard.restore(
    data,
    kept.keep(files.scoreboard, () => ({ data: compound(scoreboard.toTags()), ...version })),
  );
  const { Data: saved } = await kept.read(files.level);
  const level = typeof saved === 'object' && saved !== null ? (saved as Record<string, unknown>) : {};
  const levelChanged = kept.keep(files.level, () => ({
    Data: compound({
      GameRules: compound(rules.toTags()),
      CustomBossEvents: compound(bossBars.toTags()),
      ...skies.toTags(),
      ...timeTags(squid),
      RealmkeepPortals: portalPlaces.toTag(),
      RealmkeepDragon: dragonFight.toTag(),
      ...version,
    }),
  }));
  rules.restore(level['GameRules'], levelChanged);
  bossBars.restore(level['CustomBossEvents'], levelChanged);
  skies.restore(level, levelChanged);
  restoreTime(squid, level, levelChanged);
  portalPlaces.restore(level['RealmkeepPortals'], levelChanged);
  dragonFight.restore(level['RealmkeepDragon'], levelChanged);
  return { files: kept, rules, scoreboard, bossBars, skies, portalPlaces, dragonFight };
}
