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
  });
  return bot;
}
