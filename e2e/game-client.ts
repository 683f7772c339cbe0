import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { createGameBot } from '@realmkeep/testkit/game-bot';
import type { Bot } from 'mineflayer';

/** A place in the world. */
export type Position = Bot['entity']['position'];

const deadlineMs = 45_000;

/** A game client that connects to the gateway on loopback, with the realm's host name in its handshake. */
export function startClient(gamePort: number, host: string, nickname: string, address = '127.0.0.1'): Bot {
  const bot = createGameBot({ fakeHost: host, username: nickname }, { host: address, port: gamePort });
  bot.on('error', () => undefined);
  return bot;
}

/** A client that has joined and has loaded the land around it. @throws Error with the reason it was disconnected with */
export async function joinRealm(gamePort: number, host: string, nickname: string, address?: string): Promise<Bot> {
  const bot = startClient(gamePort, host, nickname, address);
  const signal = AbortSignal.timeout(deadlineMs);
  const refused = Promise.race([sentOff(bot), once(bot, 'end', { signal }).then(([reason]) => String(reason))]).then(
    (words) => {
      throw new Error(words);
    },
  );
  try {
    await Promise.race([once(bot, 'spawn', { signal }), refused]);
    await Promise.race([bot.waitForChunksToLoad(), refused]);
    return bot;
  } catch (error) {
    bot.end();
    throw error;
  }
}

/**
 * A client that tries until it is let in: the realm may be starting, and after a kill of the api the gateway learns where the realm is only
 * when it connects again. @throws Error with the reason of the last attempt, after a minute
 */
export async function joinWhenUp(gamePort: number, host: string, nickname: string, address?: string): Promise<Bot> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    try {
      return await joinRealm(gamePort, host, nickname, address);
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await setTimeout(100);
    }
  }
}

/** The reason that a client is disconnected with, during login or in the game. */
export async function sentOff(bot: Bot): Promise<string> {
  const signal = AbortSignal.timeout(deadlineMs);
  const packets = ['disconnect', 'kick_disconnect'].map((name) => once(bot._client, name, { signal }));
  const [packet] = (await Promise.any(packets)) as [{ reason: string }];
  return packet.reason;
}

/** Blocks of the ground within reach, not the ones below the feet. */
export function groundAround(bot: Bot, count: number): Position[] {
  const feet = bot.entity.position.floored();
  const offsets = [-2, -1, 0, 1, 2];
  const blocks = [-1, -2, -3]
    .flatMap((y) => offsets.flatMap((x) => offsets.map((z) => ({ x, y, z }))))
    .filter(({ x, z }) => x !== 0 || z !== 0)
    .map(({ x, y, z }) => feet.offset(x, y, z))
    .filter((at) => bot.blockAt(at)?.boundingBox === 'block');
  if (blocks.length < count) throw new Error(`There are only ${blocks.length} blocks around ${feet.toString()}`);
  return blocks.slice(0, count);
}

/** Digs a block in creative mode, with the single packet that clients send for that. */
export function dig(bot: Bot, at: Position): void {
  bot._client.write('block_dig', { status: 0, location: at, face: 1 });
}

export function blockName(bot: Bot, at: Position): string {
  return bot.blockAt(at)?.name ?? 'not loaded';
}
