import type { KeyObject } from 'node:crypto';

/** What the product's application has of the chat platform, and how the platform signs. */
export interface ChatKeys {
  clientId: string;
  guildId: string;
  clientSecret: string;
  botToken: string;
  /** Ed25519, private. */
  signingKey: KeyObject;
}

/** What the product's shop has of each payment provider. */
export interface PaymentKeys {
  stripe: { secretKey: string; webhookSecret: string };
  /** Signatures are SHA-256, and payments those of a shop that is tried out. */
  robokassa: { login: string; password1: string; password2: string };
}

export interface Keys {
  chat: ChatKeys;
  payments: PaymentKeys;
}
