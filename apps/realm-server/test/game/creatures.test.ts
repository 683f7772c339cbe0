import { type EventEmitter, once } from 'node:events';
import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import { hears, hold, joinBot, type Position, sees, turnTo, words } from '../bots.ts';
import { command, makeRealmFolder, type RealmProcess, startRealm, until } from '../realm-process.ts';
import { middle as click } from './workshop.ts';

/** Some ten times the duration on an idle machine. */
const eveningMs = 180_000;

type Seen = Bot['entity'];

/** A realm in which nothing spawns by itself. */
const quietFolder = (): string => makeRealmFolder({ gameMode: 'SURVIVAL', daylightCycle: false });

/** A wide floor of grass around the player, and nothing on it. */
async function clear(realm: RealmProcess, feet: Position): Promise<void> {
  const [low, high] = [feet.offset(-12, 0, -12), feet.offset(12, 0, 12)];
  await command(realm, `fill ${words(low)} ${words(high.offset(0, 8, 0))} air`);
  await command(realm, `fill ${words(low.offset(0, -1, 0))} ${words(high.offset(0, -1, 0))} grass_block`);
}

/** A field of its metadata at the client (entity_metadata). */
const field = (entity: Seen, key: number): unknown => (entity.metadata as unknown[])[key];

/** A square of fence around the player, all of it within reach, so that nobody wanders off; or none. */
async function pen(realm: RealmProcess, feet: Position, block: 'oak_fence' | 'air'): Promise<void> {
  for (const [one, other] of [
    [feet.offset(-3, 0, -3), feet.offset(3, 0, -3)],
    [feet.offset(-3, 0, 3), feet.offset(3, 0, 3)],
    [feet.offset(-3, 0, -3), feet.offset(-3, 0, 3)],
    [feet.offset(3, 0, -3), feet.offset(3, 0, 3)],
  ] as const) {
    await command(realm, `fill ${words(one)} ${words(other)} ${block}`);
  }
}

/** Those of a kind that the client sees. */
function seen(bot: Bot, name: string): Seen[] {
  return Object.values(bot.entities).filter((entity) => entity.name === name);
}

/** Brings one into the world, and waits until the client sees it. */
async function summon(realm: RealmProcess, bot: Bot, name: string, at: Position): Promise<Seen> {
  const before = new Set(seen(bot, name));
  await command(realm, `summon ${name} ${words(at)}`);
  return until(() => seen(bot, name).find((entity) => !before.has(entity)) ?? null);
}

const property = (bot: Bot, at: Position, name: string): unknown => bot.blockAt(at)?.getProperties()[name];

/** How many of an item the client has. */
function has(bot: Bot, name: string): number {
  return bot.inventory.count(bot.registry.itemsByName[name]?.id ?? -1, null);
}

test(
  'creatures fall, bleed, die, leave meat and teach; commands find them, and a kill of the realm loses none',
  async () => {
    const dir = quietFolder();
    const realm = await startRealm(dir, 1);
    const ada = await joinBot(realm.gameSocket, 'Ada');
    const feet = ada.entity.position.floored();
    await clear(realm, feet);
    const middle = feet.offset(2.5, 0, 0.5);

    // It falls to the ground, in sight of all.
    await pen(realm, feet, 'oak_fence');
    const cow = await summon(realm, ada, 'cow', feet.offset(1.5, 3, 0.5));
    await until(() => (Math.abs(cow.position.y - feet.y) < 0.01 ? true : null));
    expect(field(cow, 8)).toBe(10);

    // A hit pushes it away, and several kill it.
    await hold(realm, ada, 'iron_sword');
    const struck = once(ada, 'entityHurt');
    const away = () => cow.position.xzDistanceTo(ada.entity.position);
    const before = away();
    ada.attack(cow);
    expect((await struck)[0]).toBe(cow);
    await until(() => (away() > before + 0.3 ? true : null));
    const { points } = ada.experience;
    const died = once(ada, 'entityDead');
    const strikes = setInterval(() => ada.attack(cow), 700);
    expect((await died)[0]).toBe(cow);
    clearInterval(strikes);
    await until(() => (ada.experience.points > points ? true : null));
    await until(() => (ada.entities[cow.id] ? null : true));
    await until(() => (has(ada, 'beef') > 0 || seen(ada, 'item').length > 0 ? true : null));

    // From high up the fall kills; a chicken flutters.
    const chicken = await summon(realm, ada, 'chicken', middle.offset(4, 20, 0));
    const pig = await summon(realm, ada, 'pig', middle.offset(4, 20, 2));
    expect((await once(ada, 'entityDead'))[0]).toBe(pig);
    await until(() => (Math.abs(chicken.position.y - feet.y) < 0.01 ? true : null));
    await command(realm, 'tp @e[type=chicken] ' + words(middle.offset(0, 0, 6)));
    // It walks on from there.
    await until(() => (chicken.position.distanceTo(middle.offset(0, 0, 6)) < 3 ? true : null));

    // Two in one place make room for each other.
    const one = await summon(realm, ada, 'pig', middle.offset(0, 0, -6));
    const other = await summon(realm, ada, 'pig', one.position);
    await until(() => (one.position.distanceTo(other.position) > 0.5 ? true : null));
    await command(realm, 'kill @e[type=pig]');

    // What lives is there again, once, after the realm is killed.
    const { uuid } = chicken as unknown as { uuid: string };
    await command(realm, 'say all is quiet');
    expect((await realm.call('POST', '/hold-writing')).status).toBe(200);
    realm.child.kill('SIGKILL');
    await realm.ended();
    const again = await startRealm(dir, 2);
    const back = await joinBot(again.gameSocket, 'Ada');
    await until(() => (seen(back, 'chicken').length === 1 ? true : null));
    expect(seen(back, 'chicken').map((entity) => (entity as unknown as { uuid: string }).uuid)).toEqual([uuid]);
    expect(seen(back, 'cow')).toEqual([]);
    await command(again, 'kill @e[type=chicken]');
    await again.consoleLine('Killed Chicken');
    await until(() => (seen(back, 'chicken').length === 0 ? true : null));
  },
  eveningMs,
);

