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
