import { announce } from './chat.ts';
import type { Game } from './game.ts';

/** flying-squid's commands that work from the console, at 1.16.5, in this kernel. */
const KEPT = new Set([
  'help',
  'time',
  'day',
  'night',
  'difficulty',
  'gamemode',
  'gm',
  'give',
  'setblock',
  'kill',
  'xp',
]);

/** Leaves flying-squid the commands that work, and adds those of this kernel. */
export function addConsoleCommands(game: Game, stop: () => void): void {
  const { commands, players } = game.squid;
  for (const table of [commands.hash, commands.uniqueHash]) {
    for (const name of Object.keys(table)) if (!KEPT.has(name)) delete table[name];
  }
  commands.add({
    base: 'say',
    info: 'Says something to everybody',
    usage: '/say <words>',
    action: (words: string) => {
      announce(game, `[Server] ${words}`, 'light_purple');
      game.log(`[Server] ${words}`);
    },
  });
  commands.add({
    base: 'list',
    info: 'Who is on',
    usage: '/list',
    action: () => `${players.length} on: ${players.map((player) => player.username).join(', ')}`,
  });
  commands.add({
    base: 'kick',
    info: 'Sends a player off',
    usage: '/kick <player> [words]',
    action: (text: string) => {
      const [nickname, ...words] = text.split(' ');
      const player = players.find((candidate) => candidate.username === nickname);
      if (!player) return `${nickname} is not on.`;
      player._client.end(words.join(' ') || 'You were sent off by the owner of this realm.');
      return `${nickname} was sent off.`;
    },
  });
  commands.add({ base: 'stop', info: 'Ends the realm', usage: '/stop', action: () => stop() });
}

/** Runs one line of the console. What it answers, or that it failed, is told in the console. */
export async function runCommand(game: Game, line: string): Promise<void> {
  game.log(`> ${line}`);
  try {
    const answer = await game.squid.commands.use(line.replace(/^\//, ''));
    if (answer) game.log(answer);
  } catch (error) {
    game.log(error instanceof Error ? error.message : String(error));
  }
}
