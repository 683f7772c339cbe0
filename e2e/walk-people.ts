import { setInterval } from 'node:timers/promises';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { createClient } from '@realmkeep/contract';
import { runSql } from '@realmkeep/testkit/sql';
import { databaseOf, startProduct } from '@realmkeep/testkit/product';
import { joinWhenUp } from './game-client.ts';
import { createRealm, linkChat, logIn, manyPlayers, password, register, type Tokens } from '@realmkeep/testkit/people';
import { endProduct, newPlace } from '@realmkeep/testkit/place';

/** A product with content on each of its pages, and the people who visit them. */

const adminScript = new URL('../apps/api/scripts/admin.ts', import.meta.url).pathname;

/** The visitor: without an account; with an empty one; with everything; on the smallest tier; a co-owner; an operator. */
export type Who = 'visitor' | 'newcomer' | 'owner' | 'beginner' | 'partner' | 'admin';

export const nicknames: Record<Exclude<Who, 'visitor'>, string> = {
  newcomer: 'Newcomer_1',
  owner: 'Keeper_of_Keeps1',
  beginner: 'Beginner_1',
  partner: 'Partner_1',
  admin: 'Warden_1',
};

export interface WalkWorld {
  url: string;
  /** The realm of the owner, which has everything, and the beginner's. */
  realms: { owner: string; beginner: string };
  /** A session of each visitor for each walk, so that no walk refreshes another's. */
  tokens: Record<Exclude<Who, 'visitor'>, Tokens[]>;
  stop: () => Promise<void>;
}

/** @param walks how many will run at once */
export async function startWalkWorld(walks: number): Promise<WalkWorld> {
  const place = await newPlace();
  const product = startProduct(place, [
    ...manyPlayers,
    '--challenges-per-account',
    '100',
    '--support-url',
    'https://support.example/',
  ]);
  await product.started;
  const { url } = product;
  const sql = async (text: string, values: unknown[]) => runSql(await databaseOf(place), text, values);

  const { newcomer, owner, beginner, partner, admin } = nicknames;
  for (const nickname of Object.values(nicknames)) await register(url, nickname);
  await clientOf(url, '').userRegister({
    body: { username: 'Invited_1', password, referrer_username: owner, language: 'en' },
  });
  await promisify(execFile)(process.execPath, [adminScript, 'grant', admin.toLowerCase()], {
    env: { DATA_DIR: place.dataDir },
  });
  await sql(`update users set tier = 'DRAGON' where nickname = $1`, [owner]);

  // Before the chat account is linked, which would require a second step.
  const sessionsOf = async (nickname: string): Promise<Tokens[]> => {
    const tokens: Tokens[] = [];
    // One more for the calls made here.
    for (let walk = 0; walk <= walks; walk += 1) tokens.push(await logIn(url, nickname));
    return tokens;
  };
  const tokens = {
    newcomer: await sessionsOf(newcomer),
    owner: await sessionsOf(owner),
    beginner: await sessionsOf(beginner),
    partner: await sessionsOf(partner),
    admin: await sessionsOf(admin),
  };
  const own = (who: Exclude<Who, 'visitor'>) => tokens[who][walks]?.token ?? '';
  for (const who of ['owner', 'beginner', 'partner', 'admin'] as const) await linkChat(url, own(who), nicknames[who]);

  await clientOf(url, own('admin')).adminCoinsGrant({
    body: { username: owner, coins: 1250, expires: null, reason: 'For the walk', requestId: randomUUID() },
  });
  const realms = {
    owner: await createRealm(url, own('owner'), 'castle-by-sea-12'),
    beginner: await createRealm(url, own('beginner'), 'first-steps'),
  };
  await furnish(url, own('owner'), realms.owner, partner);
  const bot = await joinWhenUp(place.gamePort, 'castle-by-sea-12.localhost', 'Visitor_7');

  return {
    url,
    realms,
    tokens,
    stop: async () => {
      bot.end();
      await endProduct(product, place);
    },
  };
}

const clientOf = (url: string, token: string) => createClient({ baseUrl: `${url}/api`, token: async () => token });

/** Adds everything a realm can have: a co-owner, a schedule, a database, a file, a backup. */
async function furnish(url: string, token: string, id: string, partner: string): Promise<void> {
  const client = clientOf(url, token);
  const params = { id };
  await client.realmPartnerAdd({ params, body: { username: partner } });
  await client.realmScheduleCreate({
    params,
    body: {
      name: 'Good morning',
      action: 'COMMAND',
      command: 'say Good morning',
      time: '07:30',
      weekdays: [1, 2, 3, 4, 5],
      zone: 'Europe/Warsaw',
      enabled: true,
    },
  });
  await client.realmDatabaseCreate({ params });
  await until(async () => (await client.realmDatabase({ params })).database?.state === 'ready');
  await until(async () => (await client.realmGet({ params })).live.phase === 'READY');
  await client.realmBackupCreate({ params });
  await until(async () => (await client.realmBackups({ params })).backups[0]?.state === 'READY');
}

/** Polls until the condition holds. @throws AbortError after a minute */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for await (const _ of setInterval(100, undefined, { signal: AbortSignal.timeout(60_000) })) if (await isSo()) return;
}