test(
  'animals flee, follow food around what is in the way, breed, are shorn and milked; a tame wolf fights for its owner, bees bring honey home, golems are built',
  async () => {
    const realm = await startRealm(quietFolder());
    const ada = await joinBot(realm.gameSocket, 'Ada');
    const feet = ada.entity.position.floored();
    await clear(realm, feet);
    const far = (entity: Seen): number => entity.position.distanceTo(ada.entity.position);

    // Food put on a campfire now is done at the end.
    const campfire = feet.offset(-2, 0, -2);
    await command(realm, `setblock ${words(campfire)} campfire`);
    await hold(realm, ada, 'beef');
    const shown = once(ada._client, 'tile_entity_data');
    ada._client.write('block_place', { ...click, location: campfire });
    expect(JSON.stringify(await shown)).toContain('minecraft:beef');
    expect(has(ada, 'beef')).toBe(0);

    // A fence with a gap at its end is between them.
    await command(realm, `fill ${words(feet.offset(3, 0, -12))} ${words(feet.offset(3, 0, 4))} oak_fence`);
    const cow = await summon(realm, ada, 'cow', feet.offset(6.5, 0, 0.5));
    await hold(realm, ada, 'wheat', 16);
    await until(() => (far(cow) < 2.8 ? true : null));
    expect(cow.position.x).toBeLessThan(feet.x + 3);
    await pen(realm, feet, 'oak_fence');

    const other = await summon(realm, ada, 'cow', feet.offset(1.5, 0, 1.5));
    for (const each of [cow, other]) await ada.activateEntity(each);
    const calf = await until(() => seen(ada, 'cow').find((one) => one !== cow && one !== other) ?? null);
    await until(() => (field(calf, 15) === true && field(cow, 15) === false ? true : null));
    expect(has(ada, 'wheat')).toBe(14);

    await hold(realm, ada, 'bucket');
    await ada.activateEntity(cow);
    await until(() => (has(ada, 'milk_bucket') === 1 && has(ada, 'bucket') === 0 ? true : null));
    await pen(realm, feet, 'air');
    const from = cow.position.clone();
    ada.attack(cow);
    await until(() => (cow.position.distanceTo(from) > 3 ? true : null));
    await command(realm, 'kill @e[type=cow]');
    await pen(realm, feet, 'oak_fence');

    const sheep = await summon(realm, ada, 'sheep', feet.offset(1.5, 0, 1.5));
    await hold(realm, ada, 'red_dye');
    await ada.activateEntity(sheep);
    await until(() => (field(sheep, 16) === 14 ? true : null));
    await hold(realm, ada, 'shears');
    await ada.activateEntity(sheep);
    await until(() => (field(sheep, 16) === (16 | 14) ? true : null));
    await until(() => (has(ada, 'red_wool') > 0 || seen(ada, 'item').length > 0 ? true : null));

    // An egg is used up, and a chicken appears.
    await hold(realm, ada, 'chicken_spawn_egg');
    ada._client.write('block_place', { ...click, location: feet.offset(1, -1, 2) });
    await until(() => (seen(ada, 'chicken').length === 1 && has(ada, 'chicken_spawn_egg') === 0 ? true : null));

    // Each bone has a chance of one in three.
    const wolf = await summon(realm, ada, 'wolf', feet.offset(1.5, 0, -1.5));
    await hold(realm, ada, 'bone', 64);
    const [isTame, isNot] = [7, 6];
    for (let status = isNot; status !== isTame;) {
      const answer = once(ada._client, 'entity_status');
      await ada.activateEntity(wolf);
      [{ entityStatus: status }] = (await answer) as [{ entityStatus: number }];
    }
    await until(() => (field(wolf, 16) === (4 | 1) ? true : null));
    await ada.unequip('hand');
    await ada.activateEntity(wolf);
    await until(() => (field(wolf, 16) === 4 ? true : null));
    const died = once(ada, 'entityDead');
    ada.attack(sheep);
    expect((await died)[0]).toBe(sheep);
    await command(realm, 'kill @e[type=wolf]');

    // A bee with nectar goes home, and comes out without it; a player who takes honey is stung.
    const nest = feet.offset(2, 1, 2);
    await command(realm, `setblock ${words(nest)} bee_nest[facing=west,honey_level=4]`);
    await command(realm, 'gamerule randomTickSpeed 3000');
    await command(
      realm,
      `summon bee ${words(feet.offset(0.5, 1, 2.5))} {HasNectar:1b,HivePos:{X:${nest.x},Y:${nest.y},Z:${nest.z}}}`,
    );
    await until(() => (property(ada, nest, 'honey_level') === 5 ? true : null));
    await command(realm, 'gamerule randomTickSpeed 0');
    const bee = await until(() => seen(ada, 'bee')[0] ?? null);
    expect(field(bee, 16)).toBe(0);
    await hold(realm, ada, 'shears');
    const stung = once(ada, 'health');
    ada._client.write('block_place', { ...click, location: nest });
    await until(() => (property(ada, nest, 'honey_level') === 0 ? true : null));
    await stung;
    expect(ada.health).toBeLessThan(20);
    await until(() => (field(bee, 16) === 4 ? true : null));
    await until(() => (has(ada, 'honeycomb') > 0 || seen(ada, 'item').length > 0 ? true : null));

    // A head on a body of snow or iron makes it a golem.
    await hold(realm, ada, 'carved_pumpkin');
    await command(realm, `fill ${words(feet.offset(-2, 0, 0))} ${words(feet.offset(-2, 1, 0))} snow_block`);
    ada._client.write('block_place', { ...click, location: feet.offset(-2, 1, 0) });
    await until(() => (seen(ada, 'snow_golem').length === 1 ? true : null));
    await command(realm, `fill ${words(feet.offset(0, 0, 5))} ${words(feet.offset(0, 1, 5))} iron_block`);
    await command(realm, `fill ${words(feet.offset(-1, 1, 5))} ${words(feet.offset(1, 1, 5))} iron_block`);
    await command(realm, `setblock ${words(feet.offset(0, 2, 5))} jack_o_lantern`);
    await until(() => (seen(ada, 'iron_golem').length === 1 ? true : null));
    const lying = (): (string | undefined)[] => seen(ada, 'item').map((entity) => entity.getDroppedItem()?.name);
    await until(() => (lying().includes('cooked_beef') || has(ada, 'cooked_beef') === 1 ? true : null));
    for (const at of [feet.offset(-2, 0, 0), feet.offset(1, 1, 5), feet.offset(0, 2, 5)]) await sees(ada, at, 'air');
  },
  eveningMs,
);

