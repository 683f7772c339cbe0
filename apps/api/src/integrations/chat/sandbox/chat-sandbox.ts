import { EventEmitter } from 'node:events';
import { openDb, openPool } from '../../../db/pool.ts';
import { createDiscord } from '../discord/discord.ts';
import { deleteEndedConsents } from './consent-store.ts';
import { deleteOldMessages } from './message-store.ts';
import { createRestServer } from './rest-server.ts';
import { type ChatSandbox, sandboxPath } from './sandbox.ts';
import { sandboxKeys } from './sandbox-keys.ts';

/** Of its own: whoever waits for the chat platform may hold a connection meanwhile. */
const maxConnections = 4;

interface SandboxSettings {
  databaseUrl: string;
  publicUrl: string;
  redirectUri: string;
  /** What its keys are derived from. */
  tokenKey: string;
}

/** Serves Discord's HTTP on a loopback port of its own, until the platform is closed. */
export async function startChatSandbox(settings: SandboxSettings): Promise<ChatSandbox> {
  const { publicUrl, redirectUri } = settings;
  const keys = sandboxKeys(settings.tokenKey);
  const db = openDb(openPool(settings.databaseUrl, maxConnections));
  const changes = new EventEmitter<Record<string, []>>().setMaxListeners(0);
  const rest = createRestServer({ db, keys, changes, publicUrl });
  const origin = await rest.listen({ host: '127.0.0.1', port: 0 });
  const apiBase = `${origin}/api`;
  const discord = createDiscord({
    ...keys,
    name: 'sandbox',
    apiBase,
    authorizePage: `${publicUrl}${sandboxPath}/authorize`,
    inviteUrl: `${publicUrl}${sandboxPath}/community`,
    redirectUri,
  });
  const platform = {
    ...discord,
    async close() {
      await discord.close();
      await rest.close();
      await db.destroy();
    },
  };
  return { db, keys, apiBase, publicUrl, redirectUri, changes, platform };
}

/** Removes what is of no use any more. */
export async function chatSandboxSweep({ db }: ChatSandbox): Promise<void> {
  await deleteOldMessages(db);
  await deleteEndedConsents(db);
}
