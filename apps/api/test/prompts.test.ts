import { randomUUID } from 'node:crypto';
import type { TokenPair } from '@realmkeep/contract';
import { runSql } from '@realmkeep/testkit/sql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeAccount, updateAccount } from '../../fake-providers/src/chat/account-store.ts';
import type { FakeMessage } from '../../fake-providers/src/chat/message-store.ts';
import { promptsDeliver } from '../src/domains/identity/chat/prompt-queue.ts';
import { promptSweep } from '../src/domains/identity/chat/chat-sweep.ts';
import { realmsOverlimit } from '../src/domains/realms/realms-overlimit.ts';
import { subscriptionsRenew } from '../src/domains/subscriptions/subscription-renew.ts';
import { askedLogin, buttonId, chatOf, interact, latestMessage, makeLinked, messagesOf } from './chat-people.ts';
import { openLoginSocket, press, pressBody, withSandbox } from './chat-people.ts';
import { realmBody, type TestUser } from './people.ts';
import { giveCoins } from './people-money.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ environment: withSandbox });
});
afterAll(() => api[Symbol.asyncDispose]());

const sql = (text: string, values: unknown[] = []) => runSql(api.config.databaseUrl, text, values);
const site = withSandbox.PUBLIC_URL;

/** The message with this text once it has arrived: the api's own job may be delivering it. */
async function delivered(account: FakeAccount, said: string): Promise<FakeMessage> {
  await promptsDeliver(api.app.ctx);
  await expect.poll(async () => (await latestMessage(api, account)).content).toContain(said);
  return latestMessage(api, account);
}

function linksOf({ components }: FakeMessage): string[] {
  return components.flatMap((row) => row.components.flatMap((button) => ('url' in button ? [button.url] : [])));
}

async function logIn(user: TestUser, account: FakeAccount): Promise<string> {
  const login = await askedLogin(api, user, account);
  const { ended } = openLoginSocket(api, login.track_id);
  await login.approve();
  return ((await ended).said as TokenPair).token;
}

/** Makes the account look as if it had only been used from elsewhere. */
const moveAway = (user: TestUser) =>
  sql("update login_networks set network = '203.0.113.9' where user_id = $1", [user.id]);

test('a login from a new place is asked about, and ends at the word of the player; one from a known place is not', async () => {
  const { user, account } = await makeLinked(api);
  await moveAway(user);
  const token = await logIn(user, account);
  const message = await delivered(account, 'a network you have not used before');
  expect(message.content).toMatch(/IP address: (127\.0\.0\.1|::1)/);
  expect(linksOf(message)).toEqual([`${site}/account`]);
  const stranger = buttonId(message, 'It wasn’t me: log them out');
  const pressed = { accountId: account.id, messageId: message.id, buttonId: stranger };
  await expect(press(api, pressed)).resolves.toContain('Change your password now');
  await expect(api.clientWith(token).userMe()).rejects.toMatchObject({ status: 401 });
  await expect(user.client.userMe()).resolves.toMatchObject({ nickname: user.nickname });

  const count = (await messagesOf(api, account)).length;
  await logIn(user, account);
  await promptsDeliver(api.app.ctx);
  // Only the question of the second step.
  expect(await messagesOf(api, account)).toHaveLength(count + 1);
  expect(await sql('select 1 from chat_prompts where user_id = $1 and next_send_at is not null', [user.id])).toEqual(
    [],
  );
});

test('whoever confirms “It was me” stays logged in, and nobody else can answer', async () => {
  const { user, account } = await makeLinked(api);
  const other = await makeLinked(api);
  await moveAway(user);
  const token = await logIn(user, account);
  const message = await delivered(account, 'a network you have not used before');
  const stranger = buttonId(message, 'It wasn’t me: log them out');
  const pressAs = (id: string) => press(api, { accountId: id, messageId: message.id, buttonId: stranger });
  await expect(pressAs(other.account.id)).resolves.toContain('can no longer be answered');
  const mine = buttonId(message, 'It was me');
  await press(api, { accountId: account.id, messageId: message.id, buttonId: mine });
  await expect(pressAs(account.id)).resolves.toContain('already been answered');
  await expect(api.clientWith(token).userMe()).resolves.toMatchObject({ nickname: user.nickname });
});

test('a renewal that fails is told, with ways to mend it; its words stay when their time is over', async () => {
  const { user, account } = await makeLinked(api);
  await giveCoins(api, user, 300);
  const { items } = await api.anonymous.productList({ query: { currency: 'COINS', category: 'PRIVILEGES' } });
  const zombie = items.find(({ logicValue, price }) => logicValue > 0 && price === 300);
  await user.client.subscriptionActivate({ body: { productId: zombie?.id ?? '' } });
  const past =
    "period_started_at = period_started_at - interval '2 months', period_ends_at = now() - interval '1 hour'";
  await sql(`update subscriptions set ${past} where user_id = $1`, [user.id]);
  await subscriptionsRenew(api.app.ctx);
  const message = await delivered(account, 'could not be renewed');
  expect(linksOf(message)).toEqual([`${site}/shop`, `${site}/shop?category=PRIVILEGES`]);

  // A link is not an option, even when somebody claims that it was pressed.
  const [prompt] = await sql('select id, buttons from chat_prompts where user_id = $1 order by created_at desc', [
    user.id,
  ]);
  const [link] = (prompt?.['buttons'] ?? []) as { id: string; button_type: string }[];
  expect(link).toMatchObject({ button_type: 'LINK' });
  await interact(api, pressBody({ accountId: account.id, messageId: message.id, buttonId: link?.id ?? '' }));
  const status = async () => {
    const [row] = await sql('select status from chat_prompts where id = $1', [prompt?.['id']]);
    return row?.['status'];
  };
  expect(await status()).toBe('WAITING');
  await sql('update chat_prompts set timeout_at = now() where id = $1', [prompt?.['id']]);
  await promptSweep(api.app.ctx);
  await expect.poll(status).toBe('TIMEOUT');
  await expect
    .poll(() => latestMessage(api, account))
    .toMatchObject({ id: message.id, components: [], content: message.content });
});

test('the deletion of a realm is told three days before; who takes no messages is not written to again', async () => {
  const { user, account } = await makeLinked(api);
  const { id } = await user.client.realmCreate({ body: realmBody('Doomed', `a${randomUUID().slice(0, 12)}`) });
  const due = "overlimit = true, power = 'OFF', deletion_timeout = now() + interval '2 days'";
  await sql(`update realms set ${due} where id = $1`, [id]);
  await realmsOverlimit(api.app.ctx);
  const message = await delivered(account, '“Doomed” is above your plan’s limit');
  expect(linksOf(message)).toEqual([`${site}/shop?category=PRIVILEGES`, `${site}/realm/backups?id=${id}`]);

  updateAccount(chatOf(api).db, account.id, { allowsMessages: false });
  await sql('update realms set deletion_warned_at = null where id = $1', [id]);
  await realmsOverlimit(api.app.ctx);
  await promptsDeliver(api.app.ctx);
  const states = () => sql('select status from chat_prompts where user_id = $1 order by created_at', [user.id]);
  await expect.poll(states).toEqual([{ status: 'WAITING' }, { status: 'TIMEOUT' }]);
});
