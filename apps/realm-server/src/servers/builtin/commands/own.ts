import { type KitName, kitNames, prefixColours, readPrefix } from '@realmkeep/realm-protocol';
import {
  type AccessCommand,
  accessUsages,
  managersCommands,
  runAccessCommand,
} from '../../../identity/access-commands.ts';
import { englishMessages, type Messages, messagesOf } from '../messages/messages.ts';
import { giveKit } from '../players/kits.ts';
import { goTo } from '../dimensions/travel.ts';
import { safeSpawn } from '../players/movement.ts';
import type { Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { optional, words } from './language/argument.ts';
import { type Command, type Commands, reply } from './language/command.ts';
import { form } from './language/tree.ts';

/** One use of one of this server's own commands, split at spaces. */
interface Call {
  game: Game;
  /** Null at the console. */
  by: Player | null;
  args: string[];
  messages: Messages;
}

/** Commands that the game does not have, with replies in this server's own messages. */
export const ownCommands: Commands = {
  // What is typed after it never gets here: chat.ts.
  login: own('login', '<code>', { who: 'everybody', needsBody: true }, ({ messages }) => messages.loginUsage),
  spawn: own('spawn', '', { who: 'everybody', needsBody: true }, ({ game, by, messages }) => {
    if (!by) return null;
    const overworld = game.dimensions.of('overworld');
    goTo(overworld, by, safeSpawn(overworld));
    return messages.done;
  }),
  kit: own('kit', kitNames.join('|'), { who: 'managers', needs: 'kits', needsBody: true }, takeKit),
  prefix: own(
    'prefix',
    `off|[${prefixColours.join('|')}] <words>`,
    { who: 'managers', needs: 'personalPrefix', needsBody: true },
    choosePrefix,
  ),
  ...accessCommands(),
  // From within the game it would look like a crash; the page turns the realm off.
  stop: own('stop', '', { who: 'console' }, ({ game, messages }) => {
    game.stop();
    return messages.done;
  }),
};

/** @param run returns the reply; null when the words do not match `usage` */
function own(
  name: string,
  usage: string,
  about: Omit<Command, 'forms' | 'usage'>,
  run: (call: Call) => string | null,
): Command {
  const answer = form([optional(words('words'))], (source, typed = '') => {
    const messages = source.by ? messagesOf(source.by) : englishMessages;
    const args = typed.split(/\s+/).filter((word) => word !== '');
    const said = run({ game: source.game, by: source.by, args, messages });
    reply(source, { text: said ?? messages.usage(`/${name} ${usage}`.trimEnd()), color: 'gray' });
  });
  return { ...about, usage, forms: [answer] };
}

function accessCommands(): Commands {
  const names = Object.keys(accessUsages) as AccessCommand[];
  return Object.fromEntries(
    names.map((name): [string, Command] => {
      const who = managersCommands.has(name) ? 'managers' : 'operators';
      return [
        name,
        own(name, accessUsages[name], { who }, ({ game, by, args, messages }) =>
          runAccessCommand(name, {
            access: game.access,
            visitors: game.server.players.flatMap(({ _client }) => game.admission.identity(_client) ?? []),
            by: by?.account?.nickname ?? null,
            messages,
            args,
          }),
        ),
      ];
    }),
  );
}

function takeKit({ game, by, args: [name = ''], messages }: Call): string | null {
  const kit = kitNames.find((known): known is KitName => known === name);
  if (!by || !kit) return null;
  giveKit(game, by, kit);
  return messages.done;
}

/** The api stores it; so does the world, at once, so that it is not lost if the realm dies before the api learns of it. */
function choosePrefix({ game, by, args, messages }: Call): string | null {
  if (!by?.account || args.length === 0) return null;
  const line = args.join(' ');
  const prefix = readPrefix(line);
  if (!prefix) return messages.noSuchPrefix;
  const { nickname } = by.account;
  const reason = line === 'off' ? '' : line;
  if (!game.access.order({ deed: 'prefix', subject: nickname, by: nickname, inGame: true, player: null, reason })) {
    return messages.tooManyOrders;
  }
  by.prefix = reason || null;
  game.store.keep(by);
  return by.prefix === null ? messages.prefixGone : messages.prefixSet(prefix.text);
}
