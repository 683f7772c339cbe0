import { createPublicKey } from 'node:crypto';
import { OAuth2Scopes, RESTJSONErrorCodes as Code, Routes } from 'discord-api-types/v10';
import { z } from 'zod';
import type { ChatPlatform } from '../chat-platform.ts';
import { createDiscordCalls, ignored, refusedAs } from './discord-calls.ts';
import { messageBody, replacementBody } from './message-body.ts';
import { readInteraction } from './read-interaction.ts';

export interface DiscordOptions {
  name: ChatPlatform['name'];
  /** Without a slash at its end. */
  apiBase: string;
  /** Where players consent. */
  authorizePage: string;
  /** Where they are sent back to. */
  redirectUri: string;
  inviteUrl: string;
  clientId: string;
  clientSecret: string;
  botToken: string;
  /** Of the application: 32 bytes in hex. */
  publicKey: string;
  guildId: string;
}

const Token = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
  scope: z.string(),
});
const Snowflake = z.string().regex(/^\d{1,20}$/);
const User = z.object({
  id: Snowflake,
  username: z.string().min(1),
  email: z.string().nullish(),
  verified: z.boolean().optional(),
});
const Channel = z.object({ id: Snowflake });
const Message = z.object({ id: Snowflake, channel_id: Snowflake });

const scopes = [OAuth2Scopes.Identify, OAuth2Scopes.Email, OAuth2Scopes.GuildsJoin].join(' ');

/** The account takes no messages of ours, or is none. */
const undeliverable = new Set<string | number>([
  Code.CannotSendMessagesToThisUser,
  Code.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds,
  Code.InvalidRecipients,
  Code.UnknownUser,
]);
const gone = new Set<string | number>([Code.UnknownMessage, Code.UnknownChannel]);

/** The protocol: https://docs.discord.com/developers, the chapters OAuth2, Message, and Receiving and Responding. */
export function createDiscord(options: DiscordOptions): ChatPlatform {
  const { clientId, redirectUri } = options;
  const publicKey = createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(options.publicKey, 'hex').toString('base64url') },
  });
  const asClient = `Basic ${Buffer.from(`${clientId}:${options.clientSecret}`).toString('base64')}`;
  const discord = createDiscordCalls(options);

  return {
    name: options.name,
    inviteUrl: options.inviteUrl,

    authorizeUrl(state) {
      const url = new URL(options.authorizePage);
      const query = { response_type: 'code', client_id: clientId, scope: scopes, state, redirect_uri: redirectUri };
      url.search = new URLSearchParams({ ...query, prompt: 'consent' }).toString();
      return url.href;
    },

    exchangeCode: (code) =>
      discord.within(async (call) => {
        const token = await call('Post', '/oauth2/token', Token, {
          authorization: asClient,
          form: { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
          // The code is all that differs from one request to another.
        }).catch(refusedAs('code_invalid', ({ status }) => status === 400));
        const user = await call('Get', Routes.user(), User, { authorization: `Bearer ${token.access_token}` }).catch(
          refusedAs('code_invalid', ({ status }) => status === 401 || status === 403),
        );
        return {
          accessToken: token.access_token,
          refreshToken: token.refresh_token,
          scope: token.scope,
          expiresAt: new Date(Date.now() + token.expires_in * 1000),
          account: { id: user.id, username: user.username, email: (user.verified && user.email) || null },
        };
      }),

    joinCommunity: ({ accessToken, account }) =>
      discord.within(async (call) => {
        await call('Put', Routes.guildMember(options.guildId, account.id), z.unknown(), {
          body: { access_token: accessToken },
        }).catch(
          // A bot that is no member of the community is the operator's to mend.
          refusedAs(
            'join_refused',
            ({ status, code }) => status !== 401 && status !== 404 && code !== Code.MissingAccess,
          ),
        );
      }),

    setRole: (accountId, roleId, isGiven) =>
      discord.within(async (call) => {
        const route = Routes.guildMemberRole(options.guildId, accountId, roleId);
        const set = call(isGiven ? 'Put' : 'Delete', route, z.unknown());
        // Nobody has a role that is deleted.
        const done = isGiven ? set : set.catch(ignored(({ code }) => code === Code.UnknownRole));
        return await done.then(
          () => true,
          (error: unknown) => {
            ignored(({ code }) => code === Code.UnknownMember || code === Code.UnknownUser)(error);
            return false;
          },
        );
      }),

    async sendMessage(accountId, message) {
      const body = messageBody(message);
      return discord.within(async (call) => {
        const refused = refusedAs('undeliverable', ({ code }) => undeliverable.has(code));
        const channel = await call('Post', Routes.userChannels(), Channel, {
          body: { recipient_id: accountId },
        }).catch(refused);
        const sent = await call('Post', Routes.channelMessages(channel.id), Message, { body }).catch(refused);
        return { channelId: sent.channel_id, messageId: sent.id };
      });
    },

    replaceMessage: ({ channelId, messageId }, content) =>
      discord.within(async (call) => {
        await call('Patch', Routes.channelMessage(channelId, messageId), z.unknown(), {
          body: replacementBody(content),
        }).catch(ignored(({ code }) => gone.has(code)));
      }),

    revoke: (token) =>
      discord.within(async (call) => {
        await call('Post', '/oauth2/token/revoke', z.unknown(), { authorization: asClient, form: { token } }).catch(
          ignored(({ status }) => status === 400),
        );
      }),

    readInteraction: (request) => readInteraction(publicKey, request),

    async close() {
      discord.close();
    },
  };
}
