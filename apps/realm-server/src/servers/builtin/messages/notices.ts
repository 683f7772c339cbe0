import type { Game } from '../rules/game.ts';
import type { Client } from '../squid/squid.ts';
import { type Messages, messagesOf } from './messages.ts';

const server = '00000000-0000-0000-0000-000000000000';

/** A line of the server's own, for one player. */
export function tell(client: Client, text: string, color: string): void {
  client.write('chat', { message: JSON.stringify({ text, color }), position: 1, sender: server });
}

/** A line of the server's own, for everybody, to each in their language. */
export function announce(game: Pick<Game, 'server'>, say: (messages: Messages) => string, color: string): void {
  for (const player of game.server.players) tell(player._client, say(messagesOf(player)), color);
}

/** Says something at most once a minute: what was reached, of what has a bound. */
export function seldom(log: (line: string) => void): (line: string) => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  return (line) => {
    if (performance.now() - saidAt < 60_000) return;
    saidAt = performance.now();
    log(line);
  };
}
