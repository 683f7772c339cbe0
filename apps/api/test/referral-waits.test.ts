import { afterAll, beforeAll, expect, test } from 'vitest';
import { referralsRipen } from '../src/domains/coins/referrals/referrals.ts';
import { insertAccount, usualTraits, type AccountTraits } from '../../fake-providers/src/chat/account-store.ts';
import { linkChat, chatOf, withSandbox } from './chat-people.ts';
import { freshName, logIn, makeUser, password, registerBody, type TestUser } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ environment: withSandbox });
});
afterAll(() => api[Symbol.asyncDispose]());

async function makePair(): Promise<{ referrer: TestUser; friend: TestUser }> {
  const referrer = await makeUser(api);
  const nickname = freshName();
  await api.anonymous.userRegister({ body: registerBody(nickname, { referrer_username: referrer.nickname }) });
  const tokens = await logIn(api, nickname);
  const client = api.clientWith(tokens.token);
  return { referrer, friend: { nickname, tokens, client, id: (await client.userMe()).id } };
}

async function chatAccount(traits: Partial<AccountTraits>) {
  const account = insertAccount(chatOf(api).db, freshName(), { ...usualTraits, ...traits });
  if (!account) throw new Error('The sandbox takes no account');
  return account;
}

/** Runs the job as this many days later, as far as the age of chat accounts goes. */
const ripen = (daysLater: number) => {
  const { ctx } = api.app;
  const referrals = { ...ctx.config.referrals, minimumDays: ctx.config.referrals.minimumDays - daysLater };
  return referralsRipen({ ...ctx, config: { ...ctx.config, referrals } });
};
const coinsOf = async ({ client }: TestUser) => (await client.userMe()).coins;
const waitingOf = async ({ client }: TestUser) =>
  (await client.walletStatement({ query: {} })).waiting.map(({ coins, wait }) => [coins, wait.reason]);

test('a chat account of some age with a verified address brings the bonus at the linking', async () => {
  const { referrer, friend } = await makePair();
  expect(await waitingOf(friend)).toEqual([[300, 'LINK']]);
  await linkChat(api, friend);
  expect([await coinsOf(referrer), await coinsOf(friend)]).toEqual([300, 300]);
  expect(await waitingOf(friend)).toEqual([]);
});

test('one that is too young is linked, says until when it waits, and brings it then, once', async () => {
  const { referrer, friend } = await makePair();
  const before = Date.now();
  const account = await linkChat(api, friend, await chatAccount({ ageDays: 5 }));
  expect([await coinsOf(referrer), await coinsOf(friend)]).toEqual([0, 0]);
  const [own] = (await friend.client.walletStatement({ query: {} })).waiting;
  expect(own).toMatchObject({ kind: 'REFERRAL_BONUS', own: true, coins: 300, wait: { reason: 'AGE' } });
  const until = Date.parse(own?.wait.until ?? '');
  expect(until - before).toBeGreaterThan(1.99 * 24 * 3_600_000);
  expect(until - before).toBeLessThan(2.01 * 24 * 3_600_000);
  expect((await referrer.client.userReferrals({ query: {} })).items).toMatchObject([
    { status: 'NOT_VERIFIED', waits: own?.wait },
  ]);

  await ripen(1);
  expect(await coinsOf(referrer)).toBe(0);
  await Promise.all(Array.from({ length: 8 }, () => ripen(2.001)));
  expect([await coinsOf(referrer), await coinsOf(friend)]).toEqual([300, 300]);
  await friend.client.chatUnlink({ body: { user_password: password } });
  await linkChat(api, friend, account);
  await ripen(3);
  expect([await coinsOf(referrer), await coinsOf(friend)]).toEqual([300, 300]);
});

test('one that is unlinked while it waits brings nothing', async () => {
  const { referrer, friend } = await makePair();
  await linkChat(api, friend, await chatAccount({ ageDays: 5 }));
  await friend.client.chatUnlink({ body: { user_password: password } });
  await ripen(7);
  expect(await coinsOf(referrer)).toBe(0);
  expect(await waitingOf(friend)).toEqual([[300, 'LINK']]);
});

test('one without a verified address waits for it, however old it gets; linked anew with one it brings the bonus', async () => {
  const { referrer, friend } = await makePair();
  const account = await linkChat(api, friend, await chatAccount({ addressVerified: false }));
  await ripen(7);
  expect(await coinsOf(referrer)).toBe(0);
  expect(await waitingOf(friend)).toEqual([[300, 'ADDRESS']]);
  chatOf(api).db.prepare('update accounts set address_verified = 1 where id = ?').run(account.id);
  await friend.client.chatUnlink({ body: { user_password: password } });
  await linkChat(api, friend, account);
  expect([await coinsOf(referrer), await coinsOf(friend)]).toEqual([300, 300]);
});

test('one that has earned before brings nothing, and the page says why', async () => {
  const { referrer, friend } = await makePair();
  const account = await linkChat(api, friend);
  await friend.client.chatUnlink({ body: { user_password: password } });
  const second = await makePair();
  await linkChat(api, second.friend, account);
  await ripen(7);
  expect([await coinsOf(referrer), await coinsOf(second.referrer)]).toEqual([300, 0]);
  expect(await waitingOf(second.friend)).toEqual([[300, 'SPENT']]);
});
