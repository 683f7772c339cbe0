import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { plainSettings } from '@realmkeep/realm-protocol';
import { crossEnd, findStronghold, goHome, killDragon, openEnd, shootCrystals } from './evening/end.ts';
import { hunt } from './evening/food.ts';
import { Hands } from './evening/hands.ts';
import { buildPortal, castObsidian, fetchWater, visitNether } from './evening/portal.ts';
import { dialRealm } from './realm/measure.ts';
import { realmTarget } from './realm/targets.ts';

/**
 * An evening of survival on the built-in server, played by one bot: from bare hands to an iron pickaxe, the Nether and the dragon.
 * `node bench/evening.ts` plays it all; `node bench/evening.ts frame` begins at that step, with what the steps before it would have brought. Otherwise
 * the bot is given only what the steps `eyes`, `island` and `crystals` list: hunting blazes, endermen, spiders and chickens takes too long. A line for each step
 * says how long it took, and what the client saw that it did not expect.
 */

const seed = '4';
const far = 6;
/** What the bot keeps of what it has dug and made. */
const useful = /_(pickaxe|sword|bucket|steel|eye)$|^(bucket|carved_pumpkin|obsidian)$/;
/** The longest a step may take on an idle machine, in minutes: whoever dies makes everything again. */
const patience = 30;
const mostTries = 5;
const withProtection = '{Enchantments:[{id:"minecraft:protection",lvl:4s}]}';

interface Step {
  name: string;
  /** Items that the console gives before the step. */
  gifts?: string[];
  play: (hands: Hands) => Promise<void>;
  /** Items that the console gives instead when the run begins at a later step. */
  brings?: string[];
  leadsTo?: string;
}

const steps: Step[] = [
  {
    name: 'wood',
    brings: ['birch_log 8', 'birch_planks 8', 'crafting_table', 'wooden_pickaxe'],
    async play(hands) {
      await hands.get('birch_log', 10);
      await hands.get('wooden_pickaxe');
      await hunt(hands, 8);
    },
  },
  {
    name: 'stone',
    brings: ['cobblestone 40', 'stone_pickaxe 3', 'stone_sword', 'furnace'],
    async play(hands) {
      await hands.get('cobblestone', 12);
      await hands.get('stone_pickaxe', 2);
      await hands.get('stone_sword');
      await hands.get('furnace');
    },
  },
  {
    name: 'iron',
    brings: ['iron_ingot 4', 'iron_pickaxe', 'coal 5', 'cobblestone 64'],
    async play(hands) {
      await hands.get('iron_ore', 9);
      await hands.get('iron_pickaxe');
      await hands.get('iron_ingot', 6);
    },
  },
  {
    name: 'flint and water',
    brings: ['flint_and_steel', 'water_bucket'],
    async play(hands) {
      // Gravel lies where iron does.
      await hands.get('flint_and_steel');
      await fetchWater(hands);
    },
  },
  { name: 'diamonds', brings: ['diamond_pickaxe'], play: (hands) => hands.get('diamond_pickaxe') },
  { name: 'obsidian', brings: ['obsidian 10'], play: castObsidian },
  { name: 'frame', play: buildPortal },
  { name: 'nether', play: visitNether },
  {
    name: 'eyes',
    gifts: ['blaze_rod 7', 'ender_pearl 14'],
    brings: ['ender_eye 14', 'cobblestone 128'],
    play: (hands) => hands.get('ender_eye', 14),
  },
  { name: 'stronghold', play: findStronghold },
  { name: 'end portal', play: openEnd, leadsTo: 'execute in minecraft:the_end run tp @a 100.5 49 0.5' },
  {
    name: 'island',
    gifts: ['cobblestone 64', 'carved_pumpkin'],
    play: crossEnd,
    brings: ['carved_pumpkin', 'cobblestone 64'],
    leadsTo: 'execute in minecraft:the_end run tp @a 50.5 68 0.5',
  },
  {
    name: 'crystals',
    gifts: [
      `diamond_chestplate${withProtection}`,
      `diamond_leggings${withProtection}`,
      `diamond_boots${withProtection}`,
      'diamond_sword',
      'bow 2',
      'arrow 192',
      'golden_apple 16',
      'cooked_beef 32',
    ],
    play: shootCrystals,
  },
  { name: 'dragon', play: killDragon, leadsTo: 'execute in minecraft:the_end run kill @e[type=ender_dragon]' },
  { name: 'home', play: goHome },
];

const folder = await mkdtemp(join(tmpdir(), 'evening-bench-'));
await using cleanup = new AsyncDisposableStack();
cleanup.defer(() => rm(folder, { recursive: true, force: true }));
const plan = { ...plainSettings.plan, otherWorlds: true };
const realm = await realmTarget('normal', { gameMode: 'SURVIVAL', borderDiameter: 2000, plan }, seed).start(folder);
cleanup.defer(() => realm.end());
const bot = dialRealm(realm.where ?? 0, realm.behindProxy, far);
cleanup.defer(() => bot.end());
await once(bot, 'spawn');
await bot.waitForChunksToLoad();
const hands = new Hands(bot);

const first = Math.max(
  0,
  steps.findIndex(({ name }) => name === process.argv[2]),
);
for (const { leadsTo, brings = [] } of steps.slice(0, first)) {
  await give(brings);
  if (leadsTo) await realm.command?.(leadsTo);
}
for (const { name, play, gifts = [] } of steps.slice(first)) {
  // What finds no room would be lost.
  if (gifts.length > 0) await hands.discard(useful);
  await give(gifts);
  const began = performance.now();
  const outcome = await Promise.race([
    playOrTryAgain(play).then(
      () => 'played',
      (error: unknown) => `failed: ${String(error)}`,
    ),
    sleep(patience * 60_000, `not played within ${patience} minutes`),
  ]);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const odd = [...hands.oddities].map(([what, times]) => `${what} × ${times}`);
  console.log(
    `${name.padEnd(16)} ${seconds.padStart(4)} s  ${[outcome, ...(gifts.length > 0 ? [`given ${gifts.join(', ')}`] : []), ...odd].join('; ')}`,
  );
  hands.oddities.clear();
  if (outcome === 'played') continue;
  process.exitCode = 1;
  break;
}
// Ends what a step that ran out of time would otherwise go on doing.
await cleanup.disposeAsync();
process.exit();

/** Whoever dies loses what they hold, and what they were about comes to nothing. */
async function playOrTryAgain(play: Step['play']): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await play(hands);
    } catch (error) {
      if (tries === mostTries) throw error;
      hands.odd(`tried again: ${String(error)}`);
      await hands.recover();
    }
  }
}

async function give(things: string[]): Promise<void> {
  for (const thing of things) await realm.command?.(`give @a ${thing}`);
  for (const thing of things) {
    const [name = ''] = thing.split(/[ {]/);
    await hands.until(() => hands.count(name) > 0, `given ${name}`);
  }
}
