import { connect, type NetConnectOpts } from 'node:net';
import mineflayer, { type Bot, type BotOptions } from 'mineflayer';

/**
 * A real game client, which connects once its plugins listen. By itself mineflayer connects one timer earlier, and in a process that is delayed then
 * the server's first packets would have no listener.
 * @param first bytes sent before the handshake
 */
export function createGameBot(
  options: Omit<BotOptions, 'connect'>,
  to: NetConnectOpts,
  first: Uint8Array = new Uint8Array(),
): Bot {
  const bot = mineflayer.createBot({
    version: '1.16.5',
    auth: 'offline',
    hideErrors: true,
    logErrors: false,
    // In chunks: enough to stand and dig on. Each further column of the land is made, sent and read.
    viewDistance: 2,
    ...options,
    connect: () => undefined,
  });
  bot.once('inject_allowed', () => {
    const socket = connect(to);
    socket.write(first);
    bot._client.setSocket(socket);
    bot.waitForChunksToLoad = () => landAround(bot);
  });
  return bot;
}

/**
 * Resolves once the client has the 25 columns around it. Mineflayer's own takes x = -0.5 for column 0, and waits there for columns that
 * are out of view. @throws Error after 10 s, with how many are missing
 */
function landAround(bot: Bot): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = (): void => {
    if (missingColumns(bot) === 0) resolve();
  };
  const timer = setTimeout(() => reject(new Error(`${missingColumns(bot)} columns did not come in 10 s`)), 10_000);
  bot.on('chunkColumnLoad', look);
  bot.on('forcedMove', look);
  look();
  return promise.finally(() => {
    clearTimeout(timer);
    bot.off('chunkColumnLoad', look);
    bot.off('forcedMove', look);
  });
}

const around = [-2, -1, 0, 1, 2];

function missingColumns(bot: Bot): number {
  const { position } = bot.entity;
  const places = around.flatMap((x) => around.map((z) => position.offset(16 * x, 0, 16 * z)));
  return places.filter((place) => !bot.world.getColumnAt(place)).length;
}
