import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RealmPlan, plainSettings } from '@realmkeep/realm-protocol';
import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { hears } from '../bots.ts';
import { comesIn, compileFirst, makeJavaRealm } from './java-realm.ts';
import { type RealmProcess, startRealm } from '../realm-process.ts';

compileFirst();

/** What the plan gives managers, on a server in Java. */

const owner = { nickname: 'Owner_1', epoch: 1 };
const loginCode = 'K7PM3XQD';

async function realmOf(plan: Partial<RealmPlan>): Promise<RealmProcess> {
  const settings = { managers: [owner], plan: { ...plainSettings.plan, ...plan } };
  return startRealm(await makeJavaRealm({ settings }), 1);
}

async function ownerOn(realm: RealmProcess): Promise<Bot> {
  const hash = createHash('sha256').update(loginCode).digest('hex');
  await realm.call('POST', '/login-code', { ...owner, hash, expiresAt: Date.now() + 60_000 });
  return comesIn(realm.gameSocket, owner.nickname, { whose: 'somebodys', code: loginCode });
}

const type = (realm: RealmProcess, command: string) => realm.call('POST', '/command', { command, by: null });

async function answer(bot: Bot, said: string, expected: string): Promise<string> {
  const heard = hears(bot, expected);
  bot.chat(said);
  return heard;
}

/** Commands that the realm sends in reaction to earlier output come after the first word, and are answered before the second. */
async function answered(realm: RealmProcess, word: string): Promise<void> {
  await type(realm, `say ${word}`);
  await realm.consoleLine(`[Server] ${word}`);
}

test('managers take kits by a trigger, once in a while, and nobody else does, whatever the console prints', async () => {
  const realm = await realmOf({ kits: true });
  const bob = await comesIn(realm.gameSocket, 'Bob');
  await type(realm, 'print [Owner_1: Triggered [kit.tools]]');
  await realm.consoleLine('[Owner_1: Triggered [kit.tools]]');
  const proved = await ownerOn(realm);
  await realm.consoleLine('Enabled trigger [kit.tools] for Owner_1');
  await realm.consoleLine('Enabled trigger [kit.builder] for Owner_1');
  await answer(bob, '/trigger kit.tools', 'You cannot trigger this objective yet');
  await type(realm, 'print [Bob: Triggered [kit.tools]]');
  const heard = hears(proved, '1 [Diamond Sword]');
  proved.chat('/trigger kit.tools');
  await heard;
  await answer(proved, '/trigger kit.tools', 'You cannot trigger this objective yet');
  // A line that somebody provokes within the pause has no effect either.
  await type(realm, 'print [Owner_1: Triggered [kit.builder]]');
  await answered(realm, 'one');
  await answered(realm, 'two');
  const gave = realm.printed().filter((line) => line.startsWith('Gave '));
  expect(gave).toEqual(['Pickaxe', 'Axe', 'Shovel', 'Sword'].map((tool) => `Gave 1 [Diamond ${tool}] to Owner_1`));

  await realm.call('PATCH', '/settings', { plan: plainSettings.plan });
  await realm.consoleLine('Removed objective [kit.tools]');
  await answer(proved, '/trigger kit.tools', "Unknown scoreboard objective 'kit.tools'");
});

test('managers’ names stand out with their prefix while the plan has it; nobody else’s do', async () => {
  const realm = await realmOf({ highlightedNickname: true, personalPrefix: true });
  const bob = await comesIn(realm.gameSocket, 'Bob');
  const proved = await ownerOn(realm);
  const says = async (bot: Bot, text: string, expected: string) => {
    const heard = hears(bob, expected);
    bot.chat(text);
    return heard;
  };
  await realm.consoleLine('Added Owner_1 to team');
  expect(await says(proved, 'gold', ' gold')).toBe('<Owner_1> gold');
  const prefixes = [{ nickname: 'Owner_1', prefix: 'red Król Żab' }];
  await realm.call('PATCH', '/settings', { access: { ...plainSettings.access, prefixes } });
  await realm.consoleLine('Team prefix set to [Król Żab] ');
  expect(await says(proved, 'king', ' king')).toBe('<[Król Żab] Owner_1> king');
  expect(await says(bob, 'me too', ' me too')).toBe('<Bob> me too');
  // A player made operator by somebody with a prefix is not one either.
  proved.chat('/op Bob');
  await realm.consoleLine('[[Król Żab] Owner_1: Made Bob a server operator]');
  await realm.consoleLine('Made Bob no longer a server operator');

  await realm.call('PATCH', '/settings', { plan: plainSettings.plan });
  await realm.consoleLine('Removed team');
  expect(await says(proved, 'plain', ' plain')).toBe('<Owner_1> plain');
});

test('WorldEdit is held to the plan at each start, whatever its owner has written', async () => {
  const plan = { ...plainSettings.plan, editBlocks: 4096, highlightedNickname: true };
  const dir = await makeJavaRealm({ kernel: 'paper', settings: { plan } });
  const read = (path: string): unknown => parse(readFileSync(join(dir, path), 'utf8'));
  const config = 'plugins/WorldEdit/config.yml';
  mkdirSync(join(dir, config, 'in the way'), { recursive: true });
  const first = await startRealm(dir, 1);
  const limits = { 'max-blocks-changed': { default: 4096, maximum: 4096 } };
  expect(read(config)).toMatchObject({ limits, 'no-op-permissions': true });
  expect(read('permissions.yml')).toMatchObject({
    'realmkeep.worldedit': { default: 'op', children: { 'worldedit.limit.unrestricted': false } },
  });
  expect(read('paper.yml')).toEqual({
    'world-settings': { default: { 'use-vanilla-world-scoreboard-name-coloring': true } },
  });
  await first.call('POST', '/stop');
  await first.ended();

  writeFileSync(join(dir, config), 'limits: {max-blocks-changed: {maximum: -1}}\nwand-item: stick\n');
  const again = await startRealm(dir, 2);
  expect(read(config)).toMatchObject({ limits, 'wand-item': 'stick' });
  await again.call('POST', '/stop');
  await again.ended();

  writeFileSync(join(dir, config), 'limits: &all {max-blocks-changed: {maximum: -1}}\n');
  await startRealm(dir, 3);
  expect(read(config)).toMatchObject({ limits });
  expect(readFileSync(join(dir, `${config}.old`), 'utf8')).toContain('&all');
});
