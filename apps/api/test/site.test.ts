import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { becomes } from '@realmkeep/testkit/becomes';
import { makeUser, realmBody } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const now = () => api.anonymous.siteNow();
const nowIs = (realms: number, players: number) => becomes(now).toEqual({ realms, players });
const player = (nickname: string) => ({ nickname, uuid: randomUUID(), world: 'overworld' as const });

test('a visitor is told how many realms and players are on, by what goes on at that moment', async () => {
  expect(await now()).toEqual({ realms: 0, players: 0 });
  const first = await makeUser(api);
  const second = await makeUser(api);
  const { id } = await first.client.realmCreate({ body: realmBody('First Realm', 'now-first') });
  await nowIs(1, 0);
  const other = await second.client.realmCreate({ body: realmBody('Second Realm', 'now-second') });
  await nowIs(2, 0);

  api.runtime.setPlayers(id, [player('Ada'), player('Bob')]);
  api.runtime.setPlayers(other.id, [player('Cyd')]);
  await nowIs(2, 3);
  api.runtime.setPlayers(id, [player('Ada')]);
  await nowIs(2, 2);

  await second.client.realmPowerSet({ params: { realmId: other.id }, body: { power: 'OFF' } });
  await nowIs(1, 1);
  await first.client.realmDelete({ params: { id } });
  await nowIs(0, 0);
});

test('who sets no link to the community or to support has its chat’s invitation for both', async () => {
  await using own = await startTestApi({ environment: { PUBLIC_URL: 'http://localhost:3000' } });
  const { chat, links: ours } = await own.anonymous.siteConfig();
  expect(chat?.invite).toContain('/sandbox/chat');
  expect(ours).toMatchObject({ community: chat?.invite, support: chat?.invite, wiki: null });
  expect((await api.anonymous.siteConfig()).links).toMatchObject({ community: null, support: null });

  const set = { COMMUNITY_URL: 'https://community.example/', SUPPORT_URL: '' };
  await using other = await startTestApi({ environment: set });
  const { links } = await other.anonymous.siteConfig();
  expect(links).toMatchObject({ community: set.COMMUNITY_URL, support: set.COMMUNITY_URL });

  await using third = await startTestApi({ environment: { ...set, SUPPORT_URL: 'https://help.example/' } });
  expect((await third.anonymous.siteConfig()).links).toMatchObject({ support: 'https://help.example/' });
});
