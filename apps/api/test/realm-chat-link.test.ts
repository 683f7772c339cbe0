import { expect, test } from 'vitest';
import { linkChat, withSandbox } from './chat-people.ts';
import { makeUser, realmBody } from './people.ts';
import { startTestApi } from './start-test-api.ts';
import { runSql } from '@realmkeep/testkit/sql';

test('a realm wants a linked chat account', async () => {
  await using strict = await startTestApi({ environment: { ...withSandbox, REQUIRE_CHAT_LINK: 'true' } });
  const user = await makeUser(strict);
  const { client } = user;
  const body = realmBody('My Castle', 'castle');
  await expect(client.realmPossibility()).resolves.toMatchObject({ possible: false, reason: 'chat_link_required' });
  const required = { status: 403, code: 'chat_link_required' };
  await expect(client.realmCreate({ body })).rejects.toMatchObject(required);

  const account = await linkChat(strict, user);
  await expect(client.userMe()).resolves.toMatchObject({
    chat_account: { id: account.id, username: expect.any(String), linked_at: expect.any(String) },
  });
  await expect(client.realmPossibility()).resolves.toMatchObject({ possible: true, reason: null });
  await expect(client.realmCreate({ body })).resolves.toMatchObject({ name: 'My Castle' });

  // An account on another platform does not count.
  await runSql(strict.config.databaseUrl, "update chat_accounts set platform = 'discord'");
  await expect(client.realmPossibility()).resolves.toMatchObject({ reason: 'chat_link_required' });
  await expect(client.userMe()).resolves.toMatchObject({ chat_account: null });
});
