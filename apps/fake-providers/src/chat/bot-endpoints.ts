import { OAuth2Scopes } from 'discord-api-types/v10';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  findAccount,
  findAccountOfChannel,
  joinCommunity,
  restoreAccount,
  isDeletedRole,
  setRole,
  type FakeAccount,
} from './account-store.ts';
import { findGrant, hasScope } from './consent-store.ts';
import { faults } from './discord-faults.ts';
import { messageJson, userJson } from './discord-json.ts';
import { MessageEdit, NewMessage } from './message-shapes.ts';
import { insertMessage, updateMessage } from './message-store.ts';
import type { FakeChat } from './fake-chat.ts';
import { isSecret, secretHash } from '../secret.ts';
import { Snowflake } from './snowflake.ts';

const MemberPath = z.object({ guild: z.string(), user: Snowflake });
const MemberRolePath = MemberPath.extend({ role: Snowflake });
const MemberBody = z.object({ access_token: z.string() });
const ChannelBody = z.object({ recipient_id: Snowflake });
const ChannelPath = z.object({ channel: Snowflake });
const MessagePath = ChannelPath.extend({ message: Snowflake });

/** What the bot may: https://docs.discord.com/developers/resources, Guild, User and Message. */
export function serveBot(server: FastifyInstance, { db, keys, changes }: FakeChat): void {
  void server.register(async (bot) => {
    bot.addHook('onRequest', async ({ headers }) => {
      if (!isSecret(headers.authorization ?? '', `Bot ${keys.botToken}`)) throw faults.unauthorized();
    });

    bot.put('/api/v10/guilds/:guild/members/:user', async (request, reply) => {
      const { guild, user } = MemberPath.parse(request.params);
      if (guild !== keys.guildId) throw faults.unknownGuild();
      const account = findAccount(db, user);
      if (!account) throw faults.unknownUser();
      const grant = findGrant(db, secretHash(MemberBody.parse(request.body).access_token));
      if (grant?.accountId !== user || !hasScope(grant.scope, OAuth2Scopes.GuildsJoin)) {
        throw faults.invalidAccessToken();
      }
      if (!joinCommunity(db, user)) return reply.code(204).send();
      changes.emit(user);
      return reply.code(201).send({ user: userJson(account), roles: [], joined_at: new Date().toISOString() });
    });

    bot.route({
      method: ['PUT', 'DELETE'],
      url: '/api/v10/guilds/:guild/members/:user/roles/:role',
      handler: async (request, reply) => {
        const { guild, user, role } = MemberRolePath.parse(request.params);
        if (guild !== keys.guildId) throw faults.unknownGuild();
        if (!findAccount(db, user)?.isMember) throw faults.unknownMember();
        if (isDeletedRole(db, role)) throw faults.unknownRole();
        setRole(db, user, role, request.method === 'PUT');
        changes.emit(user);
        return reply.code(204).send();
      },
    });

    bot.post('/api/v10/users/@me/channels', async (request, reply) => {
      const { recipient_id: id } = ChannelBody.parse(request.body);
      const account = findAccount(db, id) ?? restoreAccount(db, id);
      if (!account) throw faults.invalidRecipient();
      return reply.send({ id: account.channelId, type: 1, recipients: [userJson(account)] });
    });

    bot.post('/api/v10/channels/:channel/messages', async (request, reply) => {
      const account = accountOfChannel(request.params);
      if (!account.isMember) throw faults.noMutualGuilds();
      if (!account.allowsMessages) throw faults.closedToMessages();
      const { content, components, nonce, enforce_nonce: once } = NewMessage.parse(request.body);
      const message = insertMessage(db, {
        accountId: account.id,
        content,
        components,
        nonce: (once && nonce) || null,
      });
      changes.emit(account.id);
      return reply.send(messageJson(keys, account, message));
    });

    bot.patch('/api/v10/channels/:channel/messages/:message', async (request, reply) => {
      const account = accountOfChannel(request.params);
      const { message: id } = MessagePath.parse(request.params);
      const message = updateMessage(db, { id, accountId: account.id }, MessageEdit.parse(request.body));
      if (!message) throw faults.unknownMessage();
      changes.emit(account.id);
      return reply.send(messageJson(keys, account, message));
    });
  });

  function accountOfChannel(params: unknown): FakeAccount {
    const account = findAccountOfChannel(db, ChannelPath.parse(params).channel);
    if (!account) throw faults.unknownChannel();
    return account;
  }
}
