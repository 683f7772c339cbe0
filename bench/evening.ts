import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { plainSettings } from '@realmkeep/realm-protocol';
import { dress, findStronghold, goHome, killDragon, openEnd, shootCrystals } from './evening/end.ts';
import { Hands } from './evening/hands.ts';
import { buildPortal, fetchWater, pourObsidian, visitNether } from './evening/portal.ts';
import { dialRealm } from './realm/measure.ts';
import { realmTarget } from './realm/targets.ts';

const seed = process.env['SEED'] ?? '4';
const folder = await mkdtemp(join(tmpdir(), 'evening-bench-'));
await using cleanup = new AsyncDisposableStack();
cleanup.defer(() => rm(folder, { recursive: true, force: true }));
const plan = { ...plainSettings.plan, otherWorlds: true };
const realm = await realmTarget('normal', { gameMode: 'SURVIVAL', borderDiameter: 2000, plan }, seed).start(folder);
cleanup.defer(() => realm.end());
const bot = dialRealm(realm.where ?? 0, realm.behindProxy, 6);
cleanup.defer(() => bot.end());
await once(bot, 'spawn');
await bot.waitForChunksToLoad();
const hands = new Hands(bot);

interface Step { name: string; play(): Promise<void>; minutes: number; given: Record<string, number> }
const steps: Step[] = [
  { name: 'wood: tree, planks, table, pickaxe', minutes: 4, given: { birch_log: 8, birch_planks: 8, crafting_table: 1, wooden_pickaxe: 1 }, async play() {
    await hands.get('birch_log', 10);
    await hands.get('wooden_pickaxe');
  } },
  { name: 'stone', minutes: 4, given: { cobblestone: 40, stone_pickaxe: 3, stone_sword: 1 }, async play() {
    await hands.get('cobblestone', 12);
    await hands.get('stone_pickaxe', 2);
    await hands.get('stone_sword');
    await hands.get('furnace');
  } },
  { name: 'iron', minutes: 8, given: { iron_ingot: 4, iron_pickaxe: 1, iron_sword: 1, coal: 5, furnace: 1, cobblestone: 64 }, async play() {
    await hands.get('iron_ore', 9);
    await hands.get('iron_pickaxe');
    await hands.get('iron_ingot', 6);
  } },
  { name: 'flint', minutes: 5, given: { flint_and_steel: 1, water_bucket: 1 }, async play() {
    await hands.get('bucket');
    await fetchWater(hands);
    await hands.get('flint_and_steel');
  } },
  { name: 'diamonds', minutes: 8, given: { diamond_pickaxe: 1 }, async play() {
    await hands.get('diamond_pickaxe');
  } },
  { name: 'obsidian', minutes: 10, given: { obsidian: 10 }, play: () => pourObsidian(hands) },
  { name: 'frame', minutes: 6, given: {}, play: () => buildPortal(hands) },
  { name: 'nether and back', minutes: 4, given: {}, play: () => visitNether(hands) },
  { name: 'eyes', minutes: 1, given: { ender_eye: 14, cobblestone: 128, cooked_beef: 32 }, async play() {
    for (const [item, count] of Object.entries({ blaze_rod: 7, ender_pearl: 14 })) await realm.command?.(`give @a ${item} ${count}`);
    await sleep(500);
    await hands.get('ender_eye', 14);
  } },
  { name: 'stronghold', minutes: 8, given: {}, play: () => findStronghold(hands) },
  { name: 'end portal', minutes: 4, given: {}, play: () => openEnd(hands) },
  { name: 'crystals', minutes: 10, given: {}, async play() {
    for (const item of ['bow 2', 'arrow 192', 'diamond_helmet', 'diamond_chestplate', 'diamond_leggings', 'diamond_boots', 'diamond_sword', 'cooked_beef 32', 'cobblestone 64']) await realm.command?.(`give @a ${item}`);
    await sleep(500);
    await dress(hands);
    await shootCrystals(hands);
  } },
  { name: 'dragon', minutes: 10, given: {}, play: () => killDragon(hands) },
  { name: 'home', minutes: 4, given: {}, play: () => goHome(hands) },
];
const from = Math.max(0, steps.findIndex(({ name }) => name.startsWith(process.argv[2] ?? 'wood')));
const test = process.argv[3];
if (test) for (const line of test.split(';')) { await realm.command?.(line); await sleep(1500); };
for (const { given } of steps.slice(0, from)) for (const [item, count] of Object.entries(given)) await realm.command?.(`give @a ${item} ${count}`);
await sleep(1000);
for (const { name, play, minutes, given } of steps.slice(from)) {
  const began = performance.now();
  const outcome = await Promise.race([play().then(() => 'played', (error: unknown) => `failed: ${error instanceof Error ? error.stack : String(error)}`), sleep(3 * minutes * 60_000, 'too long')]);
  console.log(name.padEnd(50), outcome, `${((performance.now() - began) / 1000).toFixed(0)} s`, Object.fromEntries(hands.oddities), bot.entity.position.toString(), bot.health, bot.food, bot.inventory.items().map(({ name, count }) => `${count} ${name}`).join(', '));
  hands.oddities.clear();
  if (outcome !== 'played') break;
}
await cleanup.disposeAsync();
process.exit();
