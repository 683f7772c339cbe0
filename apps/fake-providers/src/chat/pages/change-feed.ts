import { Readable } from 'node:stream';
import type { FakeChat } from '../fake-chat.ts';

const maxFeeds = 200;
const maxFeedsPerAccount = 10;
/** A line now and then, so that proxies do not time out. */
const aliveEveryMs = 25_000;
const maxUnread = 4 * 1024;

/** Streams of events (https://html.spec.whatwg.org/#server-sent-events) that say when something of an account changes. */
export class ChangeFeeds {
  readonly #changes: FakeChat['changes'];
  #open = 0;

  constructor(changes: FakeChat['changes']) {
    this.#changes = changes;
  }

  /** @returns null when too many are open */
  open(accountId: string): Readable | null {
    if (this.#open >= maxFeeds || this.#changes.listenerCount(accountId) >= maxFeedsPerAccount) return null;
    const feed = new Readable({ read() {} });
    const push = (text: string) => {
      // A reader that does not read is disconnected, and will reconnect.
      if (feed.readableLength > maxUnread) feed.destroy();
      else feed.push(text);
    };
    const tell = () => push('data: changed\n\n');
    const alive = setInterval(() => push(':\n\n'), aliveEveryMs);
    this.#open++;
    this.#changes.on(accountId, tell);
    feed.once('close', () => {
      clearInterval(alive);
      this.#open--;
      this.#changes.off(accountId, tell);
    });
    // The first bytes open it: a reader that reconnects may have missed something.
    push('retry: 3000\ndata: open\n\n');
    return feed;
  }
}
