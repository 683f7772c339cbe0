import { expect, test } from 'vitest';
import { blockName, breakBlock, groundAround, joinBot, kickWords, sees, startBot } from './bots.ts';
import { makeRealmFolder, PLAYER_ADDRESS, startRealm, until } from './realm-process.ts';

test('a player comes in, is told of, and leaves', async () => {
  const realm = await startRealm(makeRealmFolder());
  expect(await realm.state()).toMatchObject({ phase: 'READY', players: [], tps: null, slots: 2 });
  const bot = await joinBot(realm.gamePort, 'Ada');
  expect(blockName(bot, bot.entity.position.floored().offset(0, -1, 0))).toBe('grass_block');
  const { players, worlds } = await realm.stateWhere((state) => state.players.length === 1);
  expect(players).toEqual([{ nickname: 'Ada', uuid: bot.player.uuid, world: 'overworld' }]);
  expect(worlds).toEqual([{ name: 'overworld', players: 1 }]);
  const { tps } = await realm.stateWhere((state) => state.tps !== null && state.tps < 20.1);
  expect(tps).toBeGreaterThan(15);
  await realm.consoleLine(`Ada came in (${PLAYER_ADDRESS})`);
  bot.quit();
  await realm.stateWhere((state) => state.players.length === 0 && state.tps === null);
});