test(
  'monsters hunt, shoot, explode as far as they may, and burn by day; players shoot back',
  async () => {
    const folder = makeRealmFolder({ gameMode: 'SURVIVAL', daylightCycle: false, difficultyLevel: 'HARD' });
    const realm = await startRealm(folder);
    const ada = await joinBot(realm.gameSocket, 'Ada');
    const feet = ada.entity.position.floored();
    await clear(realm, feet);
    await command(realm, 'time set midnight');

    // A zombie walks up and kills, and everybody hears of whom.
    await summon(realm, ada, 'zombie', feet.offset(6.5, 0, 0.5));
    await hears(ada, 'Ada was slain by Zombie');
    await realm.consoleLine('Ada was slain by Zombie');
    await until(() => (ada.health === 20 ? true : null));
    await command(realm, 'time set noon');
    // A player who respawns sees it again.
    await until(() => (seen(ada, 'zombie').some((zombie) => field(zombie, 0) === 1) ? true : null));
    await command(realm, 'kill @e[type=zombie]');
    await command(realm, 'time set midnight');

    // A skeleton's arrow hits.
    const hurt = once(ada, 'health');
    await summon(realm, ada, 'skeleton', feet.offset(10.5, 0, 0.5));
    const arrow = await until(() => seen(ada, 'arrow')[0] ?? null);
    expect(arrow.position.x).toBeGreaterThan(ada.entity.position.x);
    await hurt;
    expect(ada.health).toBeLessThan(20);
    await command(realm, 'kill @e[type=skeleton]');

    // A bow of one's own kills from afar, and uses up arrows.
    const pig = await summon(realm, ada, 'pig', feet.offset(0.5, 0, 8.5));
    await command(realm, 'give Ada arrow 64');
    await hold(realm, ada, 'bow');
    const died = once(ada, 'entityDead');
    const shoot = async (at: Position): Promise<void> => {
      await turnTo(ada, at);
      ada.activateItem();
      await ada.waitForTicks(25);
      ada.deactivateItem();
      await ada.waitForTicks(15);
    };
    // It flies where she aims, by parts of a degree. A server that was busy for as long as she drew her bow shoots nothing.
    const shots: { velocity: { x: number; z: number } }[] = [];
    const client: EventEmitter = ada._client;
    client.once('spawn_entity', (arrow: (typeof shots)[number]) => shots.push(arrow));
    const angle = (20.5 / 256) * 2 * Math.PI;
    do await shoot(ada.entity.position.offset(Math.sin(angle) * 50, 0, Math.cos(angle) * 50));
    while (shots.length === 0);
    expect(shots.map(({ velocity }) => Math.atan2(velocity.x, velocity.z))).toEqual([expect.closeTo(angle, 3)]);
    for (let isAlive = true; isAlive; isAlive = ada.entities[pig.id] !== undefined) {
      await shoot(pig.position.offset(0, 0.9, 0));
    }
    expect((await died)[0]).toBe(pig);
    expect(has(ada, 'arrow')).toBeLessThan(64);

    // An iron golem guards.
    await summon(realm, ada, 'iron_golem', feet.offset(-4.5, 0, 0.5));
    const beaten = once(ada, 'entityDead');
    const intruder = await summon(realm, ada, 'zombie', feet.offset(-8.5, 0, 0.5));
    expect((await beaten)[0]).toBe(intruder);
    await command(realm, 'kill @e[type=iron_golem]');

    // A creeper breaks the ground, and none where creatures may not.
    const explosion = async (): Promise<unknown[]> => {
      const exploded = once(ada._client, 'explosion');
      await summon(realm, ada, 'creeper', feet.offset(4.5, 0, 4.5));
      return ((await exploded) as [{ affectedBlockOffsets: unknown[] }])[0].affectedBlockOffsets;
    };
    await command(realm, 'gamerule mobGriefing false');
    expect(await explosion()).toEqual([]);
    await until(() => (ada.health === 20 ? true : null));
    await command(realm, 'gamerule mobGriefing true');
    expect((await explosion()).length).toBeGreaterThan(3);
  },
  eveningMs,
);

