import { type EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { plainSettings } from '@realmkeep/realm-protocol';
import minecraft from 'minecraft-protocol';
import type { Bot } from 'mineflayer';
import nbt from 'prismarine-nbt';
import { expect, test } from 'vitest';
import { account, blockName, hears, hitEntity, joinBot, sees, ownerOn } from '../bots.ts';
import { command, makeRealmFolder, type RealmProcess, startRealm, until } from '../realm-process.ts';

/** Each sends many lines to one realm; it takes a tenth where nothing else runs. */
const timeoutMs = 240_000;

/** What the console says to a command, in one piece. */
async function said(realm: RealmProcess, command: string): Promise<string> {
  const before = realm.printed().length;
  await realm.call('POST', '/command', { command });
  // Answered in one turn, so that no other command's line gets in between.
  const lines = await until(() => {
    const at = realm.printed().indexOf(`> ${command}`, before);
    return at >= 0 && realm.printed().length > at + 1 ? realm.printed().slice(at + 1) : null;
  });
  return lines.join('\n');
}

async function expectAnswers(
  realm: RealmProcess,
  answers: readonly (readonly [command: string, answer: string])[],
): Promise<void> {
  for (const [command, answer] of answers)
    expect([command, await said(realm, command)]).toEqual([command, expect.stringContaining(answer)]);
}

const behindPig = 'execute as @e[type=pig] at @s positioned ~ ~ ~-20';

/** Every packet of these names from now on. */
function packetsOf(bot: Bot, ...names: string[]): [name: string, fields: Record<string, unknown>][] {
  const heard: [string, Record<string, unknown>][] = [];
  const client: EventEmitter = bot._client;
  for (const name of names) client.on(name, (fields: Record<string, unknown>) => heard.push([name, fields]));
  return heard;
}

const settings = { slots: null, managers: [account], plan: { ...plainSettings.plan, weather: true } };

test('selectors, places and conditions mean whom and what they mean in the game', { timeout: timeoutMs }, async () => {
  const realm = await startRealm(makeRealmFolder({ ...settings, flySurvival: true }));
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const bob = await joinBot(realm.gameSocket, 'Bob');
  // Where they are put they stay: their clients do not fall.
  for (const bot of [ada, bob]) bot.physicsEnabled = false;
  await expectAnswers(realm, [
    ['tp Ada 10 90 10', 'Teleported Ada to 10.50, 90.00, 10.50'],
    ['tp Bob 20.0 90 10.5', 'Teleported Bob to 20.00, 90.00, 10.50'],
    ['execute as @a[name=Bob] run kill @s[name=Ada]', 'No entity was found'],
    ['gamemode survival @a[limit=1,sort=nearest,x=9,y=90,z=10]', "Set Ada's game mode to Survival Mode"],
    ['gamemode adventure @a[gamemode=!survival]', "Set Bob's game mode to Adventure Mode"],
    ['give @a[x=10,y=90,z=10,distance=..5] minecraft:stone 3', 'Gave 3 [Stone] to Ada'],
    ['give @a stone', 'Gave 1 [Stone] to 2 players'],
    ['give @a[distance=-1..] stone', 'Distance cannot be negative'],
    ['give @a[limit=0] stone', 'Limit must be at least 1'],
    ['give @a[limit=1,limit=1] stone', "Option 'limit' isn't applicable here"],
    ['give @e[nothing=1] stone', "Unknown option 'nothing'"],
    ['give @e stone', 'Only players may be affected'],
    ['give @x stone', "Unknown selector type '@x'"],
    ['give @a[name=Ada stone', 'Expected end of options'],
    ['tp @a[type=!player] Ada', 'No entity was found'],
    ['tp Ada @a', 'Only one entity is allowed'],
    ['execute as Ada at @s run setblock ~ ~-1 ~ glass', 'Changed the block at 10, 89, 10'],
    ['execute at Ada if block ~ ~-1 ~ glass run setblock ~1 ~-1 ~ oak_stairs[facing=west,half=top]', '11, 89, 10'],
    ['execute at Ada if block ~1 ~-1 ~ oak_stairs[facing=west]', 'Test passed'],
    ['execute at Ada unless block ~1 ~-1 ~ oak_stairs[half=bottom]', 'Test passed'],
    ['execute if entity @a[distance=..1000]', 'Test passed, count: 2'],
    ['execute if entity Nobody', 'Test failed'],
    ['execute positioned 10 90 10 rotated 0 0 run setblock ^ ^ ^2 stone', 'Changed the block at 10, 90, 12'],
    ['execute positioned 10 90 10 rotated -90 0 run setblock ^ ^1 ^2 stone', 'Changed the block at 12, 91, 10'],
    ['execute positioned 10.0 90 10.5 rotated 0 0 run setblock ^2 ^ ^ dirt', 'Changed the block at 12, 90, 10'],
    ['execute positioned 10 90 10 facing 10 90 20 run setblock ^ ^ ^3 stone', 'Changed the block at 10, 90, 13'],
    // In a box that it cannot leave. Its eyes are at 0.765, and it is looked at from 20 blocks.
    ['fill 29 90 9 31 92 11 glass hollow', 'Successfully filled'],
    ['summon pig 30 91 10', 'Summoned new Pig'],
    [`${behindPig} facing entity @s eyes run setblock ^ ^ ^60 glass`, 'Changed the block at 30, 93, 50'],
    [`${behindPig} facing entity @s feet run setblock ^ ^ ^60 glass`, 'Changed the block at 30, 91, 50'],
    ['execute positioned 0 64 10000000000000000000 run seed', 'That position is out of this world!'],
    ['execute positioned 29999999 64 0 run spawnpoint Ada', 'That position is out of this world!'],
    ['setblock ^ ~ 1 stone', 'Cannot mix world & local coordinates'],
    ['execute run execute run execute run', 'Unknown or incomplete command'],
    [`execute ${'as @a '.repeat(4)}run list`, 'There are 2 of'],
    ['setblock 10 89 10 glass', 'Could not set the block'],
    ['setblock 10 89 10 oak_stairs[facing=up]', "does not accept 'up' for facing property"],
    ['setblock 10 89 10 oak_stairs[half=top', 'Expected closing ]'],
  ]);
  await sees(bob, bob.entity.position.clone().set(10, 89, 10), 'glass');
  expect(ada.inventory.count(ada.registry.itemsByName['stone']?.id ?? 0, null)).toBe(4);
  expect(ada.entity.position.floored().toArray()).toEqual([10, 90, 10]);

  await expectAnswers(realm, [
    ['fill 8 100 8 12 103 12 stone', 'Successfully filled 100 blocks'],
    ['fill 8 100 8 12 103 12 stone', 'No blocks were filled'],
    ['fill 8 100 8 12 103 12 glass hollow', 'Successfully filled 100 blocks'],
    ['fill 8 100 8 12 103 12 dirt replace glass', 'Successfully filled 82 blocks'],
    ['fill 8 100 8 12 103 12 gold_block keep', 'Successfully filled 18 blocks'],
    ['fill -100 0 -100 100 255 100 stone', 'Too many blocks in the specified area (maximum 32768, specified 10342656)'],
    ['fill 0 0 0 0 256 0 stone', 'That position is out of this world!'],
    ['fill 10 90 10 230 90 10 stone', 'That position is not loaded'],
    ['clone 10 90 10 11 90 11 230 90 10', 'That position is not loaded'],
    ['setblock 230 90 10 stone', 'That position is not loaded'],
    ['clone 8 100 8 12 103 12 8 110 8', 'Successfully cloned 100 blocks'],
    ['clone 8 100 8 12 103 12 9 100 8', 'cannot overlap'],
    ['clone 8 110 8 12 113 12 8 115 8 masked move', 'Successfully cloned 100 blocks'],
  ]);
  const at = bob.entity.position.clone();
  await sees(bob, at.clone().set(10, 101, 10), 'gold_block');
  await sees(bob, at.clone().set(8, 115, 8), 'dirt');
  expect(blockName(bob, at.clone().set(8, 110, 8))).toBe('air');
});

test('what commands change is shown to players, and is there again after kill -9', { timeout: timeoutMs }, async () => {
  const realm = await startRealm(makeRealmFolder(settings));
  let rules: [string, Record<string, unknown>][] = [];
  const names = ['scoreboard_objective', 'scoreboard_score', 'scoreboard_display_objective', 'teams', 'boss_bar'];
  const shown = [
    'title',
    'entity_effect',
    'remove_entity_effect',
    'world_particles',
    'named_sound_effect',
    'stop_sound',
  ];
  const ada = await joinBot(realm.gameSocket, 'Ada', 'nobodys', (bot) => {
    rules = packetsOf(bot, ...names, ...shown, 'experience', 'entity_status', 'update_time');
  });
  const last = (name: string): Promise<Record<string, unknown>> =>
    until(() => rules.findLast(([known]) => known === name)?.[1] ?? null);
  await expectAnswers(realm, [
    ['scoreboard objectives add kills dummy {"text":"Kills"}', 'Created new objective [Kills]'],
    ['scoreboard objectives add kills dummy', 'An objective already exists by that name'],
    ['scoreboard objectives add far health', "Unknown criterion 'health'"],
    ['scoreboard objectives setdisplay sidebar kills', 'Set display slot sidebar to show objective [Kills]'],
    ['scoreboard players set Ada kills 5', 'Set [Kills] for Ada to 5'],
    ['scoreboard players add @a kills 2147483647', 'Added 2147483647 to [Kills] for Ada (now -2147483644)'],
    ['scoreboard players set Ada kills 7', 'Set [Kills] for Ada to 7'],
    ['scoreboard players set #limit kills 3', 'Set [Kills] for #limit to 3'],
    ['scoreboard players operation Ada kills -= #limit kills', 'Set [Kills] for Ada to 4'],
    ['scoreboard players operation Ada kills /= nobody kills', 'Cannot divide by zero'],
    ['execute if score Ada kills > #limit kills', 'Test passed'],
    ['execute if score Ada kills matches ..3', 'Test failed'],
    ['execute as @a[scores={kills=4..}] run scoreboard players add @s kills 1', '(now 5)'],
    ['scoreboard objectives add door trigger', 'Created new objective [door]'],
    ['scoreboard players enable Ada door', 'Enabled trigger [door] for Ada'],
    ['team add red {"text":"Reds"}', 'Created team [Reds]'],
    ['team modify red color red', 'Updated the color for team [Reds] to red'],
    ['team modify red prefix {"text":"R "}', 'Team prefix set to R '],
    ['team modify red friendlyFire false', 'Disabled friendly fire for team [Reds]'],
    ['team join red Ada', 'Added Ada to team [Reds]'],
    ['kill @a[team=!red]', 'No entity was found'],
    ['list', 'There are 1 of a max of ∞ players online: R Ada'],
    ['bossbar add test:bar "Boss"', 'Created custom bossbar [Boss]'],
    ['bossbar set test:bar players @a', 'Custom bossbar [Boss] now has 1 players: R Ada'],
    ['bossbar set test:bar value 30', 'has changed value to 30'],
    ['bossbar set test:bar color red', 'has changed color'],
    ['bossbar set none value 30', "No bossbar exists with the ID 'minecraft:none'"],
    ['gamerule keepInventory true', 'Gamerule keepInventory is now set to: true'],
    ['gamerule randomTickSpeed 5', 'Gamerule randomTickSpeed is now set to: 5'],
    ['gamerule doDaylightCycle false', 'Gamerule doDaylightCycle is now set to: false'],
    ['gamerule keepInventory 5', 'Invalid boolean'],
    ['spawnpoint Ada 3 120 4', 'Set spawn point to 3, 120, 4'],
    ['seed', 'Seed: ['],
    ['time set 99999999999999999999', 'Set the time to 11647'],
    ['time set 2d', 'Set the time to 0'],
    ['time add 100t', 'Set the time to 100'],
    ['time query daytime', 'The time is 100'],
    ['title Ada title {"text":"Hello"}', 'Showing new title for R Ada'],
    ['title Ada title {"text":', 'Invalid chat component'],
    ['title Ada title {"text":{"a":1}}', 'Invalid chat component'],
    ['tellraw @a {"translate":"a","with":"x"}', 'Invalid chat component'],
    ['tellraw @a {"text":"a","clickEvent":5}', 'Invalid chat component'],
    ['effect give Ada night_vision 60 1 true', 'Applied effect Night Vision to R Ada'],
    ['effect clear Ada', 'Removed every effect from R Ada'],
    ['effect clear Ada', 'Target has no effects to remove'],
    ['execute at Ada run particle dust 1 0 0 1 ~ ~ ~ 0 0 0 0 10 force @a', 'Displaying particle minecraft:dust'],
    ['particle nonsense', 'Unknown particle: nonsense'],
    ['execute at Ada run playsound entity.pig.ambient master @a', 'Played sound minecraft:entity.pig.ambient to R Ada'],
    ['stopsound Ada', 'Stopped all sounds'],
    ['xp set Ada 30 levels', 'Set 30 experience levels on R Ada'],
    ['xp add Ada 5 points', 'Gave 5 experience points to R Ada'],
    ['xp query Ada levels', 'R Ada has 30 experience levels'],
    ['xp set Ada 500 points', 'Cannot set experience points above the maximum'],
    ['difficulty peaceful', 'The difficulty has been set to Peaceful'],
    ['difficulty peaceful', 'The difficulty did not change'],
    ['worldborder get', 'The world border is currently 500 blocks wide'],
    ['worldborder set 10', "The border is a setting on the server's web page."],
    ['execute at Ada run summon pig ~ ~ ~', 'Summoned new Pig'],
    ['kill @e[type=pig]', 'Killed Pig'],
    ['clear Ada', 'No items were found on player R Ada'],
  ]);
  expect(await last('teams')).toMatchObject({ team: 'red', mode: 3, players: ['Ada'] });
  expect(await last('scoreboard_score')).toMatchObject({ itemName: 'Ada', scoreName: 'kills', value: 5 });
  expect(await last('scoreboard_display_objective')).toEqual({ position: 1, name: 'kills' });
  expect(await last('experience')).toMatchObject({ level: 30 });
  expect(await last('title')).toMatchObject({ action: 0, text: '{"text":"Hello"}' });
  expect(await last('entity_effect')).toMatchObject({ effectId: 16, amplifier: 1, duration: 1200, hideParticles: 0 });
  expect(await last('remove_entity_effect')).toMatchObject({ effectId: 16 });
  expect(await last('world_particles')).toMatchObject({
    particleId: 14,
    particles: 10,
    data: { red: 1, green: 0, scale: 1 },
  });
  expect(await last('named_sound_effect')).toMatchObject({ soundName: 'minecraft:entity.pig.ambient', volume: 1 });
  const answered = hears(ada, 'Triggered [door]');
  ada.chat('/trigger door');
  await answered;
  const refused = hears(ada, 'You cannot trigger this objective yet');
  ada.chat('/trigger door');
  await refused;

  await until(() => (/test:bar/.test(level(realm)) && /door","Score":1,/.test(scoreboard(realm)) ? true : null));
  realm.child.kill('SIGKILL');
  await realm.ended();
  const again = await startRealm(realm.dir, 2);
  let seen: [string, Record<string, unknown>][] = [];
  await joinBot(again.gameSocket, 'Ada', 'nobodys', (bot) => (seen = packetsOf(bot, ...names)));
  expect(seen.map(([name]) => name)).toEqual([
    'teams',
    'scoreboard_objective',
    'scoreboard_score',
    'scoreboard_score',
    'scoreboard_display_objective',
    'boss_bar',
  ]);
  expect(seen[0]?.[1]).toMatchObject({
    team: 'red',
    formatting: 12,
    friendlyFire: 2,
    prefix: '{"text":"R "}',
    players: ['Ada'],
  });
  expect(seen.at(-1)?.[1]).toMatchObject({ title: '"Boss"', color: 2 });
  await expectAnswers(again, [
    ['gamerule keepInventory', 'is currently set to: true'],
    ['gamerule randomTickSpeed', 'is currently set to: 5'],
    ['scoreboard players get Ada door', 'Ada has 1 [door]'],
    ['bossbar get test:bar value', 'has a value of 30'],
    ['bossbar set test:bar players', 'no longer has any players'],
    ['scoreboard objectives remove kills', 'Removed objective [Kills]'],
    ['team remove red', 'Removed team [Reds]'],
  ]);
});

test('members of a team are named so, spare each other where it says so, and die unheard of', async () => {
  const realm = await startRealm(makeRealmFolder({ ...settings, gameMode: 'SURVIVAL', dealDamage: true }));
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const bob = await joinBot(realm.gameSocket, 'Bob');
  await until(() => (bob.players['Ada']?.entity ? true : null));
  await expectAnswers(realm, [
    ['team add red {"text":"Reds"}', 'Created team [Reds]'],
    ['team modify red prefix {"text":"R "}', 'Team prefix set to R '],
    ['team modify red friendlyFire false', 'Disabled friendly fire for team [Reds]'],
    ['team modify red deathMessageVisibility never', 'Death message visibility'],
    ['team join red @a', 'Added 2 members to team [Reds]'],
  ]);
  hitEntity(bob, ada.entity);
  const named = hears(bob, '<R Ada> ouch');
  ada.chat('ouch');
  await named;
  expect(ada.health).toBe(20);
  await said(realm, 'team modify red friendlyFire true');
  hitEntity(bob, ada.entity);
  await until(() => (ada.health < 20 ? true : null));
  const heard: string[] = [];
  bob.on('messagestr', (line) => void heard.push(line));
  const dies = once(ada, 'death');
  await said(realm, 'kill Ada');
  await dies;
  const left = hears(bob, 'R Ada left the game');
  ada.quit();
  await left;
  expect(heard.filter((line) => line.includes('Ada'))).toEqual(['R Ada left the game']);
  // What would take the realm minutes is refused.
  await said(realm, 'scoreboard objectives add kills dummy');
  for (let n = 0; n <= 100; n += 1) await command(realm, `scoreboard players set #${n} kills 1`);
  await expectAnswers(realm, [
    ['scoreboard players operation * kills += #1 kills', 'Updated [Kills] for 101 entities'.replace('Kills', 'kills')],
    ['scoreboard players operation * kills += * kills', 'An unexpected error'],
  ]);
});

/** As another reader of the game's files has it. */
function scoreboard(realm: RealmProcess): string {
  return kept(realm, 'scoreboard.dat');
}

function level(realm: RealmProcess): string {
  return kept(realm, 'realmkeep_level.dat');
}

function kept(realm: RealmProcess, file: string): string {
  try {
    return JSON.stringify(
      nbt.simplify(nbt.parseUncompressed(gunzipSync(readFileSync(join(realm.dir, 'world/data', file))))),
    );
  } catch {
    return '';
  }
}

test('players are told their commands, in words of their own language, and what may stand in them', async () => {
  const realm = await startRealm(makeRealmFolder(settings));
  const trees: { fields: Tree; bytes: Buffer }[] = [];
  const bob = await joinBot(realm.gameSocket, 'Bob', 'nobodys', (bot) => {
    const client: EventEmitter = bot._client;
    client.on('packet', (fields: Tree, { name }: { name: string }, bytes: Buffer) => {
      if (name === 'declare_commands') trees.push({ fields, bytes });
    });
  });
  const owner = await ownerOn(realm);
  const [first] = trees;
  if (!first) throw new Error('no tree');
  const writer = minecraft.createSerializer({
    isServer: true,
    version: '1.16.5',
    state: minecraft.states.PLAY,
    customPackets: {},
  });
  expect(writer.createPacketBuffer({ name: 'declare_commands', params: first.fields }).equals(first.bytes)).toBe(true);
  expect(commandsIn(first.fields)).toEqual(['help', 'list', 'login', 'me', 'msg', 'spawn', 'tell', 'trigger', 'w']);
  await expect(bob.tabComplete('/t')).resolves.toEqual([{ match: 'tell' }, { match: 'trigger' }]);
  await expect(owner.tabComplete('/gamemode cr')).resolves.toEqual([{ match: 'creative' }]);
  await expect(owner.tabComplete('/execute as @a run tp B')).resolves.toEqual([{ match: 'Bob' }]);
  await expect(owner.tabComplete('/give Bob minecraft:diamond_pi')).resolves.toEqual([
    { match: 'minecraft:diamond_pickaxe' },
  ]);
  await expect(bob.tabComplete('/gamemode cr')).resolves.toEqual([]);

  const lines: string[] = [];
  const client: EventEmitter = owner._client;
  client.on('chat', ({ message }: { message: string }) => lines.push(message));
  const heard = hears(owner, 'Set own game mode to Survival Mode');
  owner.chat('/gamemode survival');
  await heard;
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
    translate: 'commands.gamemode.success.self',
    with: [{ translate: 'gameMode.survival' }],
  });
  const mistake = hears(owner, '<--[HERE]');
  owner.chat('/setblock 1 2 x stone');
  expect(await mistake).toContain('x stone');
  const whisper = hears(bob, 'Owner_1 whispers to you: psst');
  owner.chat('/w Bob psst');
  await whisper;
  const emote = hears(owner, '* Bob waves');
  bob.chat('/me waves');
  await emote;
  const alone = hears(bob, 'Selector not allowed');
  bob.chat('/msg @a everybody listen');
  await alone;
  // Operators are informed of the console's changes too.
  const admin = hears(owner, '[Server: Set the time to 6000]');
  const weather = hears(owner, '[Server: Set the weather to rain]');
  await realm.call('POST', '/command', { command: 'time set noon' });
  await realm.call('POST', '/command', { command: 'weather rain 60' });
  await admin;
  await weather;
});

interface Tree {
  nodes: { children: number[]; extraNodeData: { name: string } }[];
  rootIndex: number;
}

function commandsIn({ nodes, rootIndex }: Tree): string[] {
  return (nodes[rootIndex]?.children ?? []).map((child) => nodes[child]?.extraNodeData.name ?? '').toSorted();
}
