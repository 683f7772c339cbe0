import type { EventEmitter } from 'node:events';
import type { Db } from '../../../db/pool.ts';
import type { ChatPlatform } from '../chat-platform.ts';
import type { SandboxKeys } from './sandbox-keys.ts';

/** Where its pages are, below the origin. */
export const sandboxPath = '/sandbox/chat';

/** Plays the chat platform for a product that has no public address: its accounts, its community and its messages. */
export interface ChatSandbox {
  db: Db;
  keys: SandboxKeys;
  /** Where it speaks as Discord does: `http://127.0.0.1:<port>/api`. */
  apiBase: string;
  publicUrl: string;
  /** The only address that a visitor is sent back to. */
  redirectUri: string;
  /** Emits the id of an account when something of it has changed. */
  changes: EventEmitter<Record<string, []>>;
  /** What the api uses: the adapter to Discord, whose base is this sandbox. */
  platform: ChatPlatform;
}

/** What its HTTP for programs needs of it. */
export type RestSandbox = Pick<ChatSandbox, 'db' | 'keys' | 'changes' | 'publicUrl'>;
