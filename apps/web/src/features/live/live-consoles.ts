import type { ClientMessage, ConsoleLine, ServerMessage } from '@realmkeep/contract';

/** How a page follows the console that it shows. */
export interface ConsoleWatcher {
  /** The console was opened again; its last earlier lines follow. */
  onOpened: () => void;
  onLines: (lines: ConsoleLine[]) => void;
  /** It is not the account's to see, or no longer. */
  onClosed: () => void;
}

type Send = (message: ClientMessage) => void;

/** The pages' consoles over the one socket, opened again with each connection. */
export function createLiveConsoles() {
  const watchers = new Map<string, ConsoleWatcher>();
  let send: Send | null = null;

  return {
    /** @returns what ends it */
    watch(id: string, watcher: ConsoleWatcher): () => void {
      watchers.set(id, watcher);
      send?.({ type: 'consoleOpen', id });
      return () => {
        if (watchers.get(id) !== watcher) return;
        watchers.delete(id);
        send?.({ type: 'consoleClose', id });
      };
    },
    /** Handles a message from the socket. @param reply sends to the server by the same connection */
    hear(message: ServerMessage, reply: Send): void {
      if (message.type === 'ready') {
        send = reply;
        for (const id of watchers.keys()) reply({ type: 'consoleOpen', id });
      }
      if (message.type === 'consoleOpened') watchers.get(message.id)?.onOpened();
      if (message.type === 'consoleLines') watchers.get(message.id)?.onLines(message.lines);
      if (message.type === 'consoleClosed') watchers.get(message.id)?.onClosed();
    },
  };
}

export const liveConsoles = createLiveConsoles();
