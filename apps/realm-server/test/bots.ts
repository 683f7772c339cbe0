import { createHash } from 'node:crypto';
import { type EventEmitter, once } from 'node:events';
import { encodeProxyV2, type ProvenAccount } from '@realmkeep/protocol';
import { createGameBot } from '@realmkeep/testkit/game-bot';
import type { Bot } from 'mineflayer';
import { onTestFinished } from 'vitest';
import { command, playerAddress, type RealmProcess, until } from './realm-process.ts';

const deadlineMs = 40_000;

export type Position = Bot['entity']['position'];

/** What the gateway says of the nickname: that no account has it, nothing, or whose it is. */
type Whose = 'nobodys' | 'somebodys' | ProvenAccount;

/**
 * A real game client that has joined and sees the ground around it.
 * @param begun called with it before any packet arrives
 */
export async function joinBot(
  gameSocket: string,
  username: string,
  whose: Whose = 'nobodys',
  begun: (bot: Bot) => void = () => {},
): Promise<Bot> {
  const bot = startBot(gameSocket, username, { whose });
  begun(bot);
  const outcome = await Promise.race([
    once(bot, 'spawn', { signal: AbortSignal.timeout(deadlineMs) }).then(() => null),
    kickReason(bot),
  ]);
  if (outcome !== null) throw new Error(`${username} was sent off: ${outcome}`);
  await bot.waitForChunksToLoad();
  return bot;
}

/** A game client on its way in. It leaves when the test is over. */
export function startBot(
  gameSocket: string,
  username: string,
  { version = '1.16.5', whose = 'nobodys', code }: { version?: string; whose?: Whose; code?: string } = {},
): Bot {
  const header = {
    source: { host: playerAddress, port: 40_000 },
    destination: { host: '127.0.0.1', port: 25_565 },
    ...(code !== undefined && { code }),
    ...(whose === 'nobodys' && { unregistered: true as const }),
    ...(typeof whose === 'object' && { account: whose }),
  };
  const bot = createGameBot({ username, version }, { path: gameSocket }, encodeProxyV2(header));
  bot.on('error', () => undefined);
  onTestFinished(() => {
    bot.end();
  });
  return bot;
}

/** The reason for which the client is disconnected. @throws Error with what it received instead */
export function kickReason(bot: Bot): Promise<string> {
  return firstOf(bot, 'why it is sent off', ({ reason }) => reason ?? null);
}

/** Waits until the client is shown a line that contains the text. @throws Error with what it received instead */
export function hears(bot: Bot, text: string): Promise<string> {
  return firstOf(bot, text, ({ line }) => (line?.includes(text) ? line : null));
}

/** What a client receives: a line in the chat, or why it is disconnected. */
interface Told {
  line?: string;
  reason?: string;
}

/** The first match. A client whose connection has ended receives no more. */
async function firstOf(bot: Bot, what: string, wanted: (told: Told) => string | null): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const others: string[] = [];
  const fail = (how: string): void =>
    reject(new Error(`${bot.username} did not hear: ${what}. ${how}, it was told: ${others.join(', ') || 'nothing'}`));
  const tell = (told: Told): void => {
    const found = wanted(told);
    if (found === null) others.push(JSON.stringify(told));
    else resolve(found);
  };
  const client: EventEmitter = bot._client;
  // Several may arrive at once, of which a one-time listener would miss the second.
  const onLine = (message: { toString(): string }): void => tell({ line: message.toString() });
  const onReason = ({ reason }: { reason: string }): void => tell({ reason });
  const onEnd = (): void => fail('Before its connection has ended');
  const timer = setTimeout(() => fail(`Within ${deadlineMs} ms`), deadlineMs);
  bot.on('message', onLine).once('end', onEnd);
  client.once('disconnect', onReason).once('kick_disconnect', onReason);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    bot.off('message', onLine).off('end', onEnd);
    client.off('disconnect', onReason).off('kick_disconnect', onReason);
  }
}

