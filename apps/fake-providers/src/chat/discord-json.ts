import type { FakeAccount } from './account-store.ts';
import type { ChatKeys } from '../keys.ts';
import type { FakeMessage } from './message-store.ts';

/** An account as Discord describes it to others. */
export function userJson({ id, name }: FakeAccount) {
  return { id, username: name, discriminator: '0', global_name: name, avatar: null };
}

/** A direct message of the bot's as Discord describes it. */
export function messageJson(keys: ChatKeys, account: FakeAccount, message: FakeMessage) {
  return {
    id: message.id,
    channel_id: account.channelId,
    type: 0,
    author: {
      id: keys.clientId,
      username: 'Realmkeep',
      discriminator: '0',
      global_name: null,
      avatar: null,
      bot: true,
    },
    content: message.content,
    components: message.components,
    timestamp: message.createdAt.toISOString(),
    edited_timestamp: message.editedAt?.toISOString() ?? null,
  };
}
