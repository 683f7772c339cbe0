import type { ChatButton } from '@realmkeep/contract';

/** What a player's consent gave us. */
export interface ChatGrant {
  accessToken: string;
  refreshToken: string;
  /** Separated by blanks. */
  scope: string;
  expiresAt: Date;
  account: ChatIdentity;
}

interface ChatIdentity {
  /** The platform's own id of the account. */
  id: string;
  username: string;
  /** null where the account has none that is verified. */
  email: string | null;
}

/** A direct message with buttons; without buttons the row is left out. */
export interface ChatMessage {
  content: string;
  buttons: readonly ChatButton[];
}

/** Where a message lies. */
export interface SentMessage {
  channelId: string;
  messageId: string;
}

/** A pressed button, proved to come from the platform. */
export interface ChatPress {
  /** Who pressed it. */
  accountId: string;
  messageId: string;
  buttonId: string;
}

/** The port to the chat platform. Every call may throw a ChatError. */
export interface ChatPlatform {
  readonly name: 'discord' | 'sandbox';
  /** Where players join the community. */
  readonly inviteUrl: string;
  /** Where a player consents; the platform sends them back to /account/verification with `code` and `state`. */
  authorizeUrl(state: string): string;
  /** @throws ChatError code_invalid */
  exchangeCode(code: string): Promise<ChatGrant>;
  /** Adds the account to the community; it is not an error if it is a member. @throws ChatError join_refused */
  joinCommunity(grant: ChatGrant): Promise<void>;
  /** Gives an account a role in the community, or takes it away. @returns whether the account is in the community */
  setRole(accountId: string, roleId: string, isGiven: boolean): Promise<boolean>;
  /** @throws ChatError undeliverable */
  sendMessage(accountId: string, message: ChatMessage): Promise<SentMessage>;
  /** Puts other text in the place of a message, and takes its buttons away. */
  replaceMessage(sent: SentMessage, content: string): Promise<void>;
  /** Revokes a token. An expired one is not an error. */
  revoke(token: string): Promise<void>;
  /**
   * Reads what the platform posts to /api/chat/interactions.
   * @returns null when the signature or its time is wrong
   */
  readInteraction(request: InteractionRequest): ChatInteraction | null;
  close(): Promise<void>;
}

export interface InteractionRequest {
  signature: string;
  timestamp: string;
  rawBody: Buffer;
}

export type ChatInteraction =
  | { kind: 'ping'; answer: object }
  /** `answer` makes the reply to the platform: the text that replaces the message. */
  | { kind: 'press'; press: ChatPress; answer: (content: string) => object }
  /** Nothing of ours: answered, and left alone. */
  | { kind: 'other'; answer: object };

export type ChatErrorCode = 'code_invalid' | 'join_refused' | 'undeliverable' | 'unavailable';

export class ChatError extends Error {
  override readonly name = 'ChatError';
  readonly code: ChatErrorCode;
  constructor(code: ChatErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
