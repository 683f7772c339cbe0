import { OAuth2Scopes } from 'discord-api-types/v10';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { findAccount, findAccountOfChannel, joinCommunity, type SandboxAccount } from './account-store.ts';
import { findGrant, hasScope } from './consent-store.ts';
import { faults } from './discord-faults.ts';
import { messageJson, userJson } from './discord-json.ts';
import { MessageEdit, NewMessage } from './message-shapes.ts';
import { insertMessage, updateMessage } from './message-store.ts';
import type { RestSandbox } from './sandbox.ts';
import { isSecret, secretHash } from '../../secret-hash.ts';
import { Snowflake } from './snowflake.ts';

const MemberPath = z.object({ guild: z.string(), user: Snowflake });
const MemberBody = z.object({ access_token: z.string() });
const ChannelBody = z.object({ recipient_id: Snowflake });
const ChannelPath = z.object({ channel: Snowflake });
const MessagePath = ChannelPath.extend({ message: Snowflake });

/** What the bot may: https://docs.discord.com/developers/resources, Guild, User and Message. */
export function serveBot(server: FastifyInstance, { db, keys, changes }: RestSandbox): void {
  void server.register(async (bot) => {
    bot.addHook('onRequest', async ({ headers }) => {
      if (!isSecret(headers.authorization ?? '', `Bot ${keys.botToken}`)) throw faults.unauthorized();
    });

    bot.put('/api/v10/guilds/:guild/members/:user', async (request, reply) => {
      const { guild, user } = MemberPath.parse(request.params);
      if (guild !== keys.guildId) throw faults.unknownGuild();
      const account = await findAccount(db, user);
      if (!account) throw faults.unknownUser();
      const grant = await findGrant(db, secretHash(MemberBody.parse(request.body).access_token));
      if (grant?.accountId !== user || !hasScope(grant.scope, OAuth2Scopes.GuildsJoin)) {
        throw faults.invalidAccessToken();
      }
      if (!(await joinCommunity(db, user))) return reply.code(204).send();
      changes.emit(user);
      return reply.code(201).send({ user: userJson(account), roles: [], joined_at: new Date().toISOString() });
    });

    bot.post('/api/v10/users/@me/channels', async (request, reply) => {
      const { recipient_id: id } = ChannelBody.parse(request.body);
      const account = await findAccount(db, id);
      if (!account) throw faults.invalidRecipient();
      return reply.send({ id: account.channelId, type: 1, recipients: [userJson(account)] });
    });

    bot.post('/api/v10/channels/:channel/messages', async (request, reply) => {
      const account = await accountOfChannel(request.params);
      if (!account.isMember) throw faults.noMutualGuilds();
      if (!account.allowsMessages) throw faults.closedToMessages();
      const { content, components, nonce, enforce_nonce: once } = NewMessage.parse(request.body);
      const message = await insertMessage(db, {
        accountId: account.id,
        content,
        components,
        nonce: (once && nonce) || null,
      });
      changes.emit(account.id);
      return reply.send(messageJson(keys, account, message));
    });

    bot.patch('/api/v10/channels/:channel/messages/:message', async (request, reply) => {
      const account = await accountOfChannel(request.params);
      const { message: id } = MessagePath.parse(request.params);
      const message = await updateMessage(db, { id, accountId: account.id }, MessageEdit.parse(request.body));
      if (!message) throw faults.unknownMessage();
      changes.emit(account.id);
      return reply.send(messageJson(keys, account, message));
    });
  });

  async function accountOfChannel(params: unknown): Promise<SandboxAccount> {
    const account = await findAccountOfChannel(db, ChannelPath.parse(params).channel);
    if (!account) throw faults.unknownChannel();
    return account;
  }
}