test(
  'an enderman goes for whoever looks at it, but through a carved pumpkin',
  async () => {
    const realm = await startRealm(quietFolder());
    const [ada, bob] = [await joinBot(realm.gameSocket, 'Ada'), await joinBot(realm.gameSocket, 'Bob')];
    const feet = ada.entity.position.floored();
    await clear(realm, feet);
    await hold(realm, ada, 'carved_pumpkin');
    await ada.equip(ada.registry.itemsByName['carved_pumpkin']?.id ?? -1, 'head');
    await command(realm, `tp Bob ${words(feet.offset(-6, 0, 0))}`);
    const enderman = await summon(realm, ada, 'enderman', feet.offset(4, 0, 0));
    for (const bot of [ada, bob])
      bot.on('physicsTick', () => void bot.lookAt(enderman.position.offset(0, 2.55, 0), true));
    const hurt = await until(() => [ada, bob].find(({ health }) => health < 20) ?? null);
    expect(hurt.username).toBe('Bob');
  },
  eveningMs,
);

test(
  'by day animals come to those who play, by night monsters, which leave on PEACEFUL',
  async () => {
    const realm = await startRealm(
      makeRealmFolder({ gameMode: 'SURVIVAL', daylightCycle: false, mobSpawning: true, difficultyLevel: 'EASY' }),
    );
    const ada = await joinBot(realm.gameSocket, 'Ada');
    // Creatures spawn where land is seen, the more the more of it is.
    ada.setSettings({ viewDistance: 'far' });
    const all = (names: string[]): Seen[] => names.flatMap((name) => seen(ada, name));
    const animals = ['cow', 'sheep', 'pig', 'chicken'];
    const monsters = ['zombie', 'skeleton', 'spider', 'creeper', 'enderman'];
    // They may spawn farther away than a client sees them.
    await until(async () => {
      await command(realm, 'tp Ada @e[type=!player,sort=nearest,limit=1]');
      return all(animals).length > 0 ? true : null;
    });
    expect(all(monsters)).toEqual([]);
    await command(realm, 'time set midnight');
    await until(() => (all(monsters).length > 0 ? true : null));
    await command(realm, 'difficulty peaceful');
    await until(() => (all(monsters).length === 0 ? true : null));
  },
  eveningMs,
);
