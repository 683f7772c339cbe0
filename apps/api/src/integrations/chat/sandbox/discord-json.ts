import type { SandboxAccount } from './account-store.ts';
import type { SandboxMessage } from './message-store.ts';
import type { SandboxKeys } from './sandbox-keys.ts';

/** An account as Discord describes it to others. */
export function userJson({ id, name }: SandboxAccount) {
  return { id, username: name, discriminator: '0', global_name: name, avatar: null };
}

/** A direct message of the bot's as Discord describes it. */
export function messageJson(keys: SandboxKeys, account: SandboxAccount, message: SandboxMessage) {
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
