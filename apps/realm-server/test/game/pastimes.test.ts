import { once } from 'node:events';
import type { Bot } from 'mineflayer';
import { expect, test } from 'vitest';
import { hold, joinBot, packet, type Position, turnTo, words } from '../bots.ts';
import { command, makeRealmFolder, startRealm, until } from '../realm-process.ts';

const eveningMs = 180_000;
const glidingFlag = 0x80;

const textOf = (bot: Bot, at: Position): string | undefined =>
  (bot.blockAt(at) as { signText?: string } | null)?.signText?.trimEnd();

test('players write on signs, fish and glide, and the days go by', { timeout: eveningMs }, async () => {
  const dir = makeRealmFolder({ gameMode: 'SURVIVAL', difficultyLevel: 'PEACEFUL' });
  const realm = await startRealm(dir, 1);
  const [ada, bob] = [await joinBot(realm.gameSocket, 'Ada'), await joinBot(realm.gameSocket, 'Bob')];
  const feet = ada.entity.position.floored();
  await command(realm, `fill ${words(feet.offset(-8, 0, -8))} ${words(feet.offset(8, 5, 8))} air`);
  await command(realm, `fill ${words(feet.offset(-8, -1, -8))} ${words(feet.offset(8, -1, 8))} stone`);

  // A fish bites within half a minute; the rest is done meanwhile.
  await command(realm, `fill ${words(feet.offset(2, -1, -2))} ${words(feet.offset(7, -1, 2))} water`);
  await hold(realm, bob, 'fishing_rod');
  await turnTo(bob, feet.offset(5, 0, 0));
  const caught = bob.fish().then(() => once(bob, 'playerCollect'));

  // Everybody can read a sign at once.
  await hold(realm, ada, 'oak_sign');
  const board = feet.offset(-2, 0, 0);
  const opened = packet(ada, 'open_sign_entity', () => true);
  const ground = ada.blockAt(board.offset(0, -1, 0));
  if (!ground) throw new Error('there is no ground');
  await ada.placeBlock(ground, board.minus(ground.position));
  await opened;
  ada._client.write('update_sign', { location: board, text1: 'Ada’s', text2: 'house', text3: '', text4: '' });
  await until(() => (textOf(bob, board) === 'Ada’s\nhouse' ? true : null));
  // Nobody else can write on it, and she cannot a second time.
  for (const writer of [bob, ada])
    writer._client.write('update_sign', { location: board, text1: 'mine', text2: '', text3: '', text4: '' });

  // The time of all days, which goes below nothing where it stands still.
  const nextDay = packet(ada, 'update_time', ({ time }) => Number(time) > 24_000);
  await command(realm, 'time add 24000');
  await nextDay;
  const stands = packet(ada, 'update_time', ({ time }) => Number(time) < -24_000);
  await command(realm, 'gamerule doDaylightCycle false');
  await stands;

  // Elytra: others see it, it breaks no bones, and a rocket drives it.
  await hold(realm, ada, 'elytra');
  await ada.equip(ada.registry.itemsByName['elytra']?.id ?? -1, 'torso');
  await hold(realm, ada, 'firework_rocket');
  const glides = packet(bob, 'entity_metadata', ({ entityId, metadata }) =>
    (metadata as { key: number; value: number }[]).some(
      ({ key, value }) => entityId === ada.entity.id && key === 0 && (value & glidingFlag) !== 0,
    ),
  );
  // She hangs in the air until the realm has heard that she is falling, which others see.
  await command(realm, 'effect give Ada slow_falling 1000');
  await command(realm, `teleport Ada ${words(feet.offset(0, 25, 0))}`);
  const height = (): number => (bob.players['Ada']?.entity?.position.y ?? 0) - feet.y;
  await until(() => (height() > 15 && height() < 24.9 && !ada.entity.onGround ? true : null));
  // Hardly downwards: diving into the ground hurts.
  await ada.look(ada.entity.yaw, -0.14, true);
  await ada.elytraFly();
  await glides;
  await command(realm, 'effect clear Ada');
  const rocket = ada.registry.entitiesByName['firework_rocket']?.id;
  const driven = packet(bob, 'spawn_entity', ({ type }) => type === rocket);
  ada.activateItem();
  await driven;
  await until(() => (ada.entity.onGround ? true : null));
  expect(ada.health).toBe(20);

  await caught;

  // Another start reads the sign from the world's file.
  expect((await realm.call('POST', '/hold-writing')).status).toBe(200);
  realm.child.kill('SIGKILL');
  await realm.ended();
  const again = await startRealm(dir, 2);
  const reader = await joinBot(again.gameSocket, 'Bob');
  await until(() => (textOf(reader, board) === 'Ada’s\nhouse' ? true : null));
});

