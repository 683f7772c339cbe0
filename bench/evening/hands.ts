import { setTimeout as sleep } from 'node:timers/promises';
import type { Bot } from 'mineflayer';
import pathfinding, { type goals as Goals } from 'mineflayer-pathfinder';
import { Vec3 } from 'vec3';
import { entitiesNear, isBesideLava, isOverLava, type Place, Sword, takeCare, watch } from './senses.ts';
import { crafted, dug, perCraft, smelted, tools } from './recipes.ts';

const { goals, Movements, pathfinder } = pathfinding;

type Block = NonNullable<ReturnType<Bot['blockAt']>>;

export const food = /^(cooked_.*|beef|porkchop|mutton|chicken|apple|bread)$/;
const below = new Vec3(0, -1, 0);
const neighbours = [
  below,
  new Vec3(0, 1, 0),
  new Vec3(0, 0, 1),
  new Vec3(0, 0, -1),
  new Vec3(1, 0, 0),
  new Vec3(-1, 0, 0),
];
/** Of a player, in blocks: no block can be placed where they stand. */
const halfWidth = 0.3;
/** As many blocks as it is worth going round. */
const besideLavaCost = 20;
/** How long it may take to a block that is to be dug. */
const digsWithinMs = 90_000;
/** The same for an item that lies around. */
const collectsWithinMs = 5_000;
/** The length of one leg of a long way, in blocks. */
const leg = 20;
/** The same upwards: of ways through rock there are four times as many with each block. */
const step = 3;
/** The longest to look for a way to one place of several. */
export const searchMs = 60_000;
/** So long after a death what was held lies where it was, and somebody without tools gets there. */
const recoversWithinMs = 240_000;

/** Whoever dies begins again elsewhere, with nothing, so that what they were about is over. */
class Died extends Error {}

/** A player's hands and feet: what a human player does without thinking. */
export class Hands {
  readonly bot: Bot;
  /** How often something went otherwise than a client expects, by kind. */
  readonly oddities = new Map<string, number>();
  #unreachable = new Set<string>();
  #sword: Sword;
  #lastDeath: { at: Place; since: number } | null = null;

  constructor(bot: Bot) {
    this.bot = bot;
    bot.loadPlugin(pathfinder);
    const moves = new Movements(bot);
    moves.scafoldingBlocks.push(
      ...['netherrack', 'end_stone', 'diorite', 'granite', 'andesite'].map((name) => this.item(name)),
    );
    moves.allowParkour = false;
    // Ways through rock cost little more than others: else finding one takes minutes.
    moves.digCost = 0.3;
    // Of blocks that the client does not know yet there is no position.
    moves.exclusionAreasStep = [
      ({ position }: { position?: Place }) => (position && isBesideLava(bot, position) ? besideLavaCost : 0),
    ];
    // Such a cost is asked for no drop, and whoever falls drifts on.
    const dropDown = moves.getMoveDropDown.bind(moves);
    moves.getMoveDropDown = (from, way, neighbors) => {
      const before = neighbors.length;
      dropDown(from, way, neighbors);
      const { x, y, z } = neighbors[before] ?? from;
      if (isBesideLava(bot, new Vec3(x, y, z))) neighbors.length = before;
    };
    bot.pathfinder.setMovements(moves);
    bot.pathfinder.thinkTimeout = 240_000;
    this.#sword = new Sword(bot);
    takeCare(bot);
    bot.on('death', () => {
      this.#lastDeath = { at: bot.entity.position.clone(), since: Date.now() };
    });
    watch(bot, (what) => this.odd(what));
  }

  item(name: string): number {
    const item = this.bot.registry.itemsByName[name];
    if (!item) throw new Error(`there is no ${name}`);
    return item.id;
  }

  count(name: string): number {
    return this.bot.inventory.count(this.item(name), null);
  }

  async equip(name: string): Promise<void> {
    await this.bot.equip(this.item(name), 'hand');
  }

  /** Obtains an item, with everything it takes to make it. */
  async get(name: string, count = 1): Promise<void> {
    while (this.count(name) < count) {
      await this.eat();
      const made = crafted[name];
      if (made) await this.#craft(name, made, count - this.count(name));
      else if (smelted[name]) await this.#smelt(name, smelted[name], count - this.count(name));
      else await this.#mine(name);
    }
  }

