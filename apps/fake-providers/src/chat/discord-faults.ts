import { RESTJSONErrorCodes as Code } from 'discord-api-types/v10';

/** An answer that refuses. @param code what the answer calls the problem */
class Refusal<T> extends Error {
  readonly status: number;
  readonly code: T;
  constructor(status: number, code: T, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** In Discord's own shape: https://docs.discord.com/developers/reference#error-messages */
export class DiscordFault extends Refusal<number> {
  override readonly name = 'DiscordFault';
}

export const faults = {
  unauthorized: () => new DiscordFault(401, 0, '401: Unauthorized'),
  invalidForm: () => new DiscordFault(400, Code.InvalidFormBodyOrContentType, 'Invalid Form Body'),
  invalidRecipient: () => new DiscordFault(400, Code.InvalidRecipients, 'Invalid Recipient(s)'),
  invalidAccessToken: () => new DiscordFault(403, Code.InvalidOAuth2AccessToken, 'Invalid OAuth2 access token'),
  unknownChannel: () => new DiscordFault(404, Code.UnknownChannel, 'Unknown Channel'),
  unknownGuild: () => new DiscordFault(404, Code.UnknownGuild, 'Unknown Guild'),
  unknownMessage: () => new DiscordFault(404, Code.UnknownMessage, 'Unknown Message'),
  unknownMember: () => new DiscordFault(404, Code.UnknownMember, 'Unknown Member'),
  unknownRole: () => new DiscordFault(404, Code.UnknownRole, 'Unknown Role'),
  unknownUser: () => new DiscordFault(404, Code.UnknownUser, 'Unknown User'),
  closedToMessages: () => new DiscordFault(403, Code.CannotSendMessagesToThisUser, 'Cannot send messages to this user'),
  noMutualGuilds: () =>
    new DiscordFault(
      403,
      Code.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds,
      'Cannot send messages to this user due to having no mutual guilds',
    ),
};

/** Of the token endpoint (RFC 6749, section 5.2). */
export class OAuthFault extends Refusal<string> {
  override readonly name = 'OAuthFault';
}
