import { createClient } from '@realmkeep/contract';
import { createRealm, logIn, register } from '@realmkeep/testkit/people';
import type { Bot } from 'mineflayer';
import { expect } from 'vitest';
import { blockName, dig, groundAround, joinWhenUp, sentOff, startClient } from './game-client.ts';

const name = 'Traveller';
const patience = { timeout: 240_000, interval: 50 };

interface Way {
  /** The product's URL. */
  url: string;
  gamePort: number;
  baseDomain: string;
  /** A fault of the product during play that no player may notice. */
  befalls: (realmId: string) => Promise<void>;
  /** What is still left of a realm. */
  remains: (realmId: string) => unknown;
}

/**
 * From the registration to the deletion of a realm, with any driver: two players go on building through a fault of the product, and nothing is left
 * at the end.
 * @returns who was cut off, and with which reason
 */
export async function journey({ url, gamePort, baseDomain, befalls, remains }: Way): Promise<string[]> {
  await register(url, name);
  const { token } = await logIn(url, name);
  const client = createClient({ baseUrl: `${url}/api`, token: async () => token });
  const id = await createRealm(url, token, 'far');
  const params = { id };
  const isReady = () => expect.poll(async () => (await client.realmGet({ params })).live.phase, patience).toBe('READY');
  await isReady();
  const host = `far.${baseDomain}`;
  const players: Bot[] = [];
  const cutOff: string[] = [];
  let isOver = false;
  try {
    for (const nickname of [name, 'Companion']) {
      const player = await joinWhenUp(gamePort, host, nickname);
      player.on('end', (reason) => {
        if (!isOver) cutOff.push(`${nickname}: ${reason}`);
      });
      players.push(player);
    }
    await befalls(id);
    // They are not merely connected: each digs a block, and is shown it.
    for (const [index, player] of players.entries()) {
      const at = groundAround(player, players.length)[index];
      if (at === undefined) throw new Error('there is no ground');
      dig(player, at);
      await expect.poll(() => blockName(player, at), patience).toBe('air');
    }
    await isReady();
  } finally {
    isOver = true;
    for (const player of players) player.end();
  }
  await client.realmDelete({ params });
  await expect.poll(() => remains(id), patience).toEqual([]);
  await expect
    .poll(async () => {
      const late = startClient(gamePort, host, 'Latecomer');
      return sentOff(late).finally(() => late.end());
    }, patience)
    .toMatch(/no (realm|server)/i);
  return cutOff;
}
