import type { Being } from '../creatures/creature.ts';
import { joined, show, t, type Text } from '../messages/text.ts';
import type { Player } from '../squid/squid.ts';
import { choice, integer, words } from './language/argument.ts';
import { type Command, type Commands, reply, reportOf } from './language/command.ts';
import { shownName, shownSource } from './language/names.ts';
import type { Source } from './language/source.ts';
import { players } from './language/targets.ts';
import { component } from './things.ts';
import { form } from './language/tree.ts';

/** The numbers of the packet title of protocol 754. */
const titleActions = { title: 0, subtitle: 1, actionbar: 2, times: 3, clear: 4, reset: 5 };

const message: Command = {
  who: 'everybody',
  forms: [
    form([players('targets'), words('message', 'minecraft:message')], (source, targets, said) => {
      for (const target of targets) {
        whisper(target, t('commands.message.display.incoming', shownSource(source), said));
        reply(source, whispered(t('commands.message.display.outgoing', shownName(source.game, target), said)));
      }
      return targets.length;
    }),
  ],
};

export const speakCommands: Commands = {
  say: {
    who: 'operators',
    forms: [
      form([words('message', 'minecraft:message')], (source, said) => {
        toAll(source, t('chat.type.announcement', shownSource(source), said));
        source.game.log(`§d[${source.by?.username ?? 'Server'}] ${said}`);
      }),
    ],
  },
  me: {
    who: 'everybody',
    forms: [
      form([words('action')], (source, said) => {
        toAll(source, t('chat.type.emote', shownSource(source), said));
        source.game.log(`* ${source.by?.username ?? 'Server'} ${said}`);
      }),
    ],
  },
  msg: message,
  tell: message,
  w: message,
  tellraw: {
    who: 'operators',
    forms: [
      form([players('targets'), component('message')], (_, targets, text) => {
        for (const target of targets) show(target._client, text);
        return targets.length;
      }),
    ],
  },
  title: {
    who: 'operators',
    forms: [
      form([players('targets'), choice('clear', 'reset')], (source, targets, what) => {
        for (const target of targets) target._client.write('title', { action: titleActions[what] });
        return reportOf(source, `commands.title.${what === 'clear' ? 'cleared' : 'reset'}`, targets, nameFor(source));
      }),
      form(
        [players('targets'), choice('title', 'subtitle', 'actionbar'), component('title')],
        (source, targets, what, text) => {
          const fields = { action: titleActions[what], text: JSON.stringify(text) };
          for (const target of targets) target._client.write('title', fields);
          return reportOf(source, `commands.title.show.${what}`, targets, nameFor(source));
        },
      ),
      form(
        [players('targets'), 'times', integer('fadeIn', 0), integer('stay', 0), integer('fadeOut', 0)],
        (source, targets, fadeIn, stay, fadeOut) => {
          const fields = { action: titleActions.times, fadeIn, stay, fadeOut };
          for (const target of targets) target._client.write('title', fields);
          return reportOf(source, 'commands.title.times', targets, nameFor(source));
        },
      ),
    ],
  },
  list: {
    who: 'everybody',
    forms: [
      form([], (source) => {
        const { server, settings } = source.game;
        const names = joined(server.players.map((player) => shownName(source.game, player)));
        reply(source, t('commands.list.players', server.players.length, settings.slots ?? '∞', names));
        return server.players.length;
      }),
    ],
  },
};

export function nameFor({ game }: Source): (being: Being) => Text {
  return (being) => shownName(game, being);
}

function toAll({ game }: Source, text: Text): void {
  for (const { _client: client } of game.server.players) show(client, text);
}

function whisper({ _client: client }: Player, text: Text): void {
  show(client, whispered(text));
}

function whispered(text: Text): Text {
  return { ...(text as object), color: 'gray', italic: true };
}