  async #craft(name: string, parts: Record<string, number>, count: number): Promise<void> {
    const times = Math.ceil(count / (perCraft[name] ?? 1));
    const isSmall =
      Object.values(parts).reduce((sum, each) => sum + each, 0) <= 4 &&
      !/_(pickaxe|sword)$/.test(name) &&
      name !== 'bucket';
    if (!isSmall) await this.get('crafting_table');
    // Getting one part may use up another.
    const isShort = ([part, each]: [string, number]): boolean => this.count(part) < each * times;
    for (let short = Object.entries(parts).find(isShort); short; short = Object.entries(parts).find(isShort)) {
      await this.get(short[0], short[1] * times);
    }
    const make = async (table: Block | null): Promise<void> => {
      const [recipe] = this.bot.recipesFor(this.item(name), null, 1, table);
      if (!recipe) throw new Error(`no recipe for ${name}`);
      await this.bot.craft(recipe, times, table ?? undefined);
    };
    if (isSmall) return make(null);
    await this.#at('crafting_table', make);
  }

  async #smelt(name: string, raw: string, count: number): Promise<void> {
    await this.get(raw, count);
    await this.get('coal', Math.ceil(count / 8));
    await this.#at('furnace', async (block) => {
      const furnace = await this.bot.openFurnace(block);
      await furnace.putFuel(this.item('coal'), null, Math.ceil(count / 8));
      await furnace.putInput(this.item(raw), null, count);
      while ((furnace.outputItem()?.count ?? 0) < count) await sleep(200);
      await furnace.takeOutput();
      await furnace.close();
    });
    if (this.count(name) < count) this.odd(`smelted ${name} is not there`);
  }

  /** Places a block beside the player, uses it, and takes it back. */
  async #at(name: string, use: (block: Block) => Promise<void>): Promise<void> {
    await this.get(name);
    const at = await this.#room();
    await this.place(name, at);
    await use(this.#block(at));
    await this.dig(at);
    await this.collect();
  }

  /** A free place beside the player for a block, dug out if necessary. */
  async #room(): Promise<Place> {
    const { position } = this.bot.entity;
    const feet = position.floored();
    const isAside = ({ x, z }: Place): boolean =>
      Math.max(Math.abs(x + 0.5 - position.x), Math.abs(z + 0.5 - position.z)) > 0.5 + halfWidth;
    // On top of a tree or a pillar there is room below.
    const sides = [0, -1, -2]
      .flatMap((y) => [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((z) => feet.offset(x, y, z))))
      .filter(isAside);
    const isFirm = (at: Place): boolean => this.#block(at).boundingBox === 'block';
    const free = sides.find((at) => this.isFree(at) && isFirm(at.offset(0, -1, 0)));
    if (free) return free;
    const walled = sides.find(
      (at) => isFirm(at) && isFirm(at.offset(0, -1, 0)) && this.bot.canDigBlock(this.#block(at)),
    );
    if (!walled) throw new Error(`no room at ${feet.toString()}`);
    await this.dig(walled);
    return walled;
  }

  isFree(at: Place): boolean {
    return /^(air|cave_air|grass|tall_grass|fern|snow)$/.test(this.#block(at).name);
  }

  #block(at: Place): Block {
    const block = this.bot.blockAt(at);
    if (!block) throw new Error(`nothing is known of ${at.toString()}`);
    return block;
  }

  async #mine(name: string): Promise<void> {
    const source = dug[name];
    if (!source) throw new Error(`nobody knows where ${name} comes from`);
    if (source.tool && !this.bot.inventory.items().some((item) => tools[source.tool ?? '']?.test(item.name))) {
      await this.get(source.tool);
    }
    // Safe: digging lets out no water or lava, and the drop does not fall into lava.
    const isSafe = (at: Place): boolean =>
      (name === 'obsidian' ? [below] : neighbours).every(
        (side) => !/^(water|lava)$/.test(this.bot.blockAt(at.plus(side))?.name ?? ''),
      );
    const [at] = this.find(source.blocks, 90, isSafe);
    if (!at) throw new Error(`no ${name} far and wide`);
    try {
      await this.go(new goals.GoalGetToBlock(at.x, at.y, at.z), digsWithinMs);
    } catch (error) {
      // Where there is no way to one block of a vein there is none to the others.
      this.giveUp(this.find(source.blocks, 90).filter((one) => one.distanceTo(at) < 5));
      return this.odd(`no way to ${source.blocks.source}: ${String(error)}`);
    }
    const near = this.find(source.blocks, 5).filter((one) => one.equals(at) || this.bot.canSeeBlock(this.#block(one)));
    for (const one of near) {
      if (this.bot.canDigBlock(this.#block(one)) && source.blocks.test(this.#block(one).name)) await this.dig(one);
    }
    await this.collect();
  }

  /** Places of matching blocks, the nearest first, without those that could not be reached. A client knows all blocks around it, hidden ones too. */
  find(blocks: RegExp, maxDistance: number, isWanted: (at: Place) => boolean = () => true, count = 1500): Place[] {
    const matching = this.bot.registry.blocksArray.filter(({ name }) => blocks.test(name)).map(({ id }) => id);
    return this.bot
      .findBlocks({ matching, maxDistance, count })
      .filter((at) => !this.#unreachable.has(at.toString()) && isWanted(at));
  }

  /** Has {@link find} leave out these places from now on. */
  giveUp(places: Place[]): void {
    for (const at of places) this.#unreachable.add(at.toString());
  }

  async dig(at: Place): Promise<void> {
    const block = this.#block(at);
    if (block.boundingBox === 'empty' && block.name !== 'snow') return;
    await this.#sword.fight();
    const tool = this.bot.pathfinder.bestHarvestTool(block);
    if (tool) await this.bot.equip(tool, 'hand');
    await this.bot.dig(block, true);
  }

  async place(name: string, at: Place): Promise<void> {
    if (!this.isFree(at) && this.#block(at).boundingBox === 'block') await this.dig(at);
    const side = neighbours.find((one) => this.#block(at.plus(one)).boundingBox === 'block');
    if (!side) throw new Error(`nothing to place ${name} against`);
    await this.#sword.fight();
    await this.equip(name);
    await this.bot.placeBlock(this.#block(at.plus(side)), side.scaled(-1));
  }

  /** Unlike the path finder's `goto`, which counts a search that has found no way yet as an arrival. */
  async go(goal: Goals.Goal, ms = 240_000): Promise<void> {
    const { bot } = this;
    const isEnd = goal.isEnd.bind(goal);
    // The path finder puts whoever arrives, and perhaps leans over an edge, into the middle of the block.
    goal.isEnd = (node) => isEnd(node) && !isOverLava(bot, node);
    const arrival = Promise.withResolvers<void>();
    const timer = setTimeout(() => arrival.reject(new Error(`not there after ${ms / 1000} s`)), ms);
    let doing: 'going' | 'fighting' | 'over' = 'going';
    const onPath = ({ status }: { status: string }): void => {
      if (doing === 'fighting') return;
      if (status === 'noPath' || status === 'timeout') arrival.reject(new Error(`no way: ${status}`));
    };
    const onDeath = (): void => arrival.reject(new Died('died on the way'));
    const fightFirst = async (): Promise<void> => {
      doing = 'fighting';
      await this.#sword.fight();
      if (doing !== 'fighting') return;
      doing = 'going';
      bot.pathfinder.setGoal(goal);
    };
    const onTick = (): void => {
      if (doing === 'fighting' || !this.#sword.threat()) return;
      void fightFirst().catch(arrival.reject);
    };
    bot.on('path_update', onPath);
    bot.once('goal_reached', arrival.resolve);
    bot.once('death', onDeath);
    bot.on('physicsTick', onTick);
    try {
      bot.pathfinder.setGoal(goal);
      await arrival.promise;
    } finally {
      doing = 'over';
      clearTimeout(timer);
      bot.off('path_update', onPath);
      bot.off('goal_reached', arrival.resolve);
      bot.off('death', onDeath);
      bot.off('physicsTick', onTick);
      bot.pathfinder.setGoal(null);
    }
  }

  /** Walks in legs, because finding one long way through rock takes too long. `ms` is the longest for each leg. */
  async near(to: Place, range: number, ms = 240_000): Promise<void> {
    for (let legs = 0; legs < 40; legs += 1) {
      const way = to.minus(this.bot.entity.position);
      if (way.norm() < leg * 1.5) break;
      const { x, y, z } = this.bot.entity.position.plus(way.unit().scaled(leg));
      const isThere = await this.go(new goals.GoalNear(x, y, z, 5), ms).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Died) throw error;
          return false;
        },
      );
      // A place in the air or in lava cannot be walked to.
      if (!isThere) break;
    }
    await this.go(new goals.GoalNear(to.x, to.y, to.z, range), ms);
  }

  /** Climbs and digs upwards, in legs as well. */
  async climb(to: number): Promise<void> {
    for (let { y } = this.bot.entity.position; y < Math.floor(to); { y } = this.bot.entity.position) {
      await this.go(new goals.GoalY(Math.min(Math.floor(to), Math.floor(y) + step)), digsWithinMs);
    }
  }

  /** Picks up the items lying around. */
  async collect(): Promise<void> {
    await sleep(300);
    for (let tries = 0; tries < 8; tries += 1) {
      const lying = entitiesNear(this.bot, /^item$/, 7)[0];
      if (!lying) return;
      await this.near(lying.position, 1, collectsWithinMs).catch(() => undefined);
      // Walks right onto the item if no step is in the way.
      if (this.bot.entities[lying.id]) await this.walkTo(lying.position, 0.4, 1500);
    }
  }

  /** Throws away all stacks of what is not kept, except one of cobblestone, which is for building. */
  async discard(kept: RegExp): Promise<void> {
    const isKept = ({ name, slot }: { name: string; slot: number }): boolean =>
      kept.test(name) || slot === this.bot.inventory.findInventoryItem(this.item('cobblestone'), null, false)?.slot;
    for (const stack of this.bot.inventory.items().filter((item) => !isKept(item))) await this.bot.tossStack(stack);
  }

  /** Walks straight ahead, as if holding down a key. */
  async walkTo(to: Place, within: number, ms: number, isThere = () => false): Promise<void> {
    const end = Date.now() + ms;
    this.bot.setControlState('forward', true);
    const far = () => Math.hypot(to.x - this.bot.entity.position.x, to.z - this.bot.entity.position.z);
    while (Date.now() < end && far() > within && !isThere()) {
      await this.bot.lookAt(to.offset(0, 1.6, 0), true);
      await sleep(50);
    }
    this.bot.setControlState('forward', false);
  }

  /** Uses an item while looking there: the server goes by the look that came with the last movement packet. */
  async useAt(name: string, to: Place): Promise<void> {
    await this.#sword.fight();
    await this.equip(name);
    await this.bot.lookAt(to, true);
    await this.bot.waitForTicks(2);
    this.bot.activateItem();
  }

  async eat(): Promise<void> {
    const isHurt = this.bot.health < 14;
    const wanted = isHurt && this.count('golden_apple') > 0 ? /^golden_apple$/ : food;
    const meal = this.bot.inventory.items().find(({ name }) => wanted.test(name));
    if (!meal || (wanted === food && (this.bot.food > 19 || (this.bot.food > 14 && !isHurt)))) return;
    await this.bot.equip(meal, 'hand');
    await this.bot.consume().catch((error: unknown) => this.odd(`a meal: ${String(error)}`));
  }

  /** After a death, goes back for what was held. */
  async recover(): Promise<void> {
    const death = this.#lastDeath;
    this.#lastDeath = null;
    if (!death) return;
    // Before the land is there again, nothing would be found in it.
    const isBack = (): boolean => this.bot.health > 0 && this.find(/stone|dirt|water/, 16, () => true, 1).length > 0;
    await this.until(isBack, 'the land');
    await this.bot.waitForChunksToLoad();
    if (Date.now() - death.since > recoversWithinMs || this.bot.game.dimension !== 'overworld') return;
    try {
      await this.get('wooden_pickaxe');
      await this.near(death.at, 1, searchMs);
      await this.collect();
    } catch (error) {
      this.odd(`did not recover: ${String(error)}`);
    }
  }

  async until(ask: () => boolean, what: string): Promise<void> {
    for (const end = Date.now() + 20_000; !ask(); await sleep(50))
      if (Date.now() > end) throw new Error(`no sign of ${what}`);
  }

  odd(what: string): void {
    this.oddities.set(what, (this.oddities.get(what) ?? 0) + 1);
  }
}
