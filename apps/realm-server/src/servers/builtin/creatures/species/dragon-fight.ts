import { Vec3 } from 'vec3';
import { endTowers } from '../../../../maps/end/end.ts';
import { isRecord } from '../../../../world-format/is-record.ts';
import { blockAt } from '../../land/block-state.ts';
import { t } from '../../messages/text.ts';
import type { Game } from '../../rules/game.ts';
import { type BossBar, BossBars } from '../../scores/boss-bars.ts';
import type { Tag } from '../../../../world-format/nbt-fields.ts';
import { compound, int } from '../../../../world-format/nbt-tags.ts';
import type { Player, Squid } from '../../squid/squid.ts';
import { learn } from '../../survival/experience.ts';
import type { Being, Creature } from '../creature.ts';
import { flyDragon, type Flight } from './dragon-flight.ts';
import { hurtCreature } from '../hurting.ts';
import { bossKind } from '../kinds.ts';
import { overbuild } from '../../survival/digging/breaking.ts';

const fullHealth = 200;
/** What a crystal within so many blocks gives it, and what breaking that costs it. Source: https://minecraft.wiki/w/Ender_Dragon (Java Edition 1.16) */
const crystals = { within: 32, everyTicks: 10, heals: 1, costs: 10 };
/** All who are there share it. */
const experience = 12_000;
/** So much more or less health is worth writing down. */
const keptStep = 5;
/** From the top of the fountain's pillar down to its portal, and how far that reaches. */
const fountain = { down: 3, reach: 2, far: 2.5 };
const barId = 'realmkeep:ender_dragon';

/**
 * The dragon of the End, its crystals, and its health bar. Whether it is dead is read from the land, where the exit portal is then open, so
 * that both are in one journal. The state of a fight is stored with the realm.
 */
export class DragonFight {
  readonly #bars: BossBars;
  #health = fullHealth;
  /** By the number of their towers. */
  #broken = new Set<number>();
  #changed: () => void = () => undefined;
  /** Null until a player has been there, as is the perch. */
  #top: Vec3 | null = null;
  #isOver: boolean | null = null;
  #dragon: Creature | null = null;
  readonly #crystals = new Map<number, Creature>();
  readonly #flight: Flight = { to: new Vec3(0, 0, 0), until: 0, angle: 0, prey: null };
  #viewers = new Set<Player>();

  constructor(squid: Pick<Squid, 'players'>) {
    this.#bars = new BossBars(squid);
  }

  restore(kept: unknown, changed: () => void): void {
    this.#changed = changed;
    if (!isRecord(kept)) return;
    this.#health = Math.max(1, Math.min(fullHealth, Number(kept['Health']) || fullHealth));
    const broken = Number(kept['BrokenCrystals']) || 0;
    this.#broken = new Set(Array.from({ length: 10 }, (_, n) => n).filter((n) => broken & (1 << n)));
  }

  toTag(): Tag {
    const broken = [...this.#broken].reduce((bits, n) => bits | (1 << n), 0);
    return compound({ Health: int(Math.ceil(this.#health)), BrokenCrystals: int(broken) });
  }

  /** One tick, even if nobody is in the End. */
  tick(game: Game): void {
    if (game.squid.players.length > 0) {
      this.#top ??= fountainTop(game);
      this.#isOver ??= blockAt(game, this.#top.offset(1, -fountain.down, 0))?.kind.name === 'end_portal';
      if (!this.#isOver) this.#fight(game, this.#top);
    }
    this.#showBar(this.#isOver === false ? game.squid.players : []);
  }

  /** It dies. There is one egg ever: if the exit portal was open before, it has been there. */
  won(game: Game, by: Being | null): void {
    const { blocksByName } = game.squid.registry;
    const top = fountainTop(game);
    const opened: [Vec3, number][] = [[top.offset(0, 1, 0), blocksByName['dragon_egg']?.defaultState ?? 0]];
    for (let x = -fountain.reach; x <= fountain.reach; x += 1) {
      for (let z = -fountain.reach; z <= fountain.reach; z += 1) {
        if ((x === 0 && z === 0) || Math.hypot(x, z) > fountain.far) continue;
        opened.push([top.offset(x, -fountain.down, z), blocksByName['end_portal']?.defaultState ?? 0]);
      }
    }
    overbuild(game, opened);
    const { players } = game.squid;
    for (const player of players) learn(player, Math.floor(experience / players.length));
    if (by?.type === 'player') game.advancements.earn(by, 'end/kill_dragon', 'killed_dragon');
    this.#isOver = true;
    this.#health = fullHealth;
    this.#broken.clear();
    this.#changed();
  }

  #fight(game: Game, top: Vec3): void {
    const start = { health: this.#health };
    const kind = bossKind(game.squid.registry, 'ender_dragon');
    const dragon = (this.#dragon ??= game.creatures.add(kind, new Vec3(0.5, 90, 0.5), start));
    if (!dragon) return;
    this.#tendCrystals(game, dragon);
    if (dragon.deadTicks !== null) return;
    const left = endTowers(game.seed).length - this.#broken.size;
    flyDragon(game, dragon, this.#flight, top.offset(0.5, 1, 0.5), left);
    if (Math.abs(dragon.health - this.#health) < keptStep) return;
    this.#health = dragon.health;
    this.#changed();
  }

  /** Puts them on their towers; those that are there heal the dragon near by, those that are gone are broken. */
  #tendCrystals(game: Game, dragon: Creature): void {
    const { creatures, squid } = game;
    let isHealed = squid.tickCount % crystals.everyTicks !== 0;
    for (const [n, { x, z, top }] of endTowers(game.seed).entries()) {
      if (this.#broken.has(n)) continue;
      const at = new Vec3(x + 0.5, top + 1, z + 0.5);
      const crystal = this.#crystals.get(n) ?? creatures.add(bossKind(squid.registry, 'end_crystal'), at);
      if (crystal) this.#crystals.set(n, crystal);
      const isNear = at.distanceTo(dragon.position) <= crystals.within;
      if (crystal && !creatures.withId(crystal.id)) {
        this.#broken.add(n);
        this.#changed();
        if (isNear) hurtCreature(game, dragon, crystals.costs);
      } else if (isNear && !isHealed) {
        dragon.health = Math.min(fullHealth, dragon.health + crystals.heals);
        isHealed = true;
      }
    }
  }

  #showBar(players: readonly Player[]): void {
    const bar = this.#bar();
    const value = this.#dragon?.health ?? this.#health;
    if (bar.value !== value) this.#bars.change(bar, { value });
    const isOther = players.length !== this.#viewers.size || players.some((one) => !this.#viewers.has(one));
    if (isOther) {
      this.#viewers = new Set(players);
      this.#bars.showTo(bar, []);
      this.#bars.showTo(
        bar,
        players.map(({ uuid }) => uuid),
      );
    }
  }

  #bar(): BossBar {
    const known = this.#bars.all.get(barId);
    if (known) return known;
    this.#bars.add(barId, t('entity.minecraft.ender_dragon'));
    const bar = this.#bar();
    this.#bars.change(bar, { color: 'pink', max: fullHealth });
    return bar;
  }
}

/** The highest bedrock in the middle of the island: also of a fountain that the game's own server has made. */
function fountainTop(game: Game): Vec3 {
  const at = new Vec3(0, 255, 0);
  while (at.y > 4 && blockAt(game, at)?.kind.name !== 'bedrock') at.y -= 1;
  return at;
}
