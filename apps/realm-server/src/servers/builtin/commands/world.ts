import { weathers } from '@realmkeep/realm-protocol';
import { CommandError, fail, t, type Text } from '../messages/text.ts';
import { messagesOf, englishMessages } from '../messages/messages.ts';
import { sendBorder } from '../players/movement.ts';
import { changeDifficulty } from '../rules/difficulty.ts';
import { runsDays, setTime, timeOf } from '../rules/days.ts';
import type { Game } from '../rules/game.ts';
import { moveSpawn } from '../rules/spawn.ts';
import { isNumber, type RuleName, ruleNames } from '../scores/game-rules.ts';
import { bool, choice, double, integer, optional } from './language/argument.ts';
import { type Commands, reply, report } from './language/command.ts';
import { blockPos } from './language/coordinates.ts';
import { inOverworld } from './people.ts';
import type { Source } from './language/source.ts';
import { time } from './things.ts';
import { form, type Form } from './language/tree.ts';

const times = { day: 1000, noon: 6000, night: 13_000, midnight: 18_000 };
/** HARDCORE is not for a moment: it is the realm's setting. */
const difficulties = ['peaceful', 'easy', 'normal', 'hard'] as const;
/** Packet entity_status of protocol 754 for the player's own entity; game_state_change 11. */
const debugStatus = { reduced: 22, full: 23 };

export const worldCommands: Commands = {
  time: {
    who: 'operators',
    forms: [
      form(['set', choice('day', 'noon', 'night', 'midnight')], (source, name) => moveTime(source, times[name])),
      form(['set', time('time')], (source, ticks) => moveTime(source, ticks)),
      form(['add', time('time')], (source, ticks) => moveTime(source, timeOf(source.game.server) + ticks)),
      form(['query', choice('daytime', 'gametime', 'day')], (source, what) => {
        const { time: daytime, tickCount: gametime, days } = source.game.squid;
        const answer = { daytime, gametime, day: days }[what];
        reply(source, t('commands.time.query', answer));
        return answer;
      }),
    ],
  },
  weather: {
    who: 'managers',
    needs: 'weather',
    forms: [
      form([choice(...weathers), optional(integer('duration', 0, 1_000_000))], (source, weather, seconds) => {
        source.game.skies.set(weather, seconds && seconds * 20);
        report(source, t(`commands.weather.set.${weather}`));
        return seconds ?? 0;
      }),
    ],
  },
  difficulty: {
    who: 'operators',
    forms: [
      form([], (source) => {
        const { difficulty } = source.game.squid;
        reply(source, t('commands.difficulty.query', nameOfDifficulty(difficulty)));
        return difficulty;
      }),
      form([choice(...difficulties)], (source, name) => {
        const number = difficulties.indexOf(name);
        const { squid } = source.game;
        if (squid.difficulty === number) fail('commands.difficulty.failure', nameOfDifficulty(number));
        changeDifficulty(squid, number);
        report(source, t('commands.difficulty.success', nameOfDifficulty(number)));
      }),
    ],
  },
  gamerule: { who: 'operators', forms: ruleNames.flatMap(formsOfRule) },
  seed: {
    who: 'operators',
    forms: [form([], (source) => reply(source, t('commands.seed.success', `[${source.game.seed}]`)))],
  },
  setworldspawn: {
    who: 'operators',
    forms: [
      form([optional(blockPos('pos'))], (source, at = source.position.floored()) => {
        inOverworld(source);
        const to = { x: at.x, y: at.y, z: at.z };
        if (!moveSpawn(source.game, to)) fail('argument.pos.outofworld');
        report(source, t('commands.setworldspawn.success', to.x, to.y, to.z, 0));
      }),
    ],
  },
  worldborder: {
    who: 'operators',
    forms: [
      form(['get'], (source) => {
        const { borderDiameter } = source.game.settings;
        reply(source, t('commands.worldborder.get', borderDiameter));
        return borderDiameter;
      }),
      form([choice('set', 'add'), double('distance'), optional(integer('time', 0))], borderIsASetting),
      form(['warning', 'distance', integer('distance', 0, 30_000)], (source, blocks) => {
        source.game.borderWarning.blocks = blocks;
        showBorder(source.game);
        report(source, t('commands.worldborder.warning.distance.success', blocks));
      }),
      form(['warning', 'time', integer('time', 0, 100_000)], (source, seconds) => {
        source.game.borderWarning.seconds = seconds;
        showBorder(source.game);
        report(source, t('commands.worldborder.warning.time.success', seconds));
      }),
    ],
  },
};

function moveTime(source: Source, ticks: number): number {
  const { server } = source.game;
  setTime(server, ticks);
  report(source, t('commands.time.set', server.time));
  return server.time;
}

function nameOfDifficulty(number: number): Text {
  return t(`options.difficulty.${difficulties[number] ?? 'hard'}`);
}

/** The owner's plan says how wide the land may be, so it is the owner who says how wide it is. */
function borderIsASetting({ by }: Source): number {
  throw new CommandError((by ? messagesOf(by) : englishMessages).borderIsASetting);
}

function showBorder(game: Game): void {
  for (const player of game.server.players) sendBorder(game.dimensions.gameOf(player), player);
}

function formsOfRule(name: RuleName): Form[] {
  const query = form([name], (source) => {
    const value = source.game.rules.get(name);
    reply(source, t('commands.gamerule.query', name, String(value)));
    return Number(value);
  });
  const set = (source: Source, value: boolean | number): number => {
    source.game.rules.set(name, value);
    ruleChanged(source.game, name);
    report(source, t('commands.gamerule.set', name, String(value)));
    return Number(value);
  };
  return [query, isNumber(name) ? form([name, integer('value')], set) : form([name, bool('value')], set)];
}

function ruleChanged(game: Game, name: RuleName): void {
  const { server, rules } = game;
  if (name === 'doDaylightCycle') server.doDaylightCycle = runsDays(game);
  for (const { _client: client, id } of server.players) {
    if (name === 'reducedDebugInfo') {
      client.write('entity_status', {
        entityId: id,
        entityStatus: rules.isOn(name) ? debugStatus.reduced : debugStatus.full,
      });
    }
    if (name === 'doImmediateRespawn') {
      client.write('game_state_change', { reason: 'immediate_respawn', gameMode: rules.isOn(name) ? 1 : 0 });
    }
  }
}
