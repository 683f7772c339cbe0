import { type Live, openLive } from '../../../apps/web/src/features/live/live.ts';

/** Open pages of one account, as the sockets they keep: each reconnects the way the web app does. */
export class OpenPages implements Disposable {
  readonly #pages: Live[] = [];
  readonly #open: boolean[] = [];
  /** For each page, when it last received a realm's change or connected, in milliseconds since the epoch. */
  readonly #knewAt: number[] = [];

  constructor(url: string, token: string, count: number) {
    for (let index = 0; index < count; index += 1) {
      this.#open.push(false);
      this.#knewAt.push(0);
      this.#pages.push(
        openLive({
          url: `${url.replace('http', 'ws')}/api/ws/events`,
          token: async () => token,
          renew: async () => undefined,
          onMessage: ({ type }) => {
            if (type === 'realmChanged' || type === 'ready') this.#knewAt[index] = Date.now();
          },
          onState: (state) => (this.#open[index] = state === 'open'),
        }),
      );
    }
  }

  get areOpen(): boolean {
    return this.#open.every((isOpen) => isOpen);
  }

  /** Whether each page is open and has received a change, or connected, since then. */
  haveKnownSince(at: number): boolean {
    return this.areOpen && this.#knewAt.every((knewAt) => knewAt >= at);
  }

  [Symbol.dispose](): void {
    for (const page of this.#pages) page.close();
  }
}