export function blockName(bot: Bot, at: Position): string {
  return bot.blockAt(at)?.name ?? 'nothing';
}

/** Waits until the client sees such a block there. */
export async function sees(bot: Bot, at: Position, name: string): Promise<void> {
  await until(() => (blockName(bot, at) === name ? true : null));
}

/** Solid blocks of the ground around the client's feet, within its reach. */
export function groundAround(bot: Bot, count: number): Position[] {
  const feet = bot.entity.position.floored();
  const blocks: Position[] = [];
  for (let y = -1; y >= -3; y -= 1) {
    for (let x = -2; x <= 2; x += 1) {
      for (let z = -2; z <= 2; z += 1) {
        const at = feet.offset(x, y, z);
        const isBelowFeet = x === 0 && z === 0;
        if (!isBelowFeet && bot.blockAt(at)?.boundingBox === 'block' && blocks.length < count) blocks.push(at);
      }
    }
  }
  if (blocks.length < count) throw new Error(`only ${blocks.length} blocks around ${feet.toString()}`);
  return blocks;
}

/** Breaks a block in creative mode, as a client does: with one packet. */
export function breakBlock(bot: Bot, at: Position): void {
  bot._client.write('block_dig', { status: 0, location: at, face: 1 });
}

/** Turns somewhere, and returns when the realm knows. */
export async function turnTo(bot: Bot, at: Position): Promise<void> {
  await bot.lookAt(at, true);
  const { yaw, pitch } = bot.entity;
  const degrees = { yaw: 180 - (yaw * 180) / Math.PI, pitch: (-pitch * 180) / Math.PI };
  bot._client.write('look', { ...degrees, onGround: true });
  const answer = once(bot._client, 'transaction');
  const item = { present: false };
  bot._client.write('window_click', { windowId: 99, slot: 0, mouseButton: 0, action: 7, mode: 0, item });
  await answer;
}

/** Interacts with something, wherever the bot looks: mineflayer's own call turns it first, and waits in vain while it rides. */
export function useEntity(bot: Bot, { id }: Pick<Bot['entity'], 'id'>): void {
  bot._client.write('use_entity', { target: id, mouse: 0, hand: 0, sneaking: false });
}

/** Hits something once, wherever the bot looks. */
export function hitEntity(bot: Bot, { id }: Pick<Bot['entity'], 'id'>): void {
  bot._client.write('use_entity', { target: id, mouse: 1, sneaking: false });
}

/** The next packet of a kind for which this holds. */
export async function packet(
  bot: Bot,
  name: string,
  holds: (fields: Record<string, unknown>) => boolean,
): Promise<void> {
  const client: EventEmitter = bot._client;
  await new Promise<void>((resolve) => {
    client.on(name, function heard(fields: Record<string, unknown>) {
      if (!holds(fields)) return;
      client.off(name, heard);
      resolve();
    });
  });
}

/** A place as commands have it. */
export const words = ({ x, y, z }: Position): string => `${x} ${y} ${z}`;

/** Gives a player something, and has them take it into the hand. */
export async function hold(realm: RealmProcess, bot: Bot, name: string, count = 1): Promise<void> {
  const type = bot.registry.itemsByName[name]?.id ?? -1;
  await command(realm, `give ${bot.username} ${name} ${count}`);
  await until(() => (bot.inventory.count(type, null) >= count ? true : null));
  await bot.equip(type, 'hand');
}

/** An account whose code proves its player to be the owner, in realms that list it among their managers. */
export const account = { nickname: 'Owner_1', epoch: 1 };
const code = 'K7PM3XQD';

export async function ownerOn(realm: RealmProcess): Promise<Bot> {
  const bot = await joinBot(realm.gameSocket, account.nickname, 'somebodys');
  const hash = createHash('sha256').update(code).digest('hex');
  await realm.call('POST', '/login-code', { ...account, hash, expiresAt: Date.now() + 60_000 });
  const confirmed = hears(bot, 'Confirmed: you are Owner_1.');
  bot.chat(`/login ${code}`);
  await confirmed;
  return bot;
}