test('eggs hatch, snowballs push, pearls carry whoever throws them, and others see what is being dug crack', async () => {
  const realm = await startRealm(makeRealmFolder({ gameMode: 'SURVIVAL', difficultyLevel: 'PEACEFUL' }));
  const [ada, bob] = [await joinBot(realm.gameSocket, 'Ada'), await joinBot(realm.gameSocket, 'Bob')];
  const feet = ada.entity.position.floored();
  await command(realm, `fill ${words(feet.offset(-4, 0, -4))} ${words(feet.offset(16, 5, 4))} air`);
  await command(realm, `fill ${words(feet.offset(-4, -1, -4))} ${words(feet.offset(16, -1, 4))} stone`);
  await command(realm, `fill ${words(feet.offset(16, 0, -4))} ${words(feet.offset(16, 5, 4))} stone`);
  const bobIsAt = async (x: number, z: number): Promise<void> => {
    await command(realm, `teleport Bob ${words(feet.offset(x, 0, z))}`);
    await until(() => {
      const at = ada.players['Bob']?.entity?.position.minus(feet).floored();
      return at?.x === x && at.z === z ? true : null;
    });
  };

  await bobIsAt(3, 0);
  await hold(realm, ada, 'snowball', 16);
  await turnTo(ada, feet.offset(3.5, 1, 0.5));
  const isPushed = ({ entityId, velocity }: Record<string, unknown>): boolean =>
    entityId === bob.entity.id && (velocity as Position).x > 0;
  const pushed = packet(bob, 'entity_velocity', isPushed);
  ada.activateItem();
  await pushed;
  expect(bob.health).toBe(20);

  await bobIsAt(-3, 3);
  await command(realm, 'give Ada egg 176');
  const egg = ada.registry.itemsByName['egg']?.id ?? -1;
  const areLeft = (count: number) => until(() => (ada.inventory.count(egg, null) === count ? true : null));
  await areLeft(176);
  const hatched = (): boolean => Object.values(ada.entities).some(({ name }) => name === 'chicken');
  // One in eight does.
  for (let left = 175; !hatched() && left >= 0; left -= 1) {
    await ada.equip(egg, 'hand');
    ada.activateItem();
    await areLeft(left);
  }
  await until(() => (hatched() ? true : null));

  await hold(realm, ada, 'ender_pearl', 2);
  await turnTo(ada, feet.offset(16, 2, 0));
  const hurt = packet(ada, 'update_health', ({ health }) => health === 15);
  const pearl = bob.registry.entitiesByName['ender_pearl']?.id;
  const thrown = packet(bob, 'spawn_entity', ({ type }) => type === pearl);
  ada.activateItem();
  // Not so soon after the first.
  ada.activateItem();
  await Promise.all([thrown, hurt]);
  expect(ada.entity.position.x - feet.x).toBeGreaterThan(12);
  expect(ada.heldItem).toMatchObject({ name: 'ender_pearl', count: 1 });

  const cracks = (stage: number) =>
    packet(
      ada,
      'block_break_animation',
      (sent) => sent['entityId'] === bob.entity.id && sent['destroyStage'] === stage,
    );
  const [deep, none] = [cracks(2), cracks(-1)];
  const dig = (status: number): void =>
    bob._client.write('block_dig', { status, location: feet.offset(-3, -1, 3), face: 1 });
  dig(0);
  await deep;
  dig(1);
  await none;
});

test('pots, cauldrons, composters and bells are used by clicks', async () => {
  const realm = await startRealm(makeRealmFolder({ gameMode: 'SURVIVAL', difficultyLevel: 'PEACEFUL' }));
  const ada = await joinBot(realm.gameSocket, 'Ada');
  const at = ada.entity.position.floored().offset(2, 0, 0);
  await command(realm, `fill ${words(at.offset(-3, -1, -3))} ${words(at.offset(3, -1, 3))} stone`);
  await command(realm, `fill ${words(at.offset(-3, 0, -3))} ${words(at.offset(3, 3, 3))} air`);
  const use = async (block: string, item: string | null): Promise<void> => {
    if (item) await hold(realm, ada, item);
    const target = ada.blockAt(at);
    if (target?.name !== block) throw new Error(`${target?.name} is there`);
    // From the west.
    await ada.activateBlock(target, at.offset(-1, 0, 0).minus(at));
  };
  const set = async (block: string): Promise<void> => {
    await command(realm, `setblock ${words(at)} ${block}`);
    await until(() => (ada.blockAt(at)?.name === block ? true : null));
  };
  const becomes = (name: string, level?: number) =>
    until(() => {
      const block = ada.blockAt(at);
      return block?.name === name && (level === undefined || block.getProperties()['level'] === level) ? true : null;
    });
  const count = (name: string): number => ada.inventory.count(ada.registry.itemsByName[name]?.id ?? -1, null);

  await set('flower_pot');
  await use('flower_pot', 'poppy');
  await becomes('potted_poppy');
  expect(count('poppy')).toBe(0);
  await use('potted_poppy', 'stick');
  await becomes('flower_pot');
  await until(() => (count('poppy') === 1 ? true : null));

  await set('cauldron');
  await use('cauldron', 'water_bucket');
  await becomes('cauldron', 3);
  await use('cauldron', 'glass_bottle');
  await becomes('cauldron', 2);
  await until(() => (count('potion') === 1 && count('bucket') === 1 ? true : null));

  await set('composter');
  await hold(realm, ada, 'pumpkin_pie', 7);
  for (const level of [1, 2, 3, 4, 5, 6, 8]) {
    await use('composter', null);
    await becomes('composter', level);
  }
  await use('composter', null);
  await becomes('composter', 0);
  await until(() =>
    Object.values(ada.entities).some(({ name }) => name === 'item') || count('bone_meal') ? true : null,
  );

  await set('bell');
  const rung = packet(ada, 'block_action', ({ byte1 }) => byte1 === 1);
  await use('bell', null);
  await rung;
});
