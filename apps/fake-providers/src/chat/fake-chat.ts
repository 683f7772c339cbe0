import { EventEmitter } from 'node:events';
import type { Database } from '../database.ts';
import type { ChatKeys } from '../keys.ts';
import type { Product } from '../product.ts';

/** Where its pages are, below the origin. */
export const chatPath = '/sandbox/chat';

/** Stands in for Discord: its accounts, its community and its messages. */
export interface FakeChat {
  db: Database;
  keys: ChatKeys;
  product: Product;
  /** The only address that a visitor is sent back to. */
  redirectUri: string;
  /** Emits the id of an account that has changed. */
  changes: EventEmitter<Record<string, []>>;
}

export function createFakeChat({ db, keys, product }: Pick<FakeChat, 'db' | 'keys' | 'product'>): FakeChat {
  const changes = new EventEmitter<Record<string, []>>().setMaxListeners(0);
  return { db, keys, product, redirectUri: `${product.publicUrl}/account/verification`, changes };
}
